// A page from an upstream to the answer of catalog.list, in C++ with libcurl and simdjson: the measure of what that work costs.
//
// usage: page_peer ENDPOINT      JSON-RPC over lines: initialize, ping, and catalog.list with a pageSize
//
// One thread: curl's multi interface waits for the upstream's sockets and for stdin. A page is parsed whole by simdjson's DOM, which
// validates it, its rows are decoded, their prices compared, their likes looked up, and written with the same facts as
// galleria's. Answers that come together leave with one write.
#include <curl/curl.h>
#include <fcntl.h>
#include <malloc.h>
#include <simdjson.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

using namespace simdjson;

static std::string output, endpoint;
static std::unordered_set<std::string> likes;
static dom::parser bodies;

struct Fetch {
    CURL *handle;
    std::string identifier, url, body;
    long size;
};

static std::vector<std::unique_ptr<Fetch>> idle;

static size_t received(char *bytes, size_t, size_t count, void *fetch) {
    static_cast<Fetch *>(fetch)->body.append(bytes, count);
    return count;
}

static void append_string(std::string_view text) {
    output += '"';
    const char *plain = text.data(), *end = text.data() + text.size();
    for (const char *p = plain; p < end; p++) {
        unsigned char c = static_cast<unsigned char>(*p);
        if (c >= 0x20 && c != '"' && c != '\\') continue;
        output.append(plain, p);
        plain = p + 1;
        if (c == '"' || c == '\\') {
            output += '\\';
            output += *p;
        } else {
            char escape[8];
            output.append(escape, static_cast<size_t>(snprintf(escape, sizeof escape, "\\u%04x", c)));
        }
    }
    output.append(plain, end);
    output += '"';
}

static std::string_view text_of(dom::element row, std::string_view name) {
    std::string_view text;
    return row[name].get(text) == SUCCESS ? text : std::string_view();
}

// Cents, 0 where there is no price.
static long long cents(dom::element row, std::string_view name) {
    double number;
    return row[name].get(number) == SUCCESS ? std::llround(number * 100) : 0;
}

static void append_money(std::string_view name, long long amount) {
    char digits[32];
    size_t count = static_cast<size_t>(snprintf(digits, sizeof digits, "%lld.%02lld", amount / 100, amount % 100));
    std::string_view written(digits, count);
    ((output += '"') += name) += "\":{\"amount\":\"";
    (output += written) += "\",\"currency\":\"AUD\",\"text\":\"$";
    // Thousands apart, as people read them.
    size_t whole = count - 3;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && i < whole && (whole - i) % 3 == 0) output += ',';
        output += digits[i];
    }
    output += "\"},";
}

// The first address of a picture that there is; one without a scheme is https.
static void append_image(dom::element row) {
    dom::array images;
    if (row["_embedded"]["images"].get(images) == SUCCESS) {
        for (dom::element image : images) {
            std::string_view url = text_of(image, "url");
            if (url.substr(0, 2) == "//") return append_string(std::string("https:").append(url));
            if (url.substr(0, 7) == "http://" || url.substr(0, 8) == "https://") return append_string(url);
        }
    }
    output += "null";
}

static void append_row(dom::element row) {
    std::string_view sku = text_of(row, "sku"), brand;
    output += "{\"sku\":";
    append_string(sku);
    output += ",\"brand\":";
    append_string(row["_embedded"]["brand"]["name"].get(brand) == SUCCESS ? brand : std::string_view());
    output += ",\"name\":";
    append_string(text_of(row, "name"));
    output += ',';
    long long price = cents(row, "price"), final_price = cents(row, "final_price");
    append_money("price", price);
    if (final_price != 0 && final_price != price) {
        append_money("discountPrice", final_price);
    } else {
        output += "\"discountPrice\":null,";
    }
    output += likes.count(std::string(sku)) ? "\"liked\":true,\"ribbon\":" : "\"liked\":false,\"ribbon\":";
    std::string_view ribbon = text_of(row, "ribbon");
    if (ribbon.empty()) {
        output += "null";
    } else {
        append_string(ribbon);
    }
    output += ",\"imageURL\":";
    append_image(row);
    output += ",\"route\":\"galleria://product/";
    (output += sku) += "\"}";
}

static void open_answer(std::string_view identifier) { ((output += "{\"jsonrpc\":\"2.0\",\"id\":") += identifier) += ','; }

static void fail(std::string_view identifier, int code, std::string_view message) {
    open_answer(identifier);
    char digits[16];
    snprintf(digits, sizeof digits, "%d", code);
    ((output += "\"error\":{\"code\":") += digits) += ",\"message\":";
    append_string(message);
    output += "}}\n";
}

static void answer(Fetch &fetch) {
    size_t before = output.size();
    dom::element page;
    dom::array rows;
    int64_t total = 0;
    fetch.body.reserve(fetch.body.size() + SIMDJSON_PADDING);
    if (bodies.parse(fetch.body.data(), fetch.body.size(), false).get(page) != SUCCESS
        || page["_embedded"]["product"].get(rows) != SUCCESS || page["total_items"].get(total) != SUCCESS) {
        output.resize(before);
        return fail(fetch.identifier, -32000, "The upstream's answer can't be read.");
    }
    open_answer(fetch.identifier);
    output += "\"result\":{\"items\":[";
    long count = 0;
    for (dom::element row : rows) {
        if (count++ > 0) output += ',';
        append_row(row);
    }
    char rest[160];
    bool more = count >= fetch.size;
    int length = more ? snprintf(rest, sizeof rest, "],\"total\":%lld,\"nextCursor\":\"page-2-of-%ld\",\"hasMore\":true}}\n",
                                 static_cast<long long>(total), fetch.size)
                      : snprintf(rest, sizeof rest, "],\"total\":%lld,\"nextCursor\":null,\"hasMore\":false}}\n", static_cast<long long>(total));
    output.append(rest, static_cast<size_t>(length));
}

static bool ask(CURLM *multi, std::string_view identifier, long size) {
    if (idle.empty()) {
        auto fetch = std::make_unique<Fetch>();
        fetch->handle = curl_easy_init();
        if (!fetch->handle) return false;
        curl_easy_setopt(fetch->handle, CURLOPT_WRITEFUNCTION, received);
        curl_easy_setopt(fetch->handle, CURLOPT_WRITEDATA, fetch.get());
        curl_easy_setopt(fetch->handle, CURLOPT_PRIVATE, fetch.get());
        curl_easy_setopt(fetch->handle, CURLOPT_BUFFERSIZE, 102400L);
        curl_easy_setopt(fetch->handle, CURLOPT_FAILONERROR, 1L);
        curl_easy_setopt(fetch->handle, CURLOPT_TIMEOUT, 10L);
        curl_easy_setopt(fetch->handle, CURLOPT_NOSIGNAL, 1L);
        idle.push_back(std::move(fetch));
    }
    Fetch *fetch = idle.back().release();
    idle.pop_back();
    fetch->identifier = identifier;
    fetch->body.clear();
    if (fetch->size != size) {
        fetch->size = size;
        fetch->url = endpoint + "/catalog/products?page_size=" + std::to_string(size) + "&page=1";
        curl_easy_setopt(fetch->handle, CURLOPT_URL, fetch->url.c_str());
    }
    return curl_multi_add_handle(multi, fetch->handle) == CURLM_OK;
}

static void message(CURLM *multi, dom::parser &parser, const char *line, size_t length) {
    dom::element request;
    std::string_view method;
    dom::element id;
    if (parser.parse(line, length, true).get(request) != SUCCESS) return fail("null", -32700, "Parse error");
    if (request["method"].get(method) != SUCCESS) return fail("null", -32600, "Invalid request");
    if (request["id"].get(id) != SUCCESS) return;
    std::string identifier = minify(id);
    int64_t size;
    if (method == "ping") {
        open_answer(identifier);
        output += "\"result\":{}}\n";
    } else if (method == "initialize") {
        open_answer(identifier);
        output += "\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
                  "\"serverInfo\":{\"name\":\"page_peer\",\"version\":\"1\"}}}\n";
    } else if (method != "catalog.list") {
        fail(identifier, -32601, "Method not found");
    } else if (request.at_pointer("/params/pageSize").get(size) != SUCCESS || size < 1 || size > 100) {
        fail(identifier, -32602, "Invalid params");
    } else if (!ask(multi, identifier, size)) {
        fail(identifier, -32000, "The upstream can't be asked.");
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
                fail(fetch->identifier, -32000, curl_easy_strerror(result));
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
