// A page from an upstream to the answer of catalog.list, in C++ with libcurl and simdjson: the measure of what that work costs.
//
// usage: page_peer ENDPOINT      JSON-RPC over lines: initialize, ping, and catalog.list with a limit of at most a page
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

static std::string endpoint;
static dom::parser bodies;

struct Fetch {
    CURL *handle;
    std::string identifier, body;
    int64_t limit;
    bool is_limit_given;
};

static std::vector<std::unique_ptr<Fetch>> idle;

static size_t received(char *bytes, size_t, size_t count, void *fetch) {
    static_cast<Fetch *>(fetch)->body.append(bytes, count);
    return count;
}

// Whether no object has a name twice, as galleria demands of JSON. Most names of an object differ in length or ends.
static bool has_unique_names(dom::element element) {
    dom::array array;
    dom::object object;
    if (element.get(array) == SUCCESS) {
        for (dom::element inner : array) {
            if (!has_unique_names(inner)) return false;
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
            if (!has_unique_names(field.value)) return false;
        }
    }
    return true;
}

// MARK: - Answers

static void open_answer(std::string_view identifier) { ((output += "{\"jsonrpc\":\"2.0\",\"id\":") += identifier) += ','; }

static void fail(std::string_view identifier, int code, std::string_view message) {
    open_answer(identifier);
    output += "\"error\":{\"code\":";
    append_number(code);
    output += ",\"message\":";
    append_string(message);
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

// Goes on behind `rows` rows of the upstream's page: the mark of catalog.list, page, rows (all below 128), and the question as JSON
// with its length before it, where there is one.
static void append_cursor(const Fetch &fetch, int64_t page, int64_t rows) {
    char text[64] = {0x40, 0x50, static_cast<char>(0xA6), 0x58, static_cast<char>(page), static_cast<char>(rows)};
    size_t count = 6;
    if (fetch.is_limit_given) {
        text[0] |= 1;
        text[6] = static_cast<char>(snprintf(text + 7, sizeof text - 7, "{\"limit\":%ld}", static_cast<long>(fetch.limit)));
        count = 7 + static_cast<size_t>(text[6]);
    }
    output += ",\"nextCursor\":\"";
    append_base64(std::string_view(text, count));
    output += '"';
}

static void answer(Fetch &fetch) {
    size_t before = output.size();
    dom::element page;
    dom::array rows;
    int64_t total;
    fetch.body.reserve(fetch.body.size() + SIMDJSON_PADDING);
    if (bodies.parse(fetch.body.data(), fetch.body.size(), false).get(page) != SUCCESS || !has_unique_names(page)
        || page["_embedded"]["product"].get(rows) != SUCCESS) {
        return fail(fetch.identifier, 1000, "The upstream's answer can't be read.");
    }
    if (page["total_items"].get(total) != SUCCESS || total < 0) total = -1;  // it does not say
    open_answer(fetch.identifier);
    output += "\"result\":{\"items\":[";
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
        if (count++ > 0) output += ',';
        append_product(product);
    }
    output += ']';
    if (total >= 0) {
        output += ",\"total\":";
        append_number(total);
    }
    // A page that is not full is the last one, whatever the total says.
    if (looked < all) {
        append_cursor(fetch, 1, looked);
    } else if (all >= PAGE_ROWS && (total < 0 || all < total)) {
        append_cursor(fetch, 2, 0);
    } else if (all < total) {
        output += ",\"read\":{\"rows\":";
        append_number(all);
        output += ",\"of\":";
        append_number(total);
        output += '}';
    }
    output += "}}\n";
    if (output.size() - before > 40'000) {
        output.resize(before);
        fail(fetch.identifier, 1000, "The answer is too long.");
    }
}

static bool ask(CURLM *multi, std::string_view identifier, int64_t limit, bool is_limit_given) {
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
    return curl_multi_add_handle(multi, fetch->handle) == CURLM_OK;
}

// The limit that the params ask for, the usual one without it. False: they ask for something else.
static bool read_limit(dom::element request, int64_t &limit, bool &is_given) {
    dom::element params;
    dom::object members;
    limit = USUAL_ROWS;
    is_given = false;
    if (request["params"].get(params) != SUCCESS || params.is_null()) return true;
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
    if (parser.parse(line, length, true).get(request) != SUCCESS || !has_unique_names(request)) {
        return fail("null", -32700, "Parse error");
    }
    bool has_id = request["id"].get(id) == SUCCESS, is_id = has_id && (id.is_string() || id.is_number());
    std::string identifier = is_id ? minify(id) : "null";
    if (request["jsonrpc"].get(version) != SUCCESS || version != "2.0" || request["method"].get(method) != SUCCESS || has_id != is_id) {
        return fail(identifier, -32600, "Invalid request");
    }
    if (!has_id) return;
    int64_t limit;
    bool is_limit_given;
    if (method == "ping") {
        open_answer(identifier);
        output += "\"result\":{}}\n";
    } else if (method == "initialize") {
        open_answer(identifier);
        output += "\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
                  "\"serverInfo\":{\"name\":\"page_peer\",\"version\":\"2\"}}}\n";
    } else if (method != "catalog.list") {
        fail(identifier, -32601, "Method not found");
    } else if (!read_limit(request, limit, is_limit_given)) {
        fail(identifier, -32602, "Invalid params: limit alone, 1 to 30.");
    } else if (!ask(multi, identifier, limit, is_limit_given)) {
        fail(identifier, 1000, "The upstream can't be asked.");
    }
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
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
                answer(*fetch);
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
