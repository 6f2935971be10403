/* Golden traces: comma-separated columns under two lines of header and one of names. */
#include "trace.h"

#include <stdlib.h>
#include <string.h>

static int read_line(trace *it, char *line)
{
    char *end;
    if (!fgets(line, TRACE_LINE, it->file)) {
        return 0;
    }
    end = strpbrk(line, "\r\n");
    if (end) {
        *end = '\0';
    }
    return 1;
}

int trace_open(trace *it, const char *path)
{
    char line[TRACE_LINE];
    const char *number;
    memset(it, 0, sizeof *it);
    it->file = fopen(path, "r");
    if (!it->file || !read_line(it, it->header)) {
        return 0;
    }
    /* The traces of underlays have no second line of header. */
    if (!read_line(it, line)) {
        return 0;
    }
    if (line[0] != '#') {
        strcpy(it->names, line);
        return 1;
    }
    number = strchr(line, '=');
    it->measure = number ? (uint32_t)strtoul(number + 1, NULL, 10) : 0;
    return read_line(it, it->names);
}

int trace_next(trace *it)
{
    char line[TRACE_LINE];
    char *at = line;
    if (!read_line(it, line)) {
        fclose(it->file);
        return 0;
    }
    for (it->columns = 0; it->columns < TRACE_COLUMNS; it->columns++) {
        char *end;
        it->row[it->columns] = (uint32_t)strtoul(at, &end, 10);
        if (*end != ',') {
            it->columns++;
            break;
        }
        at = end + 1;
    }
    return 1;
}

/* The number of a column, or -1. */
static int column_of(const trace *it, const char *name)
{
    const char *at = it->names;
    size_t length = strlen(name);
    int column;
    for (column = 0; at; column++) {
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0')) {
            return column;
        }
        at = strchr(at, ',');
        at = at ? at + 1 : NULL;
    }
    return -1;
}

uint32_t trace_word(const trace *it, const char *column)
{
    int at = column_of(it, column);
    return at >= 0 && (unsigned)at < it->columns ? it->row[at] : 0;
}

void trace_setting(const trace *it, const char *name, uint32_t *value)
{
    const char *at = it->header;
    size_t length = strlen(name);
    while ((at = strchr(at, ' ')) != NULL) {
        at++;
        if (strncmp(at, name, length) == 0 && at[length] == '=') {
            *value = (uint32_t)strtoul(at + length + 1, NULL, 10);
        }
    }
}

void trace_compare(trace *it, const char *column, const uint32_t *words, uint32_t count)
{
    int at = column_of(it, column);
    uint32_t word;
    for (word = 0; word < count; word++) {
        int same = at >= 0 && (uint32_t)at + word < it->columns && it->row[(uint32_t)at + word] == words[word];
        it->differing += same ? 0 : 1;
    }
}

digest digest_start(void)
{
    digest start = {UINT32_C(0x46726565), 0};
    return start;
}

static void digest_word(digest *it, uint32_t word)
{
    uint32_t mixed = (it->state ^ word) * UINT32_C(0x9E3779B9);
    it->state = mixed ^ (mixed >> 16);
    it->words++;
}

void digest_take(digest *it, const uint32_t *words, uint32_t count)
{
    uint32_t at;
    for (at = 0; at < count; at++) {
        digest_word(it, words[at]);
    }
}

uint32_t digest_value(const digest *it)
{
    digest end = *it;
    digest_word(&end, it->words);
    digest_word(&end, UINT32_C(0x9E3779B9));
    return end.state;
}
