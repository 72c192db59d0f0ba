/* json_text.h - what writing and reading results must agree on. */
#ifndef TETRAD_JSON_TEXT_H
#define TETRAD_JSON_TEXT_H

#include <stdio.h>
#include <stdlib.h>

enum { JSON_SCHEMA = 1, JSON_PARAM_ROOM = 40 };

/* The shortest text that reads back as this number. */
static inline void json_param_text(double value, char text[JSON_PARAM_ROOM])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, JSON_PARAM_ROOM, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return;
    }
}

#endif
