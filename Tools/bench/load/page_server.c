// An HTTP server on loopback that answers every GET with one file: the upstream of measurements, never their bottleneck.
//
// usage: page_server CORE FILE [TYPE CACHING]   application/json and no-store, unless said; the port as a line on stdout; ends with its input, and then says how many it answered
//
// One thread on its own processor, connections kept alive, the answer made once.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "first.h"

enum { MOST_CONNECTIONS = 1024, REQUEST_BYTES = 8192, EVENTS = 64 };

typedef struct {
    char request[REQUEST_BYTES]; // of one that has not come whole
    size_t length;
    size_t owed;                 // answers
    size_t sent;                 // bytes of the first of them
    bool waits_for_room;
} Connection;

static Connection *connections[MOST_CONNECTIONS]; // by descriptor
static char *answer;
static size_t answer_length;
static unsigned long answered;

static void stop(const char *what) {
    perror(what);
    exit(1);
}

static void make_answer(const char *path, const char *type, const char *caching) {
    FILE *file = fopen(path, "r");
    if (!file || fseek(file, 0, SEEK_END) != 0) stop(path);
    size_t length = (size_t)ftell(file);
    rewind(file);
    answer = malloc(length + 512);
    if (!answer) stop("malloc");
    int head = snprintf(answer, 512, "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nCache-Control: %s\r\nContent-Length: %zu\r\n\r\n",
                        type, caching, length);
    if (fread(answer + head, 1, length, file) != length) stop(path);
    fclose(file);
    answer_length = (size_t)head + length;
}

// As much as the socket takes. False: the connection is over.
static bool send_answers(int descriptor, Connection *connection) {
    while (connection->owed > 0) {
        ssize_t count = send(descriptor, answer + connection->sent, answer_length - connection->sent, MSG_NOSIGNAL);
        if (count < 0) return errno == EAGAIN;
        connection->sent += (size_t)count;
        if (connection->sent < answer_length) continue;
        connection->sent = 0;
        connection->owed--;
        answered++;
    }
    return true;
}

// Reads what has come; counts the blank lines that end a request. False: the connection is over.
static bool take_requests(int descriptor, Connection *connection) {
    ssize_t count = recv(descriptor, connection->request + connection->length, REQUEST_BYTES - connection->length, 0);
    if (count <= 0) return count < 0 && errno == EAGAIN;
    connection->length += (size_t)count;
    char *begin = connection->request, *end = begin + connection->length;
    for (char *blank; (blank = memmem(begin, (size_t)(end - begin), "\r\n\r\n", 4)); begin = blank + 4) connection->owed++;
    connection->length = (size_t)(end - begin);
    memmove(connection->request, begin, connection->length);
    return connection->length < REQUEST_BYTES;
}

static void serve(int poll, int descriptor, unsigned events) {
    Connection *connection = connections[descriptor];
    bool lives = (!(events & EPOLLIN) || take_requests(descriptor, connection)) && !(events & (EPOLLERR | EPOLLHUP))
        && send_answers(descriptor, connection);
    if (!lives) {
        connections[descriptor] = NULL;
        free(connection);
        close(descriptor);
    } else if (connection->waits_for_room != (connection->owed > 0)) {
        connection->waits_for_room = connection->owed > 0;
        struct epoll_event event = {.events = EPOLLIN | (connection->owed > 0 ? EPOLLOUT : 0), .data.fd = descriptor};
        if (epoll_ctl(poll, EPOLL_CTL_MOD, descriptor, &event) != 0) stop("epoll_ctl");
    }
}

static void watch(int poll, int descriptor) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
    if (epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) != 0) stop("epoll_ctl");
}

static void welcome(int poll, int listener) {
    int descriptor;
    while ((descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        Connection *connection = descriptor < MOST_CONNECTIONS ? calloc(1, sizeof *connection) : NULL;
        if (!connection) {
            close(descriptor);
            continue;
        }
        connections[descriptor] = connection;
        watch(poll, descriptor);
    }
}

int main(int count, char **arguments) {
    if (count != 3 && count != 5) return fputs("usage: page_server CORE FILE [TYPE CACHING]\n", stderr), 2;
    cpu_set_t core;
    CPU_ZERO(&core);
    CPU_SET((size_t)atoi(arguments[1]), &core);
    if (sched_setaffinity(0, sizeof core, &core) != 0) stop("sched_setaffinity");
    first();
    make_answer(arguments[2], count > 4 ? arguments[3] : "application/json", count > 4 ? arguments[4] : "no-store");
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), poll = epoll_create1(EPOLL_CLOEXEC);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (listener < 0 || poll < 0 || bind(listener, (struct sockaddr *)&address, length) != 0 || listen(listener, 256) != 0
        || getsockname(listener, (struct sockaddr *)&address, &length) != 0) stop("no port");
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    watch(poll, STDIN_FILENO);
    watch(poll, listener);
    for (;;) {
        struct epoll_event events[EVENTS];
        int ready = epoll_wait(poll, events, EVENTS, -1);
        for (int i = 0; i < ready; i++) {
            int descriptor = events[i].data.fd;
            if (descriptor == STDIN_FILENO) {
                printf("%lu\n", answered);
                return 0;
            }
            if (descriptor == listener) welcome(poll, listener);
            else serve(poll, descriptor, events[i].events);
        }
    }
}
