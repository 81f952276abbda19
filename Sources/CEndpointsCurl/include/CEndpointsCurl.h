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
    EC_SSL_VERSION = 32,
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
    EC_PROXY_ADDRESS = 10004,
    EC_READDATA = 10009,
    EC_ERRORBUFFER = 10010,
    EC_HTTPHEADER = 10023,
    EC_HEADERDATA = 10029,
    EC_CUSTOMREQUEST = 10036,
    EC_CA_FILE = 10065,
    EC_CA_FOLDER = 10097,
    EC_PRIVATE = 10103,
    EC_SSL_CONTEXT_DATA = 10109,
    EC_SEEKDATA = 10168,
    EC_PROXY_USER = 10175,
    EC_PROXY_PASSWORD = 10176,
    EC_NO_PROXY = 10177,
    EC_RESOLVE = 10203,
    EC_UNIX_SOCKET_PATH = 10231,
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
    EC_SSL_CONNECT_ERROR = 35,
    EC_BAD_FUNCTION_ARGUMENT = 43,
    EC_GOT_NOTHING = 52,
    EC_SEND_ERROR = 55,
    EC_RECV_ERROR = 56,
    EC_PEER_FAILED_VERIFICATION = 60,
    EC_BAD_CONTENT_ENCODING = 61,
    EC_HTTP2_STREAM = 92,
    EC_PROXY = 97,
    EC_SSL_CLIENTCERT = 98,
    EC_TOO_LARGE = 100,
};

/// What a handle tells of its last transfer.
typedef enum ec_info {
    EC_INFO_SSL_VERIFY_RESULT = 0x200000 + 13,
    EC_INFO_HTTP_CONNECT_CODE = 0x200000 + 22,
    EC_INFO_PROXY_ERROR = 0x200000 + 59,
} ec_info;

/// What OpenSSL thinks of a certificate (openssl/x509_vfy.h).
enum {
    EC_VERIFY_OK = 0,
    EC_VERIFY_UNSPECIFIED = 1,
    EC_VERIFY_NOT_YET_VALID = 9,
    EC_VERIFY_EXPIRED = 10,
    EC_VERIFY_REFUSED_BY_APPLICATION = 50,
    EC_VERIFY_HOST_MISMATCH = 62,
};

/// What a SOCKS proxy came to (`CURLPX_…`).
enum {
    EC_PROXY_CLOSED = 3,
    EC_PROXY_NO_AUTH = 12,
    EC_PROXY_RECV_ADDRESS = 13,
    EC_PROXY_RECV_REQACK = 16,
    EC_PROXY_CONNECTION_REFUSED = 19,
    EC_PROXY_SERVER_FAILURE = 20,
    EC_PROXY_HOST_UNREACHABLE = 21,
    EC_PROXY_NETWORK_UNREACHABLE = 22,
    EC_PROXY_TTL_EXPIRED = 24,
    EC_PROXY_RESOLVE_HOST = 27,
    EC_PROXY_SEND_AUTH = 28,
    EC_PROXY_SEND_REQUEST = 30,
    EC_PROXY_USER_REJECTED = 33,
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

/// What is known of a transfer's connection; times are microseconds from the transfer's start, and 0 for what hasn't been.
typedef struct ec_connection {
    /// When the name was known, the connection was made, and its TLS was ready.
    int64_t name_lookup, connect, tls;
    /// When the request could leave; not yet when libcurl asks whether it may.
    int64_t ready;
    /// The number of connections that were made for it.
    long made;
    /// The address at the other end, which holds as long as the transfer; empty when there is none.
    const char *address;
    long port;
} ec_connection;

/// What a transfer has sent and received.
typedef struct ec_traffic {
    /// Sizes in bytes, before a content coding is undone.
    int64_t sent, received;
    /// 1 for HTTP/1.0, 2 for HTTP/1.1, 3 for HTTP/2, 30 for HTTP/3; 0 before the answer.
    long http_version;
} ec_traffic;

/// Looks the libraries up and initialises libcurl; false when there is none that is 7.68 or newer.
bool ec_load(void);
/// The version of libcurl, such as 0x075801 for 7.88.1.
uint32_t ec_version_number(void);
/// The version of libcurl as text.
const char *ec_version_text(void);
/// What libcurl does TLS by, such as `OpenSSL/3.0.15`.
const char *ec_tls_library(void);
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
/// What is known about the last transfer; 0 where libcurl is too old to tell.
long ec_easy_info(ec_easy *easy, ec_info info);
/// Lets a transfer go on whose callbacks have paused it.
int ec_easy_resume(ec_easy *easy);
const char *ec_easy_error_text(int code);
ec_connection ec_easy_connection(ec_easy *easy);
ec_traffic ec_easy_traffic(ec_easy *easy);

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

// MARK: OpenSSL

/// What a session trusts, and what it shows to servers; it is not changed any more once a handle has it.
typedef struct ec_tls ec_tls;

/// What became of a client's certificate and key.
typedef enum ec_identity {
    EC_IDENTITY_OK = 0,
    EC_IDENTITY_MALFORMED = 1,
    EC_IDENTITY_PASSWORD = 2,
    EC_IDENTITY_OLD_CIPHER = 3,
    EC_IDENTITY_MISMATCH = 4,
} ec_identity;

/// Looks OpenSSL up; false when it isn't what libcurl uses. Nothing else here may be called then.
bool ec_tls_load(void);
ec_tls *ec_tls_make(void);
void ec_tls_free(ec_tls *tls);
/// Trusts the certificates of a PEM text, alone or besides the system's, and returns how many there are.
size_t ec_tls_trust(ec_tls *tls, const void *pem, size_t size, bool alone);
/// Takes a client's certificate and those after it, of which there have to be so many, and its key.
ec_identity ec_tls_identify_pem(
    ec_tls *tls, const void *pem, size_t size, size_t count, const void *key, size_t key_size, const char *password);
ec_identity ec_tls_identify_pkcs12(ec_tls *tls, const void *data, size_t size, const char *password);
/// Asks of a server's chain that it has one of the public keys, whose SHA-256 hashes follow each other.
bool ec_tls_pin(ec_tls *tls, const uint8_t *hashes, size_t count);
/// Puts the settings into one of OpenSSL's contexts.
int ec_tls_set_up(void *context, const ec_tls *tls);
/// Uses the settings for the connections of a handle, for as long as these live; false when libcurl can't.
bool ec_easy_set_tls(ec_easy *easy, const ec_tls *tls);

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
/// Milliseconds, and microseconds, of a clock that nobody sets.
int64_t ec_milliseconds(void);
int64_t ec_microseconds(void);
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
