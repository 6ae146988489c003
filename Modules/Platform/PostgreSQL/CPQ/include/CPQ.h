/// The part of libpq that the PostgreSQL module uses, as typed functions.
///
/// libpq is opened with dlopen when a server is configured and never linked: without one nothing of it is loaded. Its functions
/// and numbers are declared here, since they have not changed since version 14; no header of libpq is needed to build.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A connection: libpq's PGconn. One thread at a time.
typedef struct pg_conn cpq_connection;

/// An answer: libpq's PGresult.
typedef struct pg_result cpq_result;

/// State of a connection that is being made.
typedef enum { CPQ_FAILED, CPQ_WANTS_READ, CPQ_WANTS_WRITE, CPQ_CONNECTED } cpq_connecting;

/// Meaning of an answer.
typedef enum { CPQ_ROWS, CPQ_DONE, CPQ_SYNC, CPQ_SKIPPED, CPQ_ERROR } cpq_outcome;

/// Opens libpq, once per process unless that fails. Returns NULL when it is ready, else why it is not; valid until the
/// thread's next call.
const char *cpq_load(void);

/// The version of libpq, such as 150018; 0 when it can't be used.
int cpq_version(void);

/// Copies the value of `keyword` in a connection string into `text`, ended by NUL. Returns 1 when it is there, 0 when it is not or
/// too long, -1 when the string is wrong: then `text` has libpq's words. Needs `cpq_load`.
int cpq_option(const char *address, const char *keyword, char *text, size_t size);

/// Begins a connection. `keywords` and `values` end with NULL; a `dbname` may be a whole address. NULL without memory.
cpq_connection *cpq_connect(const char *const *keywords, const char *const *values);
/// Goes on connecting, without waiting.
cpq_connecting cpq_connect_poll(cpq_connection *connection);
/// Makes a connection that was made non-blocking, with a pipeline of statements. False when libpq can't.
bool cpq_begin(cpq_connection *connection);
/// Closes it and frees it.
void cpq_close(cpq_connection *connection);
/// The socket, or -1.
int cpq_socket(const cpq_connection *connection);
/// Whether the server ended the connection, as far as is known.
bool cpq_is_lost(const cpq_connection *connection);
/// libpq's words about the last failure. Before `cpq_begin` a server's refusal has its SQLSTATE before its message:
/// `FATAL:  28P01: password authentication failed`.
const char *cpq_error(const cpq_connection *connection);
/// The server's version, such as 150018.
int cpq_server_version(const cpq_connection *connection);

/// Queues a statement to be prepared under `name`.
bool cpq_prepare(cpq_connection *connection, const char *name, const char *sql);
/// Queues a statement, the prepared one of that name or that of `sql`. Its parameters lie one after the other in `bytes`, in
/// PostgreSQL's binary form; a length below 0 is NULL. At most 16.
bool cpq_send(cpq_connection *connection, const char *name, const char *sql, int count, const uint8_t *bytes,
              const int32_t *lengths);
/// Queues the end of a group of statements: a CPQ_SYNC answers it.
bool cpq_sync(cpq_connection *connection);
/// Sends what is queued: 0 when all is sent, 1 when the socket is full, -1 on failure.
int cpq_flush(cpq_connection *connection);
/// Takes what arrived.
bool cpq_consume(cpq_connection *connection);
/// Whether `cpq_next` would wait.
bool cpq_is_busy(cpq_connection *connection);
/// The next answer; NULL between two statements. To be freed.
cpq_result *cpq_next(cpq_connection *connection);

cpq_outcome cpq_result_outcome(const cpq_result *result);
int cpq_result_rows(const cpq_result *result);
int cpq_result_columns(const cpq_result *result);
/// A value in binary form; NULL for NULL. `length` gets its bytes.
const uint8_t *cpq_result_value(const cpq_result *result, int row, int column, int *length);
/// The SQLSTATE of an error, or "".
const char *cpq_result_state(const cpq_result *result);
/// The server's first line about an error, or "".
const char *cpq_result_message(const cpq_result *result);
void cpq_result_free(cpq_result *result);

/// Copies the payload of the next notification into `text`, ended by NUL; false when there is no other.
bool cpq_notification(cpq_connection *connection, char *text, size_t size);
