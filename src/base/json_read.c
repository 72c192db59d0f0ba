/* json_read.c - fields of JSON that is believed in nothing. */
#include "base/json_read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void json_wrong(struct json_reader *in, const char *key, const char *accepted)
{
    char place[48] = "";
    if (in->bad)
        return;
    if (in->part)
        snprintf(place, sizeof place, "%s %zu: ", in->part, in->index);
    in->bad = true;
    fail(in->why, STATUS_IO, "%s: %sfield \"%s%s\" is not %s", in->path, place,
         in->inside, key, accepted);
}

json_t *json_field(struct json_reader *in, const json_t *object,
                   const char *key, enum json_need need)
{
    json_t *value = in->bad ? NULL : json_object_get(object, key);
    if (json_is_null(value))
        value = NULL;
    if (!value && need == NEEDED)
        json_wrong(in, key, "there");
    return value;
}

json_t *json_object_in(struct json_reader *in, const json_t *object,
                       const char *key, enum json_need need)
{
    json_t *value = json_field(in, object, key, need);
    if (value && !json_is_object(value))
        json_wrong(in, key, "an object");
    return in->bad ? NULL : value;
}

json_t *json_list_in(struct json_reader *in, const json_t *object,
                     const char *key)
{
    json_t *value = json_field(in, object, key, NEEDED);
    if (value && !json_is_array(value))
        json_wrong(in, key, "a list");
    return in->bad ? NULL : value;
}

double json_real_in(struct json_reader *in, const json_t *object,
                    const char *key, enum json_need need)
{
    const json_t *value = json_field(in, object, key, need);
    const double real = json_number_value(value);
    if (value && (!json_is_number(value) || !(real >= 0)))
        json_wrong(in, key, "a number, 0 or more");
    return in->bad ? 0 : real;
}

uint64_t json_whole_in(struct json_reader *in, const json_t *object,
                       const char *key, enum json_need need)
{
    const json_t *value = json_field(in, object, key, need);
    if (!value)
        return 0;
    if (json_is_integer(value) && json_integer_value(value) >= 0)
        return (uint64_t)json_integer_value(value);
    /* What does not fit a JSON integer is saved as text. */
    const char *text = json_string_value(value);
    if (text && text[0] >= '0' && text[0] <= '9') {
        char *end;
        errno = 0;
        const uint64_t whole = strtoull(text, &end, 10);
        if (!*end && !errno)
            return whole;
    }
    json_wrong(in, key, "a whole number, 0 or more");
    return 0;
}

bool json_bool_in(struct json_reader *in, const json_t *object,
                  const char *key, enum json_need need, bool otherwise)
{
    const json_t *value = json_field(in, object, key, need);
    if (value && !json_is_boolean(value))
        json_wrong(in, key, "true or false");
    return value ? json_is_true(value) : otherwise;
}

void json_text_in(struct json_reader *in, const json_t *object,
                  const char *key, enum json_need need, char *text,
                  size_t room)
{
    char accepted[48];
    const json_t *value = json_field(in, object, key, need);
    text[0] = 0;
    if (json_is_string(value) && json_string_length(value) < room) {
        memcpy(text, json_string_value(value), json_string_length(value) + 1);
    } else if (value) {
        snprintf(accepted, sizeof accepted, "text of at most %zu bytes",
                 room - 1);
        json_wrong(in, key, accepted);
    }
}

void json_name_in(struct json_reader *in, const json_t *object,
                  const char *key, enum json_need need, char *text,
                  size_t room)
{
    json_text_in(in, object, key, need, text, room);
    if (!json_is_name(text))
        json_wrong(in, key, "printable text");
}

bool json_is_name(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            return false;
    return true;
}
