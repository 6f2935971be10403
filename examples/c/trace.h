/* Golden traces of Freeboard: reading them, and the decision digest. For programs with a file system. */
#ifndef TRACE_H
#define TRACE_H

#include <stdint.h>
#include <stdio.h>

/* More columns than any trace has, and bytes enough for as many numbers. */
#define TRACE_COLUMNS 96
#define TRACE_LINE 2048

typedef struct trace {
    FILE *file;
    char header[TRACE_LINE]; /* first line */
    uint32_t measure;        /* bytes of a depth unit or of a segment, of the second line */
    char names[TRACE_LINE];  /* line of the columns' names */
    uint32_t row[TRACE_COLUMNS];
    unsigned columns;
    unsigned long differing; /* words that were not as recorded */
} trace;

/* Opens a trace and reads what stands before its events; 0 where that fails. */
int trace_open(trace *it, const char *path);
/* Reads an event into `row`; 0 at the end. */
int trace_next(trace *it);
/* The word of the current event in a column; 0 where the trace has no such column. */
uint32_t trace_word(const trace *it, const char *column);
/* Changes `value` to what the header says of a setting, if it does. */
void trace_setting(const trace *it, const char *name, uint32_t *value);
/* Compares words with those recorded from a column on. */
void trace_compare(trace *it, const char *column, const uint32_t *words, uint32_t count);

typedef struct digest {
    uint32_t state;
    uint32_t words;
} digest;

digest digest_start(void);
void digest_take(digest *it, const uint32_t *words, uint32_t count);
uint32_t digest_value(const digest *it);

#endif
