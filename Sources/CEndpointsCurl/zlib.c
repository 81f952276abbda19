// zlib: looked up as libcurl is, which needs it itself.
#if defined(__linux__)
#define _GNU_SOURCE
#include "CEndpointsCurl.h"
#include "lookup.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

// z_stream of zlib.h, which has not changed since 1995.
typedef struct {
    const uint8_t *next_in;
    unsigned int avail_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned int avail_out;
    unsigned long total_out;
    const char *msg;
    void *state;
    void *(*zalloc)(void *, unsigned int, unsigned int);
    void (*zfree)(void *, void *);
    void *opaque;
    int data_type;
    unsigned long adler;
    unsigned long reserved;
} stream;

struct ec_inflater {
    stream stream;
};

extern int inflateInit2_(stream *, int, const char *, int) __attribute__((weak));
extern int inflate(stream *, int) __attribute__((weak));
extern int inflateEnd(stream *) __attribute__((weak));

static int (*init)(stream *, int, const char *, int);
static int (*run)(stream *, int);
static int (*end)(stream *);
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void look_up(void) {
    *(void **)&run = ec_symbol((void *)inflate, "inflate", "libz.so.1");
    *(void **)&end = ec_symbol((void *)inflateEnd, "inflateEnd", "libz.so.1");
    *(void **)&init = ec_symbol((void *)inflateInit2_, "inflateInit2_", "libz.so.1");
}

bool ec_has_zlib(void) {
    pthread_once(&once, look_up);
    return init && run && end;
}

ec_inflater *ec_inflater_make(int window_bits) {
    if (!ec_has_zlib()) return NULL;
    ec_inflater *inflater = calloc(1, sizeof(ec_inflater));
    if (inflater && init(&inflater->stream, window_bits, "1.2.0", sizeof(stream)) != 0) {
        free(inflater);
        return NULL;
    }
    return inflater;
}

void ec_inflater_free(ec_inflater *inflater) {
    end(&inflater->stream);
    free(inflater);
}

ec_inflation ec_inflater_run(
    ec_inflater *inflater, const uint8_t *input, size_t *input_left, uint8_t *output, size_t *output_left) {
    enum { STREAM_END = 1, BUFFER_FULL = -5, SYNC_FLUSH = 2 };
    stream *stream = &inflater->stream;
    stream->next_in = input;
    stream->avail_in = *input_left < UINT_MAX ? (unsigned int)*input_left : UINT_MAX;
    stream->next_out = output;
    stream->avail_out = *output_left < UINT_MAX ? (unsigned int)*output_left : UINT_MAX;
    int result = run(stream, SYNC_FLUSH);
    *input_left -= (size_t)(stream->next_in - input);
    *output_left -= (size_t)(stream->next_out - output);
    if (result == STREAM_END) return EC_INFLATE_END;
    return result == 0 || result == BUFFER_FULL ? EC_INFLATE_MORE : EC_INFLATE_BROKEN;
}
#endif
