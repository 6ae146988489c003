// A question over the rows of a catalogue that are kept in memory, in plain C: the measure of what that work costs.
//
// usage: question ORIGIN FILE…     ORIGIN: sample, or cache where the files are an upstream's pages
//
// Answers initialize, ping, and tools/call of catalog_list with gender, minPrice, maxPrice, sort (price or -price) and limit. The files
// are read once: a row is fields over their bytes. Each question is parsed strictly, looks at every row, orders those that match (by
// price, then as they came; what has no price comes last), and writes the first of them as Markdown and as structured content with the
// facts of galleria's answer: number of all, cursor, equal ones that the limit leaves out, origin.
#include <time.h>

#include "products.h"
#include "server.h"

enum { MOST_NAMES = 32, MOST_LIMIT = 100, USUAL_LIMIT = 20, TIES_NAMED = 3, PLACE_BITS = 12 };

static bool is_of_sample;
static time_t loaded;

typedef struct {
    bool genders[GENDERS], asks_gender, is_ordered, is_descending, has_limit;
    Text least_digits, most_digits;  // as they were given; begin is NULL: they were not
    int64_t least, most;
    size_t limit;
} Question;

typedef struct {
    Text version, id, method, params, name, arguments;
} Request;

// MARK: - The request

// The names of one object: none may come twice.
typedef struct {
    Text names[MOST_NAMES];
    size_t count;
} Names;

static bool take_name(Names *names, Text name) {
    size_t length = (size_t)(name.end - name.begin);
    for (size_t i = 0; i < names->count; i++) {
        Text known = names->names[i];
        if ((size_t)(known.end - known.begin) == length && memcmp(known.begin, name.begin, length) == 0) return false;
    }
    if (names->count == MOST_NAMES) return false;
    names->names[names->count++] = name;
    return true;
}

static bool is_null(Text value) { return scan_is(value, "null"); }

static bool take_gender(Text word, Question *question) {
    for (int i = 1; i < GENDERS; i++) {
        if (string_is(word, GENDER_WORDS[i])) return question->genders[i] = question->asks_gender = true;
    }
    return false;
}

static bool take_genders(Text value, Question *question) {
    if (*value.begin != '[') return take_gender(value, question);
    const char *p = scan_space(value.begin + 1, value.end);
    if (*p == ']') return false;
    while (*p != ']') {
        Text word = {p, scan_value(p, value.end, 4)};
        if (!take_gender(word, question)) return false;
        p = scan_space(word.end, value.end);
        if (*p == ',') p = scan_space(p + 1, value.end);
    }
    return true;
}

static bool take_bound(Text value, Text *digits, int64_t *bound) {
    *bound = amount_of(value);
    *digits = *value.begin == '"' ? (Text){value.begin + 1, value.end - 1} : value;
    return *bound >= 0;
}

static bool take_limit(Text value, Question *question) {
    int64_t number = amount_of(value);
    question->limit = (size_t)(number / UNIT);
    return question->has_limit = number % UNIT == 0 && number >= UNIT && number <= MOST_LIMIT * (int64_t)UNIT;
}

// Reads a valid object of arguments. False: one of them is not taken.
static bool read_question(Text arguments, Question *question) {
    *question = (Question){.limit = USUAL_LIMIT, .most = INT64_MAX};
    Members members = scan_members(arguments, 2);
    while (scan_next(&members)) {
        Text value = members.value;
        if (is_null(value)) continue;
        bool taken = false;
        if (scan_key_is(members.key, "gender")) taken = take_genders(value, question);
        else if (scan_key_is(members.key, "minPrice")) taken = take_bound(value, &question->least_digits, &question->least);
        else if (scan_key_is(members.key, "maxPrice")) taken = take_bound(value, &question->most_digits, &question->most);
        else if (scan_key_is(members.key, "limit")) taken = take_limit(value, question);
        else if (scan_key_is(members.key, "sort")) {
            question->is_descending = string_is(value, "-price");
            taken = question->is_ordered = question->is_descending || string_is(value, "price");
        }
        if (!taken) return false;
    }
    return true;
}

// Each walks one object, keeps what is asked for, and gives what is behind it; NULL: not valid, or a name comes twice.

static const char *read_names(Text text, int depth) {
    Names names = {.count = 0};
    Members members = scan_members(text, depth);
    while (scan_next(&members)) {
        if (!take_name(&names, members.key)) return NULL;
    }
    return members.p;
}

static const char *read_params(Text text, Request *request) {
    Names names = {.count = 0};
    Members members = scan_members(text, 1);
    while (scan_key(&members)) {
        const char *value = members.p;
        bool is_object = value < text.end && *value == '{';
        members.p = is_object ? read_names(members.value, 2) : scan_value(value, text.end, 2);
        if (!members.p || !take_name(&names, members.key)) return NULL;
        if (scan_key_is(members.key, "arguments")) request->arguments = (Text){value, members.p};
        if (scan_key_is(members.key, "name")) request->name = (Text){value, members.p};
    }
    return members.p;
}

static const char *read_request(Text line, Request *request) {
    Names names = {.count = 0};
    Members members = scan_members(line, 0);
    while (scan_key(&members)) {
        const char *value = members.p;
        bool params = scan_key_is(members.key, "params");
        members.p = params && value < line.end && *value == '{' ? read_params(members.value, request) : scan_value(value, line.end, 1);
        if (!members.p || !take_name(&names, members.key)) return NULL;
        Text whole = {value, members.p};
        if (params) request->params = whole;
        else if (scan_key_is(members.key, "jsonrpc")) request->version = whole;
        else if (scan_key_is(members.key, "id")) request->id = whole;
        else if (scan_key_is(members.key, "method")) request->method = whole;
    }
    return members.p;
}

// MARK: - The rows

static bool matches(const Product *product, const Question *question) {
    if (question->asks_gender && !question->genders[product->gender]) return false;
    if (!question->least_digits.begin && !question->most_digits.begin) return true;
    int64_t amount = paid(product);
    return amount >= 0 && amount >= question->least && amount <= question->most;
}

// The order of a row among those that match, its place in the lowest bits: no two are equal.
static uint64_t order(const Product *product, size_t place, const Question *question) {
    const uint64_t last = (UINT64_C(1) << (63 - PLACE_BITS)) - 1;
    int64_t amount = paid(product);
    uint64_t value = 0;
    if (question->is_ordered) value = amount < 0 ? last : question->is_descending ? last - 1 - (uint64_t)amount : (uint64_t)amount;
    return value << PLACE_BITS | place;
}

static void sink(uint64_t *heap, size_t count, size_t at) {
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && heap[child + 1] > heap[child]) child++;
        if (heap[at] >= heap[child]) return;
        uint64_t moved = heap[at];
        heap[at] = heap[child];
        heap[child] = moved;
    }
}

// Finds the first `limit` of the rows that match, in their order. Gives the number of all; `all` has each one's order, as they came.
static size_t find(const Question *question, uint64_t *first, size_t *first_count, uint64_t *all) {
    size_t count = 0, held = 0, limit = question->limit;
    for (size_t i = 0; i < product_count; i++) {
        if (!matches(&products[i], question)) continue;
        uint64_t one = all[count++] = order(&products[i], i, question);
        if (held < limit) {
            first[held++] = one;
            // The greatest of them is at the root.
            if (held == limit) for (size_t at = limit / 2; at-- > 0;) sink(first, limit, at);
        } else if (one < first[0]) {
            first[0] = one;
            sink(first, limit, 0);
        }
    }
    if (held < limit) for (size_t at = held / 2; at-- > 0;) sink(first, held, at);
    for (size_t end = held; end > 1;) {
        uint64_t greatest = first[0];
        first[0] = first[--end];
        first[end] = greatest;
        sink(first, end, 0);
    }
    *first_count = held;
    return count;
}

// MARK: - The answer

// A number of LEB128.
static void append_leb(Output *text, size_t number) {
    do {
        unsigned char byte = (number & 0x7F) | (number > 0x7F ? 0x80 : 0);
        append(text, (const char *)&byte, 1);
        number >>= 7;
    } while (number > 0);
}

// Where it goes on, as base64url (RFC 4648 section 5): the mark of catalog.list, page 0, rows, and the question as JSON with its length
// before it, where there is one.
static void make_cursor(Output *cursor, const Question *question, size_t end) {
    static Output text, asked;
    static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    text.count = asked.count = 0;
    APPEND(&asked, "{");
    size_t empty = asked.count;
#define NEXT() (asked.count > empty ? APPEND(&asked, ",") : (void)0)
    if (question->least_digits.begin) NEXT(), APPEND(&asked, "\"minPrice\":"), append_text(&asked, question->least_digits);
    if (question->most_digits.begin) NEXT(), APPEND(&asked, "\"maxPrice\":"), append_text(&asked, question->most_digits);
    if (question->asks_gender) {
        NEXT(), APPEND(&asked, "\"gender\":[");
        for (int i = 1, first = 1; i < GENDERS; i++) {
            if (!question->genders[i]) continue;
            if (!first) APPEND(&asked, ",");
            APPEND(&asked, "\""), append(&asked, GENDER_WORDS[i], strlen(GENDER_WORDS[i])), APPEND(&asked, "\"");
            first = 0;
        }
        APPEND(&asked, "]");
    }
    if (question->is_descending) NEXT(), APPEND(&asked, "\"sort\":\"-price\"");
    else if (question->is_ordered) NEXT(), APPEND(&asked, "\"sort\":\"price\"");
    if (question->has_limit) NEXT(), APPEND(&asked, "\"limit\":"), append_digits(&asked, question->limit);
#undef NEXT
    char head[] = {asked.count > empty ? 0x45 : 0x44, 0x00, (char)0xAE, 0};
    append(&text, head, sizeof head);
    append_leb(&text, end);
    if (asked.count > empty) {
        APPEND(&asked, "}");
        append_leb(&text, asked.count);
        append(&text, asked.bytes, asked.count);
    }
    cursor->count = 0;
    char *to = output_room(cursor, text.count * 2 + 4);
    for (size_t at = 0; at < text.count; at += 3) {
        size_t count = text.count - at < 3 ? text.count - at : 3;
        unsigned bits = 0;
        for (size_t i = 0; i < 3; i++) bits = bits << 8 | (i < count ? (unsigned char)text.bytes[at + i] : 0);
        for (size_t i = 0; i <= count; i++) to[cursor->count++] = LETTERS[bits >> (18 - 6 * i) & 63];
    }
}

// The sentence on rows behind the last one that are as dear.
static void append_ties(const uint64_t *all, size_t count, uint64_t last) {
    const Product *named[TIES_NAMED];
    size_t ties = 0;
    for (size_t i = 0; i < count; i++) {
        if (all[i] >> PLACE_BITS != last >> PLACE_BITS || all[i] <= last) continue;
        if (ties < TIES_NAMED) named[ties] = &products[all[i] & ((1 << PLACE_BITS) - 1)];
        ties++;
    }
    if (ties == 0) return;
    append_digits(&out, ties);
    if (ties == 1) APPEND(&out, " more has the same price: ");
    else APPEND(&out, " more have the same price: ");
    for (size_t i = 0; i < ties && i < TIES_NAMED; i++) {
        if (i > 0) APPEND(&out, ", ");
        append_escaped(&out, named[i]->sku);
    }
    if (ties > TIES_NAMED) APPEND(&out, ", …\\n\\n");
    else APPEND(&out, ".\\n\\n");
}

static void append_age(int64_t age) {
    APPEND(&out, "Kept answer, ");
    append_digits(&out, (uint64_t)(age < 60 ? age : age < 3600 ? age / 60 : age < 172800 ? age / 3600 : age / 86400));
    if (age < 60) APPEND(&out, " s old.\\n");
    else if (age < 3600) APPEND(&out, " min old.\\n");
    else if (age < 172800) APPEND(&out, " h old.\\n");
    else APPEND(&out, " days old.\\n");
}

static void answer(Text id, const Question *question) {
    static uint64_t all[MOST_PRODUCTS];
    static Output cursor;
    uint64_t first[MOST_LIMIT];
    size_t given, count = find(question, first, &given, all);
    const size_t place = (1 << PLACE_BITS) - 1;
    if (given < count) make_cursor(&cursor, question, given);
    int64_t age = is_of_sample ? 0 : time(NULL) - loaded;
    begin(id);
    APPEND(&out, ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"# THE ICONIC\\n\\n");
    if (given > 0) {
        APPEND(&out, "|sku|brand|name|price|reduced|\\n|---|---|---|--:|--:|\\n");
        for (size_t i = 0; i < given; i++) append_row(&out, &products[first[i] & place]);
        APPEND(&out, "\\nprices in AUD, showing 1–");
        append_digits(&out, given);
        APPEND(&out, " of ");
        append_digits(&out, count);
        if (given < count) {
            APPEND(&out, ", next: cursor=");
            append_text(&out, (Text){cursor.bytes, cursor.bytes + cursor.count});
            APPEND(&out, "\\n\\n");
            if (question->is_ordered && paid(&products[first[given - 1] & place]) >= 0) append_ties(all, count, first[given - 1]);
        } else {
            APPEND(&out, " (end)\\n\\n");
        }
    } else {
        APPEND(&out, "No products.\\n\\n");
    }
    if (is_of_sample) APPEND(&out, "Sample data.");
    else if (age > 0) append_age(age);
    APPEND(&out, "\"}],\"structuredContent\":{\"items\":[");
    for (size_t i = 0; i < given; i++) {
        if (i > 0) APPEND(&out, ",");
        append_object(&out, &products[first[i] & place], false);
    }
    APPEND(&out, "],\"total\":");
    append_digits(&out, count);
    if (given < count) {
        APPEND(&out, ",\"nextCursor\":\"");
        append_text(&out, (Text){cursor.bytes, cursor.bytes + cursor.count});
        APPEND(&out, "\"");
    }
    APPEND(&out, "},\"isError\":false,\"_meta\":{\"galleria/origin\":{\"source\":");
    if (is_of_sample) {
        APPEND(&out, "\"sample\"}}}}\n");
    } else {
        APPEND(&out, "\"cache\",\"age\":");
        append_digits(&out, (uint64_t)age);
        APPEND(&out, ",\"stale\":false}}}}\n");
    }
}

static void message(Text line) {
    line.begin = scan_space(line.begin, line.end);
    if (line.begin == line.end) return;
    Request request = {0};
    bool is_object = *line.begin == '{';
    const char *end = is_object ? read_request(line, &request) : scan_value(line.begin, line.end, 0);
    if (!end || scan_space(end, line.end) != line.end) return fail((Text){0}, PARSE_ERROR);
    Text id = request.id;
    char first = id.begin ? *id.begin : '0';
    bool id_is_valid = first == '"' || first == '-' || (first >= '0' && first <= '9');
    bool params_are_valid = !request.params.begin || *request.params.begin == '{' || *request.params.begin == '[';
    if (!is_object || !string_is(request.version, "2.0") || !is_string(request.method) || !id_is_valid || !params_are_valid) {
        return fail(id_is_valid ? id : (Text){0}, INVALID_REQUEST);
    }
    if (!id.begin) return;  // a notification
    Question question;
    if (string_is(request.method, "ping")) {
        begin(id);
        APPEND(&out, ",\"result\":{}}\n");
    } else if (string_is(request.method, "tools/call")) {
        Text arguments = request.arguments;
        bool is_taken = string_is(request.name, "catalog_list") && arguments.begin && *arguments.begin == '{'
            && read_question(arguments, &question);
        if (is_taken) answer(id, &question);
        else fail(id, INVALID_PARAMS);
    } else if (string_is(request.method, "initialize")) {
        begin(id);
        APPEND(&out, ",\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
               "\"serverInfo\":{\"name\":\"question\",\"version\":\"1\"}}}\n");
    } else {
        fail(id, METHOD_NOT_FOUND);
    }
}

int main(int count, char **arguments) {
    is_of_sample = count > 1 && strcmp(arguments[1], "sample") == 0;
    bool is_loaded = count > 2;
    for (int i = 2; i < count; i++) is_loaded = is_loaded && load_products(arguments[i]);
    if (!is_loaded) return fputs("usage: question sample|cache FILE…\n", stderr), 2;
    loaded = time(NULL);
    return serve(message);
}
