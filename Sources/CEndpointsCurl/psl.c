// libpsl: looked up as libcurl is, which usually needs it itself.
#if defined(__linux__)
#define _GNU_SOURCE
#include "CEndpointsCurl.h"
#include "lookup.h"

#include <pthread.h>

typedef struct list list;

extern const list *psl_builtin(void) __attribute__((weak));
extern list *psl_latest(const char *) __attribute__((weak));
extern int psl_is_public_suffix(const list *, const char *) __attribute__((weak));

static const list *suffixes;
static int (*is_suffix)(const list *, const char *);
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void look_up(void) {
    const list *(*builtin)(void);
    list *(*latest)(const char *);
    *(void **)&builtin = ec_symbol((void *)psl_builtin, "psl_builtin", "libpsl.so.5");
    *(void **)&is_suffix = ec_symbol((void *)psl_is_public_suffix, "psl_is_public_suffix", "libpsl.so.5");
    *(void **)&latest = ec_symbol((void *)psl_latest, "psl_latest", "libpsl.so.5");
    if (!is_suffix) return;
    if (builtin) suffixes = builtin();
    // Built without a list, it reads the system's.
    if (!suffixes && latest) suffixes = latest(NULL);
}

bool ec_is_public_suffix(const char *domain) {
    pthread_once(&once, look_up);
    return suffixes && is_suffix(suffixes, domain);
}
#endif
