#pragma once
#include <dlfcn.h>
#include <stddef.h>

/// A function that the linker has found, that is loaded in the process, or that a library has.
static inline void *ec_symbol(void *linked, const char *name, const char *library) {
    if (linked) return linked;
    void *symbol = dlsym(RTLD_DEFAULT, name);
    if (symbol) return symbol;
    void *handle = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
    return handle ? dlsym(handle, name) : NULL;
}
