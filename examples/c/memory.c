/* What a compiler wants of a C library, for a firmware without one. */
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
void *memmove(void *to, const void *from, size_t count);
int memcmp(const void *left, const void *right, size_t count);

void *memcpy(void *to, const void *from, size_t count)
{
    unsigned char *at = to;
    const unsigned char *source = from;
    while (count--) {
        *at++ = *source++;
    }
    return to;
}

void *memset(void *to, int byte, size_t count)
{
    unsigned char *at = to;
    while (count--) {
        *at++ = (unsigned char)byte;
    }
    return to;
}

void *memmove(void *to, const void *from, size_t count)
{
    unsigned char *at = to;
    const unsigned char *source = from;
    if (at <= source) {
        return memcpy(to, from, count);
    }
    while (count--) {
        at[count] = source[count];
    }
    return to;
}

int memcmp(const void *left, const void *right, size_t count)
{
    const unsigned char *a = left, *b = right;
    for (; count--; a++, b++) {
        if (*a != *b) {
            return *a < *b ? -1 : 1;
        }
    }
    return 0;
}

#ifdef __ARM_EABI__
/* The names that compilers for Arm use: for aligned memory, and with arguments of memset the other way round. */
void __aeabi_memcpy(void *to, const void *from, size_t count);
void __aeabi_memcpy4(void *to, const void *from, size_t count);
void __aeabi_memclr(void *to, size_t count);
void __aeabi_memclr4(void *to, size_t count);
void __aeabi_memclr8(void *to, size_t count);

void __aeabi_memcpy(void *to, const void *from, size_t count)
{
    memcpy(to, from, count);
}

void __aeabi_memcpy4(void *to, const void *from, size_t count)
{
    memcpy(to, from, count);
}

void __aeabi_memclr(void *to, size_t count)
{
    memset(to, 0, count);
}

void __aeabi_memclr4(void *to, size_t count)
{
    memset(to, 0, count);
}

void __aeabi_memclr8(void *to, size_t count)
{
    memset(to, 0, count);
}
#endif
