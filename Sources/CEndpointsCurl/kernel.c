// The kernel's event interface, a clock, and the thread that waits.
#if defined(__linux__)
#define _GNU_SOURCE
#include "CEndpointsCurl.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

int ec_poller_make(void) { return epoll_create1(EPOLL_CLOEXEC); }
int ec_waker_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void ec_waker_wake(int waker) {
    uint64_t one = 1;
    while (write(waker, &one, sizeof one) < 0 && errno == EINTR) {}
}

void ec_poller_watch_waker(int poller, int waker) {
    // Each wake is an event of its own, so that nobody needs to read the count.
    struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.fd = waker};
    epoll_ctl(poller, EPOLL_CTL_ADD, waker, &event);
}

void ec_poller_watch(int poller, int descriptor, int what, bool is_new) {
    struct epoll_event event = {.data.fd = descriptor};
    if (what & EC_POLL_IN) event.events |= EPOLLIN;
    if (what & EC_POLL_OUT) event.events |= EPOLLOUT;
    // A closed descriptor leaves the poller by itself, and its number may have come back since.
    if (epoll_ctl(poller, is_new ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event) != 0) {
        epoll_ctl(poller, is_new ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, descriptor, &event);
    }
}

void ec_poller_forget(int poller, int descriptor) {
    struct epoll_event unused;
    epoll_ctl(poller, EPOLL_CTL_DEL, descriptor, &unused);
}

int ec_poller_wait(int poller, ec_event *events, int capacity, int milliseconds) {
    enum { MOST = 64 };
    struct epoll_event ready[MOST];
    int count = epoll_wait(poller, ready, capacity < MOST ? capacity : MOST, milliseconds);
    for (int index = 0; index < count; index++) {
        events[index].descriptor = ready[index].data.fd;
        events[index].events = ((ready[index].events & EPOLLIN) ? EC_SELECT_IN : 0)
            | ((ready[index].events & EPOLLOUT) ? EC_SELECT_OUT : 0)
            | ((ready[index].events & (EPOLLERR | EPOLLHUP)) ? EC_SELECT_ERROR : 0);
    }
    return count < 0 ? 0 : count;
}

int64_t ec_milliseconds(void) { return ec_microseconds() / 1000; }

int64_t ec_microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

char *ec_look_up(const char *host, int *code) {
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *found = NULL;
    if ((*code = getaddrinfo(host, NULL, &hints, &found)) != 0) return NULL;
    size_t count = 0, length = 0;
    for (struct addrinfo *each = found; each; each = each->ai_next) count++;
    char *text = malloc(count * (INET6_ADDRSTRLEN + 3) + 1);
    for (struct addrinfo *each = found; text && each; each = each->ai_next) {
        char address[INET6_ADDRSTRLEN];
        bool is_v6 = each->ai_family == AF_INET6;
        const void *bytes = is_v6 ? (const void *)&((struct sockaddr_in6 *)each->ai_addr)->sin6_addr
                                  : (const void *)&((struct sockaddr_in *)each->ai_addr)->sin_addr;
        if (!is_v6 && each->ai_family != AF_INET) continue;
        if (!inet_ntop(each->ai_family, bytes, address, sizeof address)) continue;
        length += (size_t)sprintf(text + length, is_v6 ? "%s[%s]" : "%s%s", length ? "," : "", address);
    }
    freeaddrinfo(found);
    if (text && length > 0) return text;
    free(text);
    *code = EAI_NONAME;
    return NULL;
}

const char *ec_look_up_error_text(int code) { return gai_strerror(code); }

typedef struct job {
    void (*run)(void *);
    void *context;
} job;

static void *run_job(void *argument) {
    job work = *(job *)argument;
    free(argument);
    work.run(work.context);
    return NULL;
}

// A new thread has the mask of signals of the one that makes it.
static bool start(pthread_t *thread, void (*run)(void *), void *context) {
    job *argument = malloc(sizeof(job));
    if (!argument) return false;
    *argument = (job){run, context};
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool is_started = pthread_create(thread, NULL, run_job, argument) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!is_started) free(argument);
    return is_started;
}

static pthread_t only_thread;

bool ec_thread_start(void (*run)(void *), void *context) {
    if (!start(&only_thread, run, context)) return false;
#if defined(__GLIBC__)
    pthread_setname_np(only_thread, "Endpoints");
#endif
    return true;
}

void ec_thread_join(void) {
    if (!pthread_equal(pthread_self(), only_thread)) pthread_join(only_thread, NULL);
}

bool ec_thread_detach(void (*run)(void *), void *context) {
    pthread_t thread;
    return start(&thread, run, context) && pthread_detach(thread) == 0;
}
#endif
