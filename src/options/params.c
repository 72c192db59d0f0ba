/* params.c - an operation's own parameters, from and to text, by the kinds
 * of op.h. Assumes that presets are valid; tests/unit/test_params.c holds
 * every op to that. */
#include "options/params.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/number.h"
#include "base/suggest.h"
#include "options/sizes.h"

int params_count(const struct op *op)
{
    int count = 0;

    while (op->params[count].name)
        count++;
    return count;
}

const struct param *params_find(const struct op *op, const char *setting)
{
    size_t length = strcspn(setting, "=");

    for (const struct param *p = op->params; p->name; p++)
        if (strlen(p->name) == length &&
            strncmp(p->name, setting, length) == 0)
            return p;
    return NULL;
}

static enum status read_choice(const struct param *param, const char *text,
                               struct value *value, struct reason *why)
{
    for (int i = 0; param->choices[i]; i++)
        if (strcmp(param->choices[i], text) == 0) {
            value->i = i;
            return STATUS_OK;
        }
    return suggest_fail(why, text, strlen(text), "choice", param->choices);
}

static enum status read_int(const struct param *param, const char *text,
                            struct value *value, struct reason *why)
{
    bool minus = text[0] == '-';
    size_t size;
    int64_t number;

    if (size_parse(text + minus, strlen(text + minus), &size, NULL) ||
        size > INT64_MAX)
        return fail(why, STATUS_USAGE,
                    "%.60s: expected a whole number from %.0f to %.0f", text,
                    param->low, param->high);
    number = minus ? -(int64_t)size : (int64_t)size;
    if ((double)number < param->low || (double)number > param->high)
        return fail(why, STATUS_USAGE, "%.60s: expected %.0f to %.0f", text,
                    param->low, param->high);
    value->i = number;
    return STATUS_OK;
}

static enum status read_share(const char *text, struct value *value,
                              struct reason *why)
{
    size_t length = strlen(text);
    enum status status;

    if (length > 0 && text[length - 1] == '%')
        status = number_percent(text, 0, 100, &value->r, NULL);
    else
        status = number_real(text, 0, 1, &value->r, NULL);
    if (status)
        return fail(why, status,
                    "%.60s: expected a share, 0%% to 100%% or 0 to 1", text);
    return STATUS_OK;
}

static enum status read_value(const struct param *param, const char *text,
                              struct value *value, struct reason *why)
{
    switch (param->kind) {
    case PARAM_CHOICE: return read_choice(param, text, value, why);
    case PARAM_INT: return read_int(param, text, value, why);
    case PARAM_REAL:
        return number_real(text, param->low, param->high, &value->r, why);
    case PARAM_SHARE: return read_share(text, value, why);
    }
    return STATUS_USAGE;
}

/* Reads one setting's text; the reason reads "KEY=VALUE: ...". */
static enum status read_setting(const struct op *op, const struct param *p,
                                const char *text,
                                struct value values[OP_PARAMS],
                                struct reason *why)
{
    struct reason inner;
    enum status status = read_value(p, text, &values[p - op->params], &inner);

    return status ? fail(why, status, "%s=%s", p->name, inner.text) : status;
}

enum status params_parse(const struct op *op, const char *const settings[],
                         int count, struct value values[OP_PARAMS],
                         struct reason *why)
{
    enum status status = STATUS_OK;

    memset(values, 0, OP_PARAMS * sizeof *values);
    for (const struct param *p = op->params; p->name && !status; p++)
        status = read_setting(op, p, p->preset, values, why);
    for (int i = 0; i < count && !status; i++) {
        const struct param *p = params_find(op, settings[i]);
        const char *equals = strchr(settings[i], '=');

        if (p && !equals)
            status = fail(why, STATUS_USAGE, "%s: expected %s=VALUE", p->name,
                          p->name);
        else if (p)
            status = read_setting(op, p, equals + 1, values, why);
    }
    return status;
}

bool params_heard(const struct op *op, const struct param *param,
                  const struct value values[OP_PARAMS], struct reason *why)
{
    const struct param *of = &op->params[param->of];
    char choices[sizeof why->text / 2] = "";
    size_t used = 0;
    int last = -1;

    if (!param->where || param->where >> values[param->of].i & 1)
        return true;
    for (int i = 0; of->choices[i]; i++)
        last = param->where >> i & 1 ? i : last;
    for (int i = 0; i <= last && used < sizeof choices; i++)
        if (param->where >> i & 1)
            used +=
                (size_t)snprintf(choices + used, sizeof choices - used, "%s%s",
                                 !used          ? ""
                                     : i < last ? ", "
                                                : " or ",
                                 of->choices[i]);
    fail(why, STATUS_USAGE, "%s: says nothing unless %s is %s; it is %s",
         param->name, of->name, choices, of->choices[values[param->of].i]);
    return false;
}

/* True where an exponent would only be in the reader's way. */
static bool plain(double value)
{
    return fabs(value) >= 1e-4 && fabs(value) < 1e6;
}

/* The shortest text that number_real reads back to the same value. */
static void print_real(double value, char *text, size_t room)
{
    double again = 0;

    for (int precision = 1; precision <= 17; precision++) {
        snprintf(text, room, "%.*g", precision, value);
        if (plain(value) && strchr(text, 'e'))
            continue;
        if (!number_real(text, -HUGE_VAL, HUGE_VAL, &again, NULL) &&
            memcmp(&again, &value, sizeof value) == 0)
            return;
    }
}

/* In percent where few digits say exactly the same, as people write it. */
static void print_share(double value, char *text, size_t room)
{
    double percent = value * 100, again = -1;

    for (int precision = 1; precision <= 6; precision++) {
        snprintf(text, room, "%.*g%%", precision, percent);
        if (plain(percent) && strchr(text, 'e'))
            continue;
        if (!number_percent(text, 0, 100, &again, NULL) &&
            memcmp(&again, &value, sizeof value) == 0)
            return;
    }
    print_real(value, text, room);
}

void params_print(const struct param *param, const struct value *value,
                  char *text, size_t room)
{
    switch (param->kind) {
    case PARAM_CHOICE:
        snprintf(text, room, "%s", param->choices[value->i]);
        break;
    case PARAM_INT: snprintf(text, room, "%" PRId64, value->i); break;
    case PARAM_REAL: print_real(value->r, text, room); break;
    case PARAM_SHARE: print_share(value->r, text, room); break;
    }
}

void params_range(const struct param *param, char *text, size_t room)
{
    size_t used = 0;

    switch (param->kind) {
    case PARAM_CHOICE:
        text[0] = '\0';
        for (int i = 0; param->choices[i] && used < room; i++)
            used += (size_t)snprintf(text + used, room - used, "%s%s",
                                     i ? ", " : "", param->choices[i]);
        break;
    case PARAM_INT:
        snprintf(text, room, "%.0f to %.0f", param->low, param->high);
        break;
    case PARAM_REAL:
        snprintf(text, room, "%.10g to %.10g", param->low, param->high);
        break;
    case PARAM_SHARE: snprintf(text, room, "0%% to 100%%"); break;
    }
}
