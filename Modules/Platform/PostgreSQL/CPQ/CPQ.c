#include "CPQ.h"

#include <CDynamicLibrary.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/// 14 brought pipelines of statements.
enum { OLDEST_VERSION = 140000, MOST_PARAMETERS = 16 };

/// The numbers of libpq-fe.h. They are part of its binary interface.
enum { PGRES_COMMAND_OK = 1, PGRES_TUPLES_OK = 2, PGRES_PIPELINE_SYNC = 10, PGRES_PIPELINE_ABORTED = 11 };
enum { PGRES_POLLING_READING = 1, PGRES_POLLING_WRITING = 2, PGRES_POLLING_OK = 3 };
enum { CONNECTION_OK = 0, PQERRORS_DEFAULT = 1, PQERRORS_VERBOSE = 2 };

/// libpq's PQconninfoOption and PGnotify.
typedef struct {
    char *keyword, *envvar, *compiled, *val, *label, *dispchar;
    int dispsize;
} conninfo_option;
typedef struct notification {
    char *relname;
    int be_pid;
    char *extra;
    struct notification *next;
} notification;

/// libpq's functions, found by name.
static struct {
    int (*lib_version)(void);
    conninfo_option *(*conninfo_parse)(const char *address, char **error);
    void (*conninfo_free)(conninfo_option *options);
    void (*free_memory)(void *memory);
    cpq_connection *(*connect_start)(const char *const *keywords, const char *const *values, int expand);
    int (*connect_poll)(cpq_connection *connection);
    void (*finish)(cpq_connection *connection);
    void *(*set_notice_processor)(cpq_connection *connection, void (*take)(void *, const char *), void *context);
    int (*set_verbosity)(cpq_connection *connection, int verbosity);
    int (*socket)(const cpq_connection *connection);
    int (*status)(const cpq_connection *connection);
    char *(*error_message)(const cpq_connection *connection);
    int (*server_version)(const cpq_connection *connection);
    int (*set_nonblocking)(cpq_connection *connection, int yes);
    int (*enter_pipeline)(cpq_connection *connection);
    int (*pipeline_sync)(cpq_connection *connection);
    int (*send_prepare)(cpq_connection *connection, const char *name, const char *sql, int count, const unsigned *types);
    int (*send_prepared)(cpq_connection *connection, const char *name, int count, const char *const *values,
                         const int *lengths, const int *formats, int format);
    int (*send_params)(cpq_connection *connection, const char *sql, int count, const unsigned *types,
                       const char *const *values, const int *lengths, const int *formats, int format);
    int (*flush)(cpq_connection *connection);
    int (*consume)(cpq_connection *connection);
    int (*is_busy)(cpq_connection *connection);
    cpq_result *(*get_result)(cpq_connection *connection);
    int (*result_status)(const cpq_result *result);
    int (*ntuples)(const cpq_result *result);
    int (*nfields)(const cpq_result *result);
    char *(*getvalue)(const cpq_result *result, int row, int column);
    int (*getlength)(const cpq_result *result, int row, int column);
    int (*getisnull)(const cpq_result *result, int row, int column);
    char *(*error_field)(const cpq_result *result, int field);
    void (*clear)(cpq_result *result);
    notification *(*notifies)(cpq_connection *connection);
} pq;

static pthread_mutex_t load_lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_loaded;
/// Of each thread its own: another one may try again meanwhile.
static _Thread_local char load_fault[256];

static void load(void) {
    cdynamic_library library;
    if (!cdynamic_open(&library, "libpq.so.5", load_fault, sizeof load_fault)) return;
    if (!cdynamic_find(&library, "PQlibVersion", &pq.lib_version)
        || !cdynamic_find(&library, "PQconninfoParse", &pq.conninfo_parse)
        || !cdynamic_find(&library, "PQconninfoFree", &pq.conninfo_free)
        || !cdynamic_find(&library, "PQfreemem", &pq.free_memory)
        || !cdynamic_find(&library, "PQconnectStartParams", &pq.connect_start)
        || !cdynamic_find(&library, "PQconnectPoll", &pq.connect_poll)
        || !cdynamic_find(&library, "PQfinish", &pq.finish)
        || !cdynamic_find(&library, "PQsetNoticeProcessor", &pq.set_notice_processor)
        || !cdynamic_find(&library, "PQsetErrorVerbosity", &pq.set_verbosity)
        || !cdynamic_find(&library, "PQsocket", &pq.socket)
        || !cdynamic_find(&library, "PQstatus", &pq.status)
        || !cdynamic_find(&library, "PQerrorMessage", &pq.error_message)
        || !cdynamic_find(&library, "PQserverVersion", &pq.server_version)
        || !cdynamic_find(&library, "PQsetnonblocking", &pq.set_nonblocking)
        || !cdynamic_find(&library, "PQenterPipelineMode", &pq.enter_pipeline)
        || !cdynamic_find(&library, "PQpipelineSync", &pq.pipeline_sync)
        || !cdynamic_find(&library, "PQsendPrepare", &pq.send_prepare)
        || !cdynamic_find(&library, "PQsendQueryPrepared", &pq.send_prepared)
        || !cdynamic_find(&library, "PQsendQueryParams", &pq.send_params)
        || !cdynamic_find(&library, "PQflush", &pq.flush)
        || !cdynamic_find(&library, "PQconsumeInput", &pq.consume)
        || !cdynamic_find(&library, "PQisBusy", &pq.is_busy)
        || !cdynamic_find(&library, "PQgetResult", &pq.get_result)
        || !cdynamic_find(&library, "PQresultStatus", &pq.result_status)
        || !cdynamic_find(&library, "PQntuples", &pq.ntuples)
        || !cdynamic_find(&library, "PQnfields", &pq.nfields)
        || !cdynamic_find(&library, "PQgetvalue", &pq.getvalue)
        || !cdynamic_find(&library, "PQgetlength", &pq.getlength)
        || !cdynamic_find(&library, "PQgetisnull", &pq.getisnull)
        || !cdynamic_find(&library, "PQresultErrorField", &pq.error_field)
        || !cdynamic_find(&library, "PQclear", &pq.clear)
        || !cdynamic_find(&library, "PQnotifies", &pq.notifies)) {
        const size_t end = strlen(load_fault);
        snprintf(load_fault + end, sizeof load_fault - end, "; libpq 14 or newer is needed");
        return;
    }
    if (pq.lib_version() < OLDEST_VERSION) {
        snprintf(load_fault, sizeof load_fault, "libpq 14 or newer is needed, found %d", pq.lib_version() / 10000);
    }
}

const char *cpq_load(void) {
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

int cpq_version(void) { return cpq_load() == NULL ? pq.lib_version() : 0; }

int cpq_option(const char *address, const char *keyword, char *text, size_t size) {
    char *error = NULL;
    conninfo_option *options = pq.conninfo_parse(address, &error);
    if (options == NULL) {
        snprintf(text, size, "%s", error != NULL ? error : "there is no memory");
        if (error != NULL) pq.free_memory(error);
        return -1;
    }
    int found = 0;
    for (conninfo_option *option = options; option->keyword != NULL; option++) {
        if (strcmp(option->keyword, keyword) != 0 || option->val == NULL || strlen(option->val) >= size) continue;
        snprintf(text, size, "%s", option->val);
        found = 1;
    }
    pq.conninfo_free(options);
    return found;
}

/// libpq itself would write a server's notices to standard error.
static void drop_notice(void *context, const char *message) {
    (void)context;
    (void)message;
}

cpq_connection *cpq_connect(const char *const *keywords, const char *const *values) {
    cpq_connection *connection = pq.connect_start(keywords, values, 1);
    if (connection != NULL) {
        pq.set_notice_processor(connection, drop_notice, NULL);
        // A refusal then has its SQLSTATE in it: there is no other way to it before a connection is made.
        pq.set_verbosity(connection, PQERRORS_VERBOSE);
    }
    return connection;
}

cpq_connecting cpq_connect_poll(cpq_connection *connection) {
    switch (pq.connect_poll(connection)) {
    case PGRES_POLLING_READING: return CPQ_WANTS_READ;
    case PGRES_POLLING_WRITING: return CPQ_WANTS_WRITE;
    case PGRES_POLLING_OK: return CPQ_CONNECTED;
    default: return CPQ_FAILED;
    }
}

bool cpq_begin(cpq_connection *connection) {
    pq.set_verbosity(connection, PQERRORS_DEFAULT);
    return pq.set_nonblocking(connection, 1) == 0 && pq.enter_pipeline(connection) == 1;
}

void cpq_close(cpq_connection *connection) { pq.finish(connection); }
int cpq_socket(const cpq_connection *connection) { return pq.socket(connection); }
bool cpq_is_lost(const cpq_connection *connection) { return pq.status(connection) != CONNECTION_OK; }
const char *cpq_error(const cpq_connection *connection) { return pq.error_message(connection); }
int cpq_server_version(const cpq_connection *connection) { return pq.server_version(connection); }

bool cpq_prepare(cpq_connection *connection, const char *name, const char *sql) {
    return pq.send_prepare(connection, name, sql, 0, NULL) == 1;
}

bool cpq_send(cpq_connection *connection, const char *name, const char *sql, int count, const uint8_t *bytes,
              const int32_t *lengths) {
    const char *values[MOST_PARAMETERS];
    int sizes[MOST_PARAMETERS];
    int formats[MOST_PARAMETERS];
    if (count > MOST_PARAMETERS) return false;
    const char *next = (const char *)bytes;
    for (int index = 0; index < count; index++) {
        values[index] = lengths[index] < 0 ? NULL : next;
        sizes[index] = lengths[index] < 0 ? 0 : lengths[index];
        formats[index] = 1;
        next += sizes[index];
    }
    if (name != NULL) return pq.send_prepared(connection, name, count, values, sizes, formats, 1) == 1;
    return pq.send_params(connection, sql, count, NULL, values, sizes, formats, 1) == 1;
}

bool cpq_sync(cpq_connection *connection) { return pq.pipeline_sync(connection) == 1; }
int cpq_flush(cpq_connection *connection) { return pq.flush(connection); }
bool cpq_consume(cpq_connection *connection) { return pq.consume(connection) == 1; }
bool cpq_is_busy(cpq_connection *connection) { return pq.is_busy(connection) != 0; }
cpq_result *cpq_next(cpq_connection *connection) { return pq.get_result(connection); }

cpq_outcome cpq_result_outcome(const cpq_result *result) {
    switch (pq.result_status(result)) {
    case PGRES_TUPLES_OK: return CPQ_ROWS;
    case PGRES_COMMAND_OK: return CPQ_DONE;
    case PGRES_PIPELINE_SYNC: return CPQ_SYNC;
    case PGRES_PIPELINE_ABORTED: return CPQ_SKIPPED;
    default: return CPQ_ERROR;
    }
}

int cpq_result_rows(const cpq_result *result) { return pq.ntuples(result); }
int cpq_result_columns(const cpq_result *result) { return pq.nfields(result); }

const uint8_t *cpq_result_value(const cpq_result *result, int row, int column, int *length) {
    *length = 0;
    if (pq.getisnull(result, row, column)) return NULL;
    *length = pq.getlength(result, row, column);
    return (const uint8_t *)pq.getvalue(result, row, column);
}

const char *cpq_result_state(const cpq_result *result) {
    const char *state = pq.error_field(result, 'C');
    return state != NULL ? state : "";
}

const char *cpq_result_message(const cpq_result *result) {
    const char *message = pq.error_field(result, 'M');
    return message != NULL ? message : "";
}

void cpq_result_free(cpq_result *result) { pq.clear(result); }

bool cpq_notification(cpq_connection *connection, char *text, size_t size) {
    notification *found = pq.notifies(connection);
    if (found == NULL) return false;
    snprintf(text, size, "%s", found->extra != NULL ? found->extra : "");
    pq.free_memory(found);
    return true;
}
