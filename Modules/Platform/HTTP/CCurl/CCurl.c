#include "CCurl.h"

#include <CDynamicLibrary.h>
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

/// 7.85 brought the last option that a transfer needs, CURLOPT_PROTOCOLS_STR.
enum { OLDEST_VERSION = 0x075500 };

/// libcurl's functions, found by name.
static struct {
    CURLcode (*global_init)(long flags);
    curl_version_info_data *(*version_info)(CURLversion version);
    struct curl_slist *(*slist_append)(struct curl_slist *list, const char *line);
    void (*slist_free_all)(struct curl_slist *list);
    CURL *(*easy_init)(void);
    void (*easy_cleanup)(CURL *easy);
    CURLcode (*easy_setopt)(CURL *easy, CURLoption option, ...);
    CURLcode (*easy_getinfo)(CURL *easy, CURLINFO info, ...);
    CURLM *(*multi_init)(void);
    CURLMcode (*multi_cleanup)(CURLM *multi);
    CURLMcode (*multi_setopt)(CURLM *multi, CURLMoption option, ...);
    CURLMcode (*multi_add_handle)(CURLM *multi, CURL *easy);
    CURLMcode (*multi_remove_handle)(CURLM *multi, CURL *easy);
    CURLMcode (*multi_perform)(CURLM *multi, int *running);
    CURLMcode (*multi_poll)(CURLM *multi, struct curl_waitfd *extra, unsigned count, int timeout, int *ready);
    CURLMcode (*multi_wakeup)(CURLM *multi);
    CURLMsg *(*multi_info_read)(CURLM *multi, int *left);
} curl;

struct ccurl_easy {
    CURL *handle;
    struct curl_slist *headers;
    ccurl_request request;
    bool lacked_descriptors;
    /// Whether the options that are the same for every request are set.
    bool is_prepared;
    /// Whether it has options that the next request may not have: another method, a body, a connection of its own.
    bool is_special;
    char error[CURL_ERROR_SIZE];
};

// MARK: Loading

static pthread_mutex_t load_lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_loaded;
/// Of each thread its own: another one may try again meanwhile.
static _Thread_local char load_fault[256];

static void load(void) {
    // Never closed again: a detached name look-up may still be running inside it.
    cdynamic_library library;
    if (!cdynamic_open(&library, "libcurl.so.4", load_fault, sizeof load_fault)) return;
    if (!cdynamic_find(&library, "curl_global_init", &curl.global_init)
        || !cdynamic_find(&library, "curl_version_info", &curl.version_info)
        || !cdynamic_find(&library, "curl_slist_append", &curl.slist_append)
        || !cdynamic_find(&library, "curl_slist_free_all", &curl.slist_free_all)
        || !cdynamic_find(&library, "curl_easy_init", &curl.easy_init)
        || !cdynamic_find(&library, "curl_easy_cleanup", &curl.easy_cleanup)
        || !cdynamic_find(&library, "curl_easy_setopt", &curl.easy_setopt)
        || !cdynamic_find(&library, "curl_easy_getinfo", &curl.easy_getinfo)
        || !cdynamic_find(&library, "curl_multi_init", &curl.multi_init)
        || !cdynamic_find(&library, "curl_multi_cleanup", &curl.multi_cleanup)
        || !cdynamic_find(&library, "curl_multi_setopt", &curl.multi_setopt)
        || !cdynamic_find(&library, "curl_multi_add_handle", &curl.multi_add_handle)
        || !cdynamic_find(&library, "curl_multi_remove_handle", &curl.multi_remove_handle)
        || !cdynamic_find(&library, "curl_multi_perform", &curl.multi_perform)
        || !cdynamic_find(&library, "curl_multi_poll", &curl.multi_poll)
        || !cdynamic_find(&library, "curl_multi_wakeup", &curl.multi_wakeup)
        || !cdynamic_find(&library, "curl_multi_info_read", &curl.multi_info_read)) {
        return;
    }
    curl_version_info_data *version = curl.version_info(CURLVERSION_NOW);
    if (version == NULL || version->version_num < OLDEST_VERSION) {
        snprintf(load_fault, sizeof load_fault, "libcurl 7.85 or newer is needed, found %s",
                 version != NULL ? version->version : "none");
        return;
    }
    if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        snprintf(load_fault, sizeof load_fault, "libcurl could not initialise itself");
    }
}

const char *ccurl_load(void) {
    load_fault[0] = 0;
    pthread_mutex_lock(&load_lock);
    // Tried again after a failure: the process may only have been out of descriptors.
    if (!is_loaded) {
        load();
        is_loaded = load_fault[0] == 0;
    }
    pthread_mutex_unlock(&load_lock);
    return load_fault[0] == 0 ? NULL : load_fault;
}

const char *ccurl_version(void) {
    static char text[128];
    if (ccurl_load() != NULL) return NULL;
    curl_version_info_data *version = curl.version_info(CURLVERSION_NOW);
    snprintf(text, sizeof text, "%s, %s", version->version, version->ssl_version != NULL ? version->ssl_version : "no TLS");
    return text;
}

// MARK: Callbacks, from libcurl's signatures to typed ones

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
    ccurl_easy *easy = context;
    return easy->request.body(easy->request.context, (const uint8_t *)bytes, size * count) ? size * count : 0;
}

static size_t take_head(char *bytes, size_t size, size_t count, void *context) {
    ccurl_easy *easy = context;
    return easy->request.head(easy->request.context, (const uint8_t *)bytes, size * count) ? size * count : 0;
}

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    ccurl_easy *easy = context;
    (void)purpose;
    if (!easy->request.may_connect(easy->request.context, (const uint8_t *)&address->addr, address->addrlen)) {
        return CURL_SOCKET_BAD;
    }
    int opened = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    if (opened < 0) {
        easy->lacked_descriptors = errno == EMFILE || errno == ENFILE;
        return CURL_SOCKET_BAD;
    }
    return opened;
}

static int before_request(void *context, char *ip, char *local_ip, int port, int local_port) {
    ccurl_easy *easy = context;
    (void)local_ip, (void)port, (void)local_port;
    return easy->request.may_send(easy->request.context, ip) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

// MARK: One transfer

ccurl_easy *ccurl_easy_open(void) {
    ccurl_easy *easy = calloc(1, sizeof *easy);
    if (easy == NULL) {
        return NULL;
    }
    easy->handle = curl.easy_init();
    if (easy->handle == NULL) {
        free(easy);
        return NULL;
    }
    return easy;
}

void ccurl_easy_close(ccurl_easy *easy) {
    curl.easy_cleanup(easy->handle);
    curl.slist_free_all(easy->headers);
    free(easy);
}

bool ccurl_easy_renew(ccurl_easy *easy) {
    if (easy->is_special) {
        return false;
    }
    // `ccurl_easy_prepare` sets another list before it is read again.
    curl.slist_free_all(easy->headers);
    easy->headers = NULL;
    easy->request = (ccurl_request){0};
    easy->lacked_descriptors = false;
    easy->error[0] = 0;
    return true;
}

bool ccurl_easy_add_header(ccurl_easy *easy, const char *line) {
    struct curl_slist *longer = curl.slist_append(easy->headers, line);
    easy->headers = longer != NULL ? longer : easy->headers;
    return longer != NULL;
}

bool ccurl_easy_set_method(ccurl_easy *easy, const char *method) {
    easy->is_special = true;
    return curl.easy_setopt(easy->handle, CURLOPT_CUSTOMREQUEST, method) == CURLE_OK;
}

bool ccurl_easy_add_body(ccurl_easy *easy, const void *bytes, size_t count) {
    easy->is_special = true;
    // The empty "Expect" keeps libcurl from waiting a second for "100 Continue" before a body of more than 1 MiB.
    return ccurl_easy_add_header(easy, "Expect:")
        && curl.easy_setopt(easy->handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count) == CURLE_OK
        && curl.easy_setopt(easy->handle, CURLOPT_COPYPOSTFIELDS, count == 0 ? "" : bytes) == CURLE_OK;
}

bool ccurl_easy_prepare(ccurl_easy *easy, const ccurl_request *request) {
    easy->request = *request;
    CURL *handle = easy->handle;
    bool accepted = true;
    easy->is_special = easy->is_special || request->is_alone;
#define SET(option, value) accepted = accepted && curl.easy_setopt(handle, option, value) == CURLE_OK
    SET(CURLOPT_URL, request->url);
    if (request->is_alone) {
        SET(CURLOPT_FRESH_CONNECT, 1L);
    }
    SET(CURLOPT_TIMEOUT_MS, request->timeout_milliseconds);
    SET(CURLOPT_PRIVATE, request->context);
    SET(CURLOPT_HTTPHEADER, easy->headers);
    if (easy->is_prepared) {
        return accepted;
    }
    SET(CURLOPT_USERAGENT, request->user_agent);
    SET(CURLOPT_ERRORBUFFER, easy->error);
    SET(CURLOPT_ACCEPT_ENCODING, "");
    SET(CURLOPT_WRITEFUNCTION, take_body);
    SET(CURLOPT_WRITEDATA, easy);
    SET(CURLOPT_HEADERFUNCTION, take_head);
    SET(CURLOPT_HEADERDATA, easy);
    // The address that is really connected to is checked, not the name (H4, H6), before the socket and once more
    // before the request, which also covers a reused connection.
    SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
    SET(CURLOPT_OPENSOCKETDATA, easy);
    SET(CURLOPT_PREREQFUNCTION, before_request);
    SET(CURLOPT_PREREQDATA, easy);
    // Redirects are followed hop by hop by the caller, who checks each (H5).
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
    // A proxy would connect in our place, past the address check: the environment's are not used.
    SET(CURLOPT_PROXY, "");
    SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    SET(CURLOPT_SSL_VERIFYPEER, 1L);
    SET(CURLOPT_SSL_VERIFYHOST, 2L);
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    if (request->ca_file != NULL) {
        SET(CURLOPT_CAINFO, request->ca_file);
    }
    // One request per connection at a time, so that a cancelled request closes its connection.
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    SET(CURLOPT_HTTP09_ALLOWED, 0L);
    // The path goes out as it was built: `%2E%2E` and `//` are a reader's search text, not places to climb to.
    SET(CURLOPT_PATH_AS_IS, 1L);
    SET(CURLOPT_NOSIGNAL, 1L);
    // A page of 44 KB is read at once: by the 16 KB that are the default it takes three reads, with a poll before each.
    SET(CURLOPT_BUFFERSIZE, 100L * 1024);
#undef SET
#if LIBCURL_VERSION_NUM >= 0x075700
    // Without this a transfer that ends during a name look-up waits for the resolver, and all others with it (H3).
    // An older library refuses the option; it is then slower, not wrong.
    curl.easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#endif
    easy->is_prepared = accepted;
    return accepted;
}

const char *ccurl_easy_error(const ccurl_easy *easy) {
    return easy->error;
}

bool ccurl_easy_lacked_descriptors(const ccurl_easy *easy) {
    return easy->lacked_descriptors;
}

long ccurl_easy_status(const ccurl_easy *easy) {
    long status = 0;
    return curl.easy_getinfo(easy->handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

// MARK: The transfers of one thread

ccurl_multi *ccurl_multi_open(long idle_connections) {
    CURLM *multi = curl.multi_init();
    if (multi == NULL) {
        return NULL;
    }
    // Without descriptors libcurl makes a handle that nobody can wake: its requests would wait until it wakes by itself.
    if (curl.multi_wakeup(multi) != CURLM_OK) {
        curl.multi_cleanup(multi);
        return NULL;
    }
    curl.multi_setopt(multi, CURLMOPT_MAXCONNECTS, idle_connections);
    return (ccurl_multi *)multi;
}

void ccurl_multi_close(ccurl_multi *multi) {
    curl.multi_cleanup((CURLM *)multi);
}

bool ccurl_multi_add(ccurl_multi *multi, ccurl_easy *easy) {
    return curl.multi_add_handle((CURLM *)multi, easy->handle) == CURLM_OK;
}

void ccurl_multi_remove(ccurl_multi *multi, ccurl_easy *easy) {
    curl.multi_remove_handle((CURLM *)multi, easy->handle);
}

void ccurl_multi_perform(ccurl_multi *multi) {
    int running;
    curl.multi_perform((CURLM *)multi, &running);
}

bool ccurl_multi_poll(ccurl_multi *multi, int milliseconds) {
    return curl.multi_poll((CURLM *)multi, NULL, 0, milliseconds, NULL) == CURLM_OK;
}

void ccurl_multi_wakeup(ccurl_multi *multi) {
    curl.multi_wakeup((CURLM *)multi);
}

static ccurl_outcome outcome_of(CURLcode code) {
    switch (code) {
    case CURLE_OK:
        return CCURL_DONE;
    case CURLE_OPERATION_TIMEDOUT:
        return CCURL_TIMED_OUT;
    case CURLE_PARTIAL_FILE:
        return CCURL_SHORT_BODY;
    case CURLE_WRITE_ERROR:
    case CURLE_ABORTED_BY_CALLBACK:
        return CCURL_STOPPED_BY_CALLBACK;
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
        return CCURL_CONNECTION_LOST;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ENGINE_INITFAILED:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
        return CCURL_TLS_REFUSED;
    case CURLE_UNSUPPORTED_PROTOCOL: // an answer without a status line: "HTTP/0.9"
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING:
        return CCURL_MALFORMED;
    case CURLE_OUT_OF_MEMORY: // how libcurl before 8.6 says that a head line is over its own limit of 100 KiB
#if LIBCURL_VERSION_NUM >= 0x080600
    case CURLE_TOO_LARGE:
#endif
        return CCURL_HEAD_TOO_LARGE;
    default:
        return CCURL_UNREACHABLE;
    }
}

void *ccurl_multi_next_done(ccurl_multi *multi, ccurl_outcome *outcome) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl.multi_info_read((CURLM *)multi, &left)) != NULL) {
        void *context = NULL;
        if (message->msg == CURLMSG_DONE
            && curl.easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &context) == CURLE_OK && context != NULL) {
            *outcome = outcome_of(message->data.result);
            return context;
        }
    }
    return NULL;
}
