#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

/// How many blocks of memory this process has asked for so far; always 0 where the C library is not glibc.
uint64_t allocation_count(void);

#endif
