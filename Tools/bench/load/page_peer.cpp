// A page from an upstream to the answer of catalog.list, in C++ with libcurl and simdjson: the measure of what that work costs.
//
// usage: page_peer ENDPOINT [ends]   JSON-RPC over lines: initialize, ping, and catalog.list with a limit of at most a page, which is
//                                    also the tool catalog_list, whose answer is a table in Markdown and structured content; ends:
//                                    checks names as it did until 2026-11-30, by their length and ends
//
// One thread: curl's multi interface waits for the upstream's sockets and for stdin. A page is parsed whole by simdjson's DOM, which
// validates it; no object in it may have a name twice. Its rows are decoded (references of HTML, exact prices, the percent off), their
// likes looked up, and written with the same facts as galleria's. Answers that come together leave with one write.
#include <curl/curl.h>
#include <fcntl.h>
#include <malloc.h>
#include <simdjson.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "page_rows.h"

// Rows that the upstream is asked for at once, as galleria asks where no setting says otherwise; rows of an answer that asks for none.
static constexpr int64_t PAGE_ROWS = 30, USUAL_ROWS = 20;
// Containers within one another.
static constexpr size_t MOST_DEPTH = 64;

static std::string endpoint, output;
static dom::parser bodies;

struct Fetch {
    CURL *handle;
    std::string identifier, body;
    int64_t limit;
    bool is_limit_given, is_tool;
};

static std::vector<std::unique_ptr<Fetch>> idle;

static size_t received(char *bytes, size_t, size_t count, void *fetch) {
    static_cast<Fetch *>(fetch)->body.append(bytes, count);
    return count;
}

// No object has a name twice, as galleria demands of JSON. Each name sets one bit of 256, by its length and first eight bytes; only one
// whose bit is set already is compared with the object's other names.
static bool has_unique_names(dom::element element);

static bool has_name_once(dom::object object, std::string_view name) {
    size_t times = 0;
    for (dom::key_value_pair field : object) times += field.key == name;
    return times == 1;
}

static bool has_unique_names(dom::object object) {
    uint64_t seen[4] = {};
    for (dom::key_value_pair field : object) {
        std::string_view name = field.key;
        uint64_t bytes;
        // Eight bytes even of a shorter name, masked: simdjson's buffer of texts has SIMDJSON_PADDING bytes behind its last one. A copy of
        // as many as there are would take a call: 59 µs a page in place of 51.
        static_assert(SIMDJSON_PADDING >= sizeof bytes);
        memcpy(&bytes, name.data(), sizeof bytes);
        if (name.size() < sizeof bytes) bytes &= (uint64_t(1) << 8 * name.size()) - 1;
        uint64_t mark = (bytes ^ name.size()) * 0x9E37'79B9'7F4A'7C15;
        uint64_t &set = seen[mark >> 56 & 3], bit = uint64_t(1) << (mark >> 58);
        if (set & bit && !has_name_once(object, name)) return false;
        set |= bit;
        // Most values are scalars, which need no call.
        dom::element_type type = field.value.type();
        bool is_container = type == dom::element_type::ARRAY || type == dom::element_type::OBJECT;
        if (is_container && !has_unique_names(field.value)) return false;
    }
    return true;
}

static bool has_unique_names(dom::element element) {
    switch (element.type()) {
    case dom::element_type::ARRAY:
        for (dom::element inner : dom::array(element)) {
            if (!has_unique_names(inner)) return false;
        }
        return true;
    case dom::element_type::OBJECT: return has_unique_names(dom::object(element));
    default: return true;
    }
}

// The check until 2026-11-30, whose row stays: one bit of 64 by length and ends, and a call for each value.
static bool has_unique_names_by_ends(dom::element element) {
    dom::array array;
    dom::object object;
    if (element.get(array) == SUCCESS) {
        for (dom::element inner : array) {
            if (!has_unique_names_by_ends(inner)) return false;
        }
    } else if (element.get(object) == SUCCESS) {
        uint64_t seen = 0;
        for (dom::key_value_pair field : object) {
            std::string_view key = field.key;
            unsigned mark = key.empty() ? 0 : static_cast<unsigned char>(key.front()) * 5u + static_cast<unsigned char>(key.back()) * 3u;
            uint64_t bit = uint64_t(1) << ((key.size() * 7 + mark) & 63);
            if (seen & bit) {
                size_t times = 0;
                for (dom::key_value_pair other : object) times += other.key == key;
                if (times > 1) return false;
            }
            seen |= bit;
            if (!has_unique_names_by_ends(field.value)) return false;
        }
    }
    return true;
}

static bool is_by_ends;

static bool is_unambiguous(dom::element element) { return is_by_ends ? has_unique_names_by_ends(element) : has_unique_names(element); }

// MARK: - Answers

static void open_answer(std::string_view identifier) { ((output += "{\"jsonrpc\":\"2.0\",\"id\":") += identifier) += ','; }

static void fail(std::string_view identifier, int code, std::string_view message) {
    open_answer(identifier);
    output += "\"error\":{\"code\":";
    append_number(output, code);
    output += ",\"message\":";
    append_string(output, message);
    output += "}}\n";
}

// base64url without padding, as a cursor is written.
static void append_base64(std::string_view text) {
    static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    size_t at = 0;
    for (; at < text.size(); at += 3) {
        size_t count = std::min<size_t>(3, text.size() - at);
        unsigned bits = 0;
        for (size_t i = 0; i < 3; i++) bits = bits << 8 | (i < count ? static_cast<unsigned char>(text[at + i]) : 0);
        for (size_t i = 0; i <= count; i++) output += LETTERS[bits >> (18 - 6 * i) & 63];
    }
}

// Goes on behind `rows` rows of the upstream's page: the mark of catalog.list, page and rows (below 128), where there are any, and the
// question as JSON with its length before it, where there is one.
static void append_cursor(const Fetch &fetch, int64_t page, int64_t rows) {
    char text[64] = {0x40, 0x00, static_cast<char>(0xAE), static_cast<char>(page)};
    size_t count = 4;
    if (rows > 0) {
        text[0] |= 4;
        text[count++] = static_cast<char>(rows);
    }
    if (fetch.is_limit_given) {
        text[0] |= 1;
        char *question = text + count + 1;
        text[count] = static_cast<char>(snprintf(question, sizeof text - count - 1, "{\"limit\":%ld}", static_cast<long>(fetch.limit)));
        count += 1 + static_cast<size_t>(text[count]);
    }
    append_base64(std::string_view(text, count));
}

// Where an answer ends in the upstream's rows: those that were looked through, and whether others follow.
struct End {
    int64_t rows, total, page, first;
    bool is_cursor, is_part;

    // all: the rows of the upstream's first page. A page that is not full is the last one, whatever the total says.
    End(int64_t looked, int64_t all, int64_t total) : rows(all), total(total) {
        bool is_full = all >= PAGE_ROWS && (total < 0 || all < total);
        page = looked < all ? 1 : 2;
        first = looked < all ? looked : 0;
        is_cursor = looked < all || is_full;
        is_part = !is_cursor && all < total;
    }
};

// The members of the answer: rows that are written already, and what is said of them.
static void append_members(const Fetch &fetch, const End &end) {
    if (end.total >= 0) {
        output += ",\"total\":";
        append_number(output, end.total);
    }
    if (end.is_cursor) {
        output += ",\"nextCursor\":\"";
        append_cursor(fetch, end.page, end.first);
        output += '"';
    } else if (end.is_part) {
        output += ",\"read\":{\"rows\":";
        append_number(output, end.rows);
        output += ",\"of\":";
        append_number(output, end.total);
        output += '}';
    }
}

// What a tool's text says of its table.
static void append_footer(const Fetch &fetch, const End &end, int64_t count) {
    if (count == 0) {
        output += "No products.\\n";
    } else {
        output += "\\nprices in AUD, showing 1–";
        append_number(output, count);
        if (end.total >= 0) {
            output += " of ";
            append_number(output, end.total);
        }
        if (end.is_cursor) {
            output += ", next: cursor=";
            append_cursor(fetch, end.page, end.first);
        } else {
            output += " (end)";
        }
        output += "\\n";
    }
    if (end.is_part) {
        output += "\\nLooked through the first ";
        append_number(output, end.rows);
        output += " of ";
        append_number(output, end.total);
        output += " products.\\n";
    }
}

// The structured content of a tool's answer, whose text comes first.
static std::string structured;

template <bool IS_TOOL> static void answer(Fetch &fetch) {
    size_t before = output.size();
    dom::element page;
    dom::array rows;
    int64_t total;
    fetch.body.reserve(fetch.body.size() + SIMDJSON_PADDING);
    if (bodies.parse(fetch.body.data(), fetch.body.size(), false).get(page) != SUCCESS || !is_unambiguous(page)
        || page["_embedded"]["product"].get(rows) != SUCCESS) {
        return fail(fetch.identifier, 1000, "The upstream's answer can't be read.");
    }
    if (page["total_items"].get(total) != SUCCESS || total < 0) total = -1;  // it does not say
    open_answer(fetch.identifier);
    std::string &items = IS_TOOL ? structured : output;
    if (IS_TOOL) {
        output += "\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"# THE ICONIC\\n\\n";
        structured = "\"}],\"structuredContent\":{\"items\":[";
    } else {
        output += "\"result\":{\"items\":[";
    }
    int64_t count = 0, looked = 0, all = 0;
    Known known;
    for (dom::element element : rows) {
        dom::object row;
        all++;
        if (count == fetch.limit) continue;
        looked = all;
        if (element.get(row) != SUCCESS) continue;
        Product product = read_product(row);
        if (product.sku.empty() || !known.insert(product.sku)) continue;
        if (count++ > 0) items += ',';
        append_product(items, product);
        if (IS_TOOL) {
            if (count == 1) output += "|sku|brand|name|price|reduced|\\n|---|---|---|--:|--:|\\n";
            append_row(output, product);
        }
    }
    items += ']';
    End end(looked, all, total);
    if (IS_TOOL) {
        append_footer(fetch, end, count);
        output += structured;
    }
    append_members(fetch, end);
    output += IS_TOOL ? "},\"isError\":false,\"_meta\":{\"galleria/origin\":{\"source\":\"network\"}}}}\n" : "}}\n";
    if (output.size() - before > 40'000) {
        output.resize(before);
        fail(fetch.identifier, 1000, "The answer is too long.");
    }
}

static bool ask(CURLM *multi, std::string_view identifier, int64_t limit, bool is_limit_given, bool is_tool) {
    if (idle.empty()) {
        auto fetch = std::make_unique<Fetch>();
        fetch->handle = curl_easy_init();
        if (!fetch->handle) return false;
        std::string url = endpoint + "/catalog/products?page_size=" + std::to_string(PAGE_ROWS) + "&page=1";
        curl_easy_setopt(fetch->handle, CURLOPT_URL, url.c_str());
        curl_easy_setopt(fetch->handle, CURLOPT_WRITEFUNCTION, received);
        curl_easy_setopt(fetch->handle, CURLOPT_WRITEDATA, fetch.get());
        curl_easy_setopt(fetch->handle, CURLOPT_PRIVATE, fetch.get());
        curl_easy_setopt(fetch->handle, CURLOPT_BUFFERSIZE, 102400L);
        curl_easy_setopt(fetch->handle, CURLOPT_FAILONERROR, 1L);
        curl_easy_setopt(fetch->handle, CURLOPT_TIMEOUT, 20L);
        curl_easy_setopt(fetch->handle, CURLOPT_NOSIGNAL, 1L);
        idle.push_back(std::move(fetch));
    }
    Fetch *fetch = idle.back().release();
    idle.pop_back();
    fetch->identifier = identifier;
    fetch->body.clear();
    fetch->limit = limit;
    fetch->is_limit_given = is_limit_given;
    fetch->is_tool = is_tool;
    return curl_multi_add_handle(multi, fetch->handle) == CURLM_OK;
}

// The limit that the params ask for, the usual one without it. False: they ask for something else.
static bool read_limit(simdjson_result<dom::element> asked, int64_t &limit, bool &is_given) {
    dom::element params;
    dom::object members;
    limit = USUAL_ROWS;
    is_given = false;
    if (asked.get(params) != SUCCESS || params.is_null()) return true;
    if (params.get(members) != SUCCESS) return false;
    for (dom::key_value_pair field : members) {
        if (field.key != "limit") return false;
        if (field.value.is_null()) continue;
        is_given = field.value.get(limit) == SUCCESS;
        if (!is_given || limit < 1 || limit > PAGE_ROWS) return false;
    }
    return true;
}

static void message(CURLM *multi, dom::parser &parser, const char *line, size_t length) {
    dom::element request, id;
    std::string_view version, method;
    if (parser.parse(line, length, true).get(request) != SUCCESS || !is_unambiguous(request)) {
        return fail("null", -32700, "Parse error");
    }
    bool has_id = request["id"].get(id) == SUCCESS, is_id = has_id && (id.is_string() || id.is_number());
    std::string identifier = is_id ? minify(id) : "null";
    if (request["jsonrpc"].get(version) != SUCCESS || version != "2.0" || request["method"].get(method) != SUCCESS || has_id != is_id) {
        return fail(identifier, -32600, "Invalid request");
    }
    if (!has_id) return;
    int64_t limit;
    std::string_view tool;
    bool is_limit_given, is_tool = method == "tools/call";
    if (method == "ping") {
        open_answer(identifier);
        output += "\"result\":{}}\n";
    } else if (method == "initialize") {
        open_answer(identifier);
        output += "\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
                  "\"serverInfo\":{\"name\":\"page_peer\",\"version\":\"3\"}}}\n";
    } else if (!is_tool && method != "catalog.list") {
        fail(identifier, -32601, "Method not found");
    } else if (is_tool && (request["params"]["name"].get(tool) != SUCCESS || tool != "catalog_list")) {
        fail(identifier, -32602, "Invalid params: catalog_list is the only tool.");
    } else if (!read_limit(is_tool ? request["params"]["arguments"] : request["params"], limit, is_limit_given)) {
        fail(identifier, -32602, "Invalid params: limit alone, 1 to 30.");
    } else if (!ask(multi, identifier, limit, is_limit_given, is_tool)) {
        fail(identifier, 1000, "The upstream can't be asked.");
    }
}

int main(int count, char **arguments) {
    is_by_ends = count == 3 && !strcmp(arguments[2], "ends");
    if (count != 2 && !is_by_ends) return 2;
    endpoint = arguments[1];
    // curl takes and gives back 100 KB a transfer, which would go to the kernel and come as page faults.
    mallopt(M_MMAP_THRESHOLD, 1 << 26);
    mallopt(M_TRIM_THRESHOLD, 1 << 26);
    curl_global_init(CURL_GLOBAL_DEFAULT);
    CURLM *multi = curl_multi_init();
    dom::parser parser;
    if (parser.allocate(1 << 16, MOST_DEPTH) != SUCCESS || bodies.allocate(1 << 20, MOST_DEPTH) != SUCCESS) return 1;
    std::string input;
    fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_NONBLOCK);
    curl_waitfd in = {0, CURL_WAIT_POLLIN, 0};
    char buffer[1 << 16];
    for (;;) {
        int running = 0, left;
        curl_multi_perform(multi, &running);
        while (CURLMsg *done = curl_multi_info_read(multi, &left)) {
            CURL *handle = done->easy_handle;
            CURLcode result = done->data.result;
            Fetch *fetch;
            curl_easy_getinfo(handle, CURLINFO_PRIVATE, &fetch);
            curl_multi_remove_handle(multi, handle);
            if (result == CURLE_OK) {
                fetch->is_tool ? answer<true>(*fetch) : answer<false>(*fetch);
            } else {
                fail(fetch->identifier, 1000, curl_easy_strerror(result));
            }
            idle.emplace_back(fetch);
        }
        for (size_t done = 0; done < output.size();) {
            ssize_t written = write(1, output.data() + done, output.size() - done);
            if (written <= 0) return 1;
            done += static_cast<size_t>(written);
        }
        output.clear();
        ssize_t got = read(0, buffer, sizeof buffer);
        if (got == 0) return 0;
        if (got > 0) {
            input.append(buffer, static_cast<size_t>(got));
            size_t begin = 0;
            for (size_t end; (end = input.find('\n', begin)) != std::string::npos; begin = end + 1) {
                message(multi, parser, input.data() + begin, end - begin);
            }
            input.erase(0, begin);
            continue;
        }
        if (errno != EAGAIN) return 1;
        curl_multi_poll(multi, &in, 1, 10000, nullptr);
    }
}
