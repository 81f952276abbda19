// What the package uses of libcurl, zlib, libpsl and the kernel's event interface.
//
// The declarations are our own, so that a program needs no header package. The functions are looked up in the process at
// first use: FoundationNetworking has loaded libcurl already. Numbers of options, infos and codes are part of libcurl's
// stable binary interface.
#pragma once
#if defined(__linux__)

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

// MARK: libcurl

typedef struct ec_easy ec_easy;
typedef struct ec_multi ec_multi;
typedef struct ec_list ec_list;

/// Options of an easy handle that take a number.
typedef enum ec_number_option {
    EC_NOBODY = 44,
    EC_UPLOAD = 46,
    EC_FRESH_CONNECT = 74,
    EC_HTTPGET = 80,
    EC_HTTP_VERSION = 84,
    EC_NOSIGNAL = 99,
    EC_HTTP_CONTENT_DECODING = 158,
    EC_PROTOCOLS = 181,
    EC_PIPEWAIT = 237,
    EC_SUPPRESS_CONNECT_HEADERS = 265,
    EC_QUICK_EXIT = 322,
} ec_number_option;

/// Options of an easy handle that take a pointer; libcurl copies texts.
typedef enum ec_pointer_option {
    EC_WRITEDATA = 10001,
    EC_URL = 10002,
    EC_READDATA = 10009,
    EC_ERRORBUFFER = 10010,
    EC_HTTPHEADER = 10023,
    EC_HEADERDATA = 10029,
    EC_CUSTOMREQUEST = 10036,
    EC_PRIVATE = 10103,
    EC_SEEKDATA = 10168,
    EC_RESOLVE = 10203,
    EC_PREREQDATA = 10313,
} ec_pointer_option;

/// Options of a multi handle that take a number.
typedef enum ec_multi_option {
    EC_MULTI_MAXCONNECTS = 6,
    EC_MULTI_MAX_HOST_CONNECTIONS = 7,
} ec_multi_option;

/// What a transfer may end with (libcurl-errors(3)).
enum {
    EC_OK = 0,
    EC_UNSUPPORTED_PROTOCOL = 1,
    EC_COULDNT_RESOLVE_PROXY = 5,
    EC_COULDNT_RESOLVE_HOST = 6,
    EC_COULDNT_CONNECT = 7,
    EC_WEIRD_SERVER_REPLY = 8,
    EC_HTTP2 = 16,
    EC_PARTIAL_FILE = 18,
    EC_OUT_OF_MEMORY = 27,
    EC_OPERATION_TIMEDOUT = 28,
    EC_BAD_FUNCTION_ARGUMENT = 43,
    EC_GOT_NOTHING = 52,
    EC_SEND_ERROR = 55,
    EC_RECV_ERROR = 56,
    EC_BAD_CONTENT_ENCODING = 61,
    EC_HTTP2_STREAM = 92,
    EC_SSL_CLIENTCERT = 98,
    EC_TOO_LARGE = 100,
};

/// What callbacks may return instead of a count or success.
enum {
    EC_WRITE_PAUSE = 0x10000001,
    EC_READ_ABORT = 0x10000000,
    EC_READ_PAUSE = 0x10000001,
    EC_SEEK_FAILED = 1,
    EC_PREREQ_ABORT = 1,
};

/// What a socket is watched for, and what has become of it.
enum {
    EC_POLL_IN = 1,
    EC_POLL_OUT = 2,
    EC_POLL_REMOVE = 4,
    EC_SELECT_IN = 1,
    EC_SELECT_OUT = 2,
    EC_SELECT_ERROR = 4,
    EC_SOCKET_TIMEOUT = -1,
    EC_ERROR_TEXT_SIZE = 256,
};

typedef size_t (*ec_data_function)(char *bytes, size_t size, size_t count, void *context);
typedef int (*ec_seek_function)(void *context, int64_t offset, int origin);
typedef int (*ec_prereq_function)(void *context, char *address, char *local, int port, int local_port);
typedef int (*ec_socket_function)(ec_easy *easy, int descriptor, int what, void *context, void *unused);
typedef int (*ec_timer_function)(ec_multi *multi, long milliseconds, void *context);

/// What a handle calls; each function gets the same context.
typedef struct ec_callbacks {
    ec_data_function header;
    ec_data_function write;
    ec_data_function read;
    ec_seek_function seek;
    /// Called before a request leaves, where libcurl is 7.80 or newer.
    ec_prereq_function prereq;
} ec_callbacks;

/// Looks the libraries up and initialises libcurl; false when there is none that is 7.68 or newer.
bool ec_load(void);
/// The version of libcurl, such as 0x075801 for 7.88.1.
uint32_t ec_version_number(void);
/// The version of libcurl as text.
const char *ec_version_text(void);
/// Whether libcurl speaks HTTP/2.
bool ec_speaks_http2(void);
/// Whether zlib has been found.
bool ec_has_zlib(void);
/// Whether the process is a fork of one that has loaded the libraries: nothing of theirs may be used in it.
bool ec_is_forked(void);

ec_easy *ec_easy_make(const ec_callbacks *callbacks, char *error_text);
void ec_easy_set_context(ec_easy *easy, void *context);
void ec_easy_free(ec_easy *easy);
int ec_easy_set_number(ec_easy *easy, ec_number_option option, long value);
int ec_easy_set_pointer(ec_easy *easy, ec_pointer_option option, const void *value);
/// Says how long the body is; -1 when that isn't known.
int ec_easy_set_body_size(ec_easy *easy, int64_t size);
/// Lets a transfer go on whose callbacks have paused it.
int ec_easy_resume(ec_easy *easy);
const char *ec_easy_error_text(int code);

ec_list *ec_list_append(ec_list *list, const char *text);
void ec_list_free(ec_list *list);

ec_multi *ec_multi_make(ec_socket_function socket, ec_timer_function timer);
void ec_multi_set_context(ec_multi *multi, void *context);
void ec_multi_free(ec_multi *multi);
int ec_multi_set_number(ec_multi *multi, ec_multi_option option, long value);
int ec_multi_add(ec_multi *multi, ec_easy *easy);
int ec_multi_remove(ec_multi *multi, ec_easy *easy);
int ec_multi_act(ec_multi *multi, int descriptor, int events);
/// A context whose transfer is over, and what it ended with; null when there is none.
void *ec_multi_finished(ec_multi *multi, int *code);

// MARK: zlib

typedef struct ec_inflater ec_inflater;

/// What a step of an inflater came to.
typedef enum ec_inflation {
    EC_INFLATE_MORE = 0,
    EC_INFLATE_END = 1,
    EC_INFLATE_BROKEN = 2,
} ec_inflation;

/// Makes an inflater; `window_bits` is 31 for gzip, 15 for zlib and -15 for raw data (zlib.h, inflateInit2).
ec_inflater *ec_inflater_make(int window_bits);
void ec_inflater_free(ec_inflater *inflater);
/// Unpacks as much as there is room for; both counts say what is left afterwards.
ec_inflation ec_inflater_run(
    ec_inflater *inflater, const uint8_t *input, size_t *input_left, uint8_t *output, size_t *output_left);

// MARK: libpsl

/// Whether a domain in lower case is one below which anybody may have one; false where no list has been found.
bool ec_is_public_suffix(const char *domain);

// MARK: the kernel

typedef struct ec_event {
    int descriptor;
    /// Bits of `EC_SELECT_…`.
    int events;
} ec_event;

/// Each returns a descriptor that no child process inherits, or -1.
int ec_poller_make(void);
int ec_waker_make(void);
/// Ends the wait of a poller that watches the waker, or its next one.
void ec_waker_wake(int waker);
void ec_poller_watch_waker(int poller, int waker);
/// Watches a descriptor, or changes what it is watched for; `what` is one of `EC_POLL_…`.
void ec_poller_watch(int poller, int descriptor, int what, bool is_new);
void ec_poller_forget(int poller, int descriptor);
/// Waits for events; forever when `milliseconds` is negative.
int ec_poller_wait(int poller, ec_event *events, int capacity, int milliseconds);
/// Milliseconds of a clock that nobody sets.
int64_t ec_milliseconds(void);
/// Looks a host's name up, for as long as that takes: its addresses as `CURLOPT_RESOLVE` has them, to be freed by the
/// caller; null when there are none, and a code of getaddrinfo(3).
char *ec_look_up(const char *host, int *code);
const char *ec_look_up_error_text(int code);
/// Starts the one thread of its kind, which gets no signals.
bool ec_thread_start(void (*run)(void *), void *context);
/// Waits for the end of the thread, unless it is the one that asks.
void ec_thread_join(void);
/// Starts a thread that nobody waits for, and that gets no signals.
bool ec_thread_detach(void (*run)(void *), void *context);

#if defined(__cplusplus)
}
#endif
#endif
