/// The part of libcurl that the HTTP module uses, as typed functions.
///
/// libcurl is opened with dlopen at the first request and never linked: linking it costs every start 5 ms and 5.7 MB.
/// Its setopt and getinfo are variadic, which Swift cannot call, so the options are set here. What each transfer may
/// do at all (protocols, TLS, no proxy, no cookies) is fixed in CCurl.c and is no caller's choice.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A set of transfers driven by one thread. Only `ccurl_multi_wakeup` may be called from another thread.
typedef struct ccurl_multi ccurl_multi;

/// One transfer, with the header lines and the error text that must live as long as it does.
typedef struct ccurl_easy ccurl_easy;

/// What one request needs; it is a GET without `ccurl_easy_set_method`. Texts are copied; the callbacks are called on the thread that drives the multi handle,
/// with `context`, which must outlive the transfer.
typedef struct {
    const char *url;
    const char *user_agent;
    /// A PEM bundle in place of the system's, or NULL.
    const char *ca_file;
    /// For everything together: name look-up, connection, TLS, answer. At least 1.
    long timeout_milliseconds;
    /// Whether it takes no kept connection.
    bool is_alone;
    void *context;
    /// Takes `count` bytes of the decoded body; false stops the transfer.
    bool (*body)(void *context, const uint8_t *bytes, size_t count);
    /// Takes one line of the answer's head, with its line end; false stops the transfer.
    bool (*head)(void *context, const uint8_t *bytes, size_t count);
    /// Whether a socket may be opened to this `struct sockaddr`.
    bool (*may_connect)(void *context, const uint8_t *address, size_t count);
    /// Whether the request may be sent now, over a new or a reused connection to the numeric address `ip`.
    bool (*may_send)(void *context, const char *ip);
} ccurl_request;

/// How a finished transfer ended, in the terms that the HTTP module tells apart.
typedef enum {
    CCURL_DONE,
    CCURL_TIMED_OUT,
    CCURL_UNREACHABLE,
    CCURL_CONNECTION_LOST,
    CCURL_SHORT_BODY,
    CCURL_STOPPED_BY_CALLBACK,
    CCURL_HEAD_TOO_LARGE,
    CCURL_TLS_REFUSED,
    CCURL_MALFORMED,
} ccurl_outcome;

/// Opens libcurl, once per process unless that fails. Returns NULL when it is ready, else why it is not; valid until the
/// thread's next call.
const char *ccurl_load(void);

/// The version of libcurl and of its TLS library; NULL when it can't be used. One thread at a time.
const char *ccurl_version(void);

/// A new multi handle that keeps at most `idle_connections` open for reuse; NULL without memory or descriptors. Needs
/// `ccurl_load`.
ccurl_multi *ccurl_multi_open(long idle_connections);
/// Closes the handle and its connections. Every transfer must have been removed.
void ccurl_multi_close(ccurl_multi *multi);
/// Starts a prepared transfer; false when libcurl refuses it.
bool ccurl_multi_add(ccurl_multi *multi, ccurl_easy *easy);
/// Takes a transfer out, which closes its connection when it was not finished.
void ccurl_multi_remove(ccurl_multi *multi, ccurl_easy *easy);
/// Reads and writes what is possible without waiting.
void ccurl_multi_perform(ccurl_multi *multi);
/// Waits for something to do, a wake-up, or the time. False when waiting is impossible.
bool ccurl_multi_poll(ccurl_multi *multi, int milliseconds);
/// Ends the current or the next `ccurl_multi_poll`. May be called from any thread while the handle is open.
void ccurl_multi_wakeup(ccurl_multi *multi);
/// The context of a finished transfer and how it ended, or NULL when none is left.
void *ccurl_multi_next_done(ccurl_multi *multi, ccurl_outcome *outcome);

/// A new transfer; NULL without memory. Needs `ccurl_load`.
ccurl_easy *ccurl_easy_open(void);
/// Frees a transfer that is in no multi handle.
void ccurl_easy_close(ccurl_easy *easy);
/// Makes a transfer that ended well, and is in no multi handle, one that another request may be prepared in: of the same user agent and
/// certificates. False for one whose options no other request may have, which must be closed.
bool ccurl_easy_renew(ccurl_easy *easy);
/// Adds one header line, `Name: value`, without a line end. Before `ccurl_easy_prepare`.
bool ccurl_easy_add_header(ccurl_easy *easy, const char *line);
/// Sets another method than GET. Before `ccurl_easy_prepare`.
bool ccurl_easy_set_method(ccurl_easy *easy, const char *method);
/// Adds a body, which is copied, to a request of another method. Before `ccurl_easy_prepare`; its type is a header line.
bool ccurl_easy_add_body(ccurl_easy *easy, const void *bytes, size_t count);
/// Sets every option, of a renewed one those that differ. False when libcurl refuses one: then the transfer must not be started.
bool ccurl_easy_prepare(ccurl_easy *easy, const ccurl_request *request);
/// libcurl's own words about what went wrong, or "". Valid until the transfer is closed.
const char *ccurl_easy_error(const ccurl_easy *easy);
/// Whether no socket could be opened because the process may open no more files.
bool ccurl_easy_lacked_descriptors(const ccurl_easy *easy);
/// The status code of the answer, or 0.
long ccurl_easy_status(const ccurl_easy *easy);
