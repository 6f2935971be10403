/* What a C compiler may call by itself. */
#include <stddef.h>

void *memset(void *at, int byte, size_t length)
{
	for (char *to = at; length > 0; length--)
		*to++ = (char)byte;
	return at;
}

void *memcpy(void *restrict at, const void *restrict from, size_t length)
{
	const char *source = from;

	for (char *to = at; length > 0; length--)
		*to++ = *source++;
	return at;
}
