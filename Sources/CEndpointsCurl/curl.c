// libcurl: looked up, and called with types that Swift can check.
#if defined(__linux__)
#define _GNU_SOURCE
#include "CEndpointsCurl.h"
#include "lookup.h"

#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct {
    int message;
    ec_easy *easy;
    union {
        void *whatever;
        int code;
    } data;
} multi_message;

typedef struct {
    int age;
    const char *version;
    unsigned int version_number;
    const char *host;
    int features;
    const char *ssl_version;
} library_version;

struct address {
    int family;
    int type;
    int protocol;
    unsigned int length;
    struct sockaddr address;
};

// A fully static program has no symbol table to search: there the linker fills these in, when something else needs them.
#define FUNCTION(result, name, arguments)                       \
    extern result curl_##name arguments __attribute__((weak)); \
    static result(*name) arguments;

FUNCTION(int, global_init, (long))
FUNCTION(library_version *, version_info, (int))
FUNCTION(ec_easy *, easy_init, (void))
FUNCTION(void, easy_cleanup, (ec_easy *))
FUNCTION(int, easy_setopt, (ec_easy *, int, ...))
FUNCTION(int, easy_getinfo, (ec_easy *, int, ...))
FUNCTION(int, easy_pause, (ec_easy *, int))
FUNCTION(const char *, easy_strerror, (int))
FUNCTION(ec_list *, slist_append, (ec_list *, const char *))
FUNCTION(void, slist_free_all, (ec_list *))
FUNCTION(ec_multi *, multi_init, (void))
FUNCTION(int, multi_cleanup, (ec_multi *))
FUNCTION(int, multi_setopt, (ec_multi *, int, ...))
FUNCTION(int, multi_add_handle, (ec_multi *, ec_easy *))
FUNCTION(int, multi_remove_handle, (ec_multi *, ec_easy *))
FUNCTION(int, multi_socket_action, (ec_multi *, int, int, int *))
FUNCTION(multi_message *, multi_info_read, (ec_multi *, int *))

enum {
    // Of curl_easy_setopt.
    WRITEFUNCTION = 20011,
    READFUNCTION = 20012,
    INFILESIZE_LARGE = 30115,
    HEADERFUNCTION = 20079,
    OPENSOCKETFUNCTION = 20163,
    SSL_CTX_FUNCTION = 20108,
    SEEKFUNCTION = 20167,
    PREREQFUNCTION = 20312,
    // Of curl_easy_getinfo.
    INFO_PRIVATE = 0x100000 + 21,
    INFO_PRIMARY_IP = 0x100000 + 32,
    INFO_HEADER_SIZE = 0x200000 + 11,
    INFO_REQUEST_SIZE = 0x200000 + 12,
    INFO_NUM_CONNECTS = 0x200000 + 26,
    INFO_PRIMARY_PORT = 0x200000 + 40,
    INFO_HTTP_VERSION = 0x200000 + 46,
    INFO_SIZE_UPLOAD_T = 0x600000 + 7,
    INFO_SIZE_DOWNLOAD_T = 0x600000 + 8,
    INFO_NAMELOOKUP_TIME_T = 0x600000 + 51,
    INFO_CONNECT_TIME_T = 0x600000 + 52,
    INFO_PRETRANSFER_TIME_T = 0x600000 + 53,
    INFO_APPCONNECT_TIME_T = 0x600000 + 56,
    // Of curl_multi_setopt.
    MULTI_SOCKETFUNCTION = 20001,
    MULTI_SOCKETDATA = 10002,
    MULTI_TIMERFUNCTION = 20004,
    MULTI_TIMERDATA = 10005,

    GLOBAL_ALL = 3,
    FEATURE_HTTP2 = 1 << 16,
    OLDEST_VERSION = 0x074400,
    VERSION_WITH_PREREQ = 0x075000,
    // From here on the size of a request is that of all of it; before, it is that of its head.
    VERSION_WITH_WHOLE_SIZES = 0x080700,
};

static const library_version *version;
static volatile bool is_forked;

static void note_fork(void) { is_forked = true; }

static bool look_up(void) {
#define LOOK_UP(name) \
    if (!(*(void **)&name = ec_symbol((void *)curl_##name, "curl_" #name, "libcurl.so.4"))) return false;
    LOOK_UP(global_init)
    LOOK_UP(version_info)
    LOOK_UP(easy_init)
    LOOK_UP(easy_cleanup)
    LOOK_UP(easy_setopt)
    LOOK_UP(easy_getinfo)
    LOOK_UP(easy_pause)
    LOOK_UP(easy_strerror)
    LOOK_UP(slist_append)
    LOOK_UP(slist_free_all)
    LOOK_UP(multi_init)
    LOOK_UP(multi_cleanup)
    LOOK_UP(multi_setopt)
    LOOK_UP(multi_add_handle)
    LOOK_UP(multi_remove_handle)
    LOOK_UP(multi_socket_action)
    LOOK_UP(multi_info_read)
    return true;
}

bool ec_load(void) {
    if (!look_up() || global_init(GLOBAL_ALL) != 0) return false;
    version = version_info(0);
    return version && version->version_number >= OLDEST_VERSION && pthread_atfork(NULL, NULL, note_fork) == 0;
}

uint32_t ec_version_number(void) { return version ? version->version_number : 0; }
const char *ec_version_text(void) { return version ? version->version : ""; }
const char *ec_tls_library(void) { return version && version->ssl_version ? version->ssl_version : ""; }
bool ec_speaks_http2(void) { return version && (version->features & FEATURE_HTTP2); }
bool ec_is_forked(void) { return is_forked; }

// libcurl's own sockets are inherited by child processes.
static int open_socket(void *context, int purpose, struct address *address) {
    (void)context;
    (void)purpose;
    return socket(address->family, address->type | SOCK_CLOEXEC, address->protocol);
}

ec_easy *ec_easy_make(const ec_callbacks *callbacks, char *error_text) {
    ec_easy *easy = easy_init();
    if (!easy) return NULL;
    easy_setopt(easy, EC_ERRORBUFFER, error_text);
    easy_setopt(easy, HEADERFUNCTION, callbacks->header);
    easy_setopt(easy, WRITEFUNCTION, callbacks->write);
    easy_setopt(easy, READFUNCTION, callbacks->read);
    easy_setopt(easy, SEEKFUNCTION, callbacks->seek);
    easy_setopt(easy, OPENSOCKETFUNCTION, open_socket);
    if (version->version_number >= VERSION_WITH_PREREQ) easy_setopt(easy, PREREQFUNCTION, callbacks->prereq);
    return easy;
}

void ec_easy_set_context(ec_easy *easy, void *context) {
    easy_setopt(easy, EC_PRIVATE, context);
    easy_setopt(easy, EC_HEADERDATA, context);
    easy_setopt(easy, EC_WRITEDATA, context);
    easy_setopt(easy, EC_READDATA, context);
    easy_setopt(easy, EC_SEEKDATA, context);
    if (version->version_number >= VERSION_WITH_PREREQ) easy_setopt(easy, EC_PREREQDATA, context);
}

void ec_easy_free(ec_easy *easy) { easy_cleanup(easy); }
int ec_easy_set_number(ec_easy *easy, ec_number_option option, long value) { return easy_setopt(easy, option, value); }
int ec_easy_set_pointer(ec_easy *easy, ec_pointer_option option, const void *value) {
    return easy_setopt(easy, option, value);
}
int ec_easy_set_body_size(ec_easy *easy, int64_t size) { return easy_setopt(easy, INFILESIZE_LARGE, size); }

static int set_tls_up(ec_easy *easy, void *context, void *settings) {
    (void)easy;
    return ec_tls_set_up(context, settings) == 0 ? EC_OK : EC_SSL_CONNECT_ERROR;
}

bool ec_easy_set_tls(ec_easy *easy, const ec_tls *tls) {
    return easy_setopt(easy, SSL_CTX_FUNCTION, set_tls_up) == EC_OK
        && easy_setopt(easy, EC_SSL_CONTEXT_DATA, tls) == EC_OK;
}

int ec_easy_resume(ec_easy *easy) { return easy_pause(easy, 0); }
long ec_easy_info(ec_easy *easy, ec_info info) {
    long value = 0;
    return easy_getinfo(easy, info, &value) == EC_OK ? value : 0;
}

const char *ec_easy_error_text(int code) { return easy_strerror(code); }

ec_connection ec_easy_connection(ec_easy *easy) {
    ec_connection found = {0};
    easy_getinfo(easy, INFO_NAMELOOKUP_TIME_T, &found.name_lookup);
    easy_getinfo(easy, INFO_CONNECT_TIME_T, &found.connect);
    easy_getinfo(easy, INFO_APPCONNECT_TIME_T, &found.tls);
    easy_getinfo(easy, INFO_PRETRANSFER_TIME_T, &found.ready);
    easy_getinfo(easy, INFO_NUM_CONNECTS, &found.made);
    easy_getinfo(easy, INFO_PRIMARY_IP, &found.address);
    easy_getinfo(easy, INFO_PRIMARY_PORT, &found.port);
    if (!found.address) found.address = "";
    return found;
}

ec_traffic ec_easy_traffic(ec_easy *easy) {
    ec_traffic found = {0};
    long request = 0, received_head = 0;
    easy_getinfo(easy, INFO_REQUEST_SIZE, &request);
    if (version->version_number < VERSION_WITH_WHOLE_SIZES) easy_getinfo(easy, INFO_SIZE_UPLOAD_T, &found.sent);
    easy_getinfo(easy, INFO_HEADER_SIZE, &received_head);
    easy_getinfo(easy, INFO_SIZE_DOWNLOAD_T, &found.received);
    easy_getinfo(easy, INFO_HTTP_VERSION, &found.http_version);
    found.sent += request;
    found.received += received_head;
    return found;
}

ec_list *ec_list_append(ec_list *list, const char *text) { return slist_append(list, text); }
void ec_list_free(ec_list *list) { slist_free_all(list); }

ec_multi *ec_multi_make(ec_socket_function socket, ec_timer_function timer) {
    ec_multi *multi = multi_init();
    if (!multi) return NULL;
    multi_setopt(multi, MULTI_SOCKETFUNCTION, socket);
    multi_setopt(multi, MULTI_TIMERFUNCTION, timer);
    return multi;
}

void ec_multi_set_context(ec_multi *multi, void *context) {
    multi_setopt(multi, MULTI_SOCKETDATA, context);
    multi_setopt(multi, MULTI_TIMERDATA, context);
}

void ec_multi_free(ec_multi *multi) { multi_cleanup(multi); }
int ec_multi_set_number(ec_multi *multi, ec_multi_option option, long value) {
    return multi_setopt(multi, option, value);
}
int ec_multi_add(ec_multi *multi, ec_easy *easy) { return multi_add_handle(multi, easy); }
int ec_multi_remove(ec_multi *multi, ec_easy *easy) { return multi_remove_handle(multi, easy); }
int ec_multi_act(ec_multi *multi, int descriptor, int events) {
    int running = 0;
    return multi_socket_action(multi, descriptor, events, &running);
}

void *ec_multi_finished(ec_multi *multi, int *code) {
    int left = 0;
    for (multi_message *next; (next = multi_info_read(multi, &left));) {
        void *context = NULL;
        if (next->message != 1) continue;
        *code = next->data.code;
        easy_getinfo(next->easy, INFO_PRIVATE, &context);
        return context;
    }
    return NULL;
}
#endif
