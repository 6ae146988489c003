// rapidjson's reading and writing of a text of ../json_rates.py.
//
// usage: rapidjson TASK SECONDS FILE, where TASK is
//   read         into a Document, checking UTF-8 as galleria does (kParseValidateEncodingFlag)
//   read-plain   the same without that check
//   read-sax     checked, event by event into nothing: no document is made
//   write        typed values, call by call, into a buffer that is used again
//   write-tree   a Document into the same
#include <cstring>
#include <string>
#include <vector>

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "measure.h"

using namespace rapidjson;
using Output = Writer<StringBuffer>;

static std::string text_of(const Value &value) { return {value.GetString(), value.GetStringLength()}; }

static void key(Output &output, const char *name) { output.Key(name, static_cast<SizeType>(std::strlen(name))); }

static void string(Output &output, const std::string &text) {
    output.String(text.data(), static_cast<SizeType>(text.size()));
}

static void strings(Output &output, const std::vector<std::string> &texts) {
    output.StartArray();
    for (const std::string &text : texts) string(output, text);
    output.EndArray();
}

static std::vector<std::string> texts_of(const Value &value) {
    std::vector<std::string> texts;
    for (const Value &text : value.GetArray()) texts.push_back(text_of(text));
    return texts;
}

static void price(Output &output, const std::string &amount, const std::string &currency) {
    key(output, "price");
    output.StartObject();
    key(output, "amount");
    string(output, amount);
    key(output, "currency");
    string(output, currency);
    output.EndObject();
}

struct Call {
    std::string version, method, tool, isbn13, title, amount, currency, memo;
    std::vector<std::string> authors;
    int64_t id, pages;
    double rating;

    explicit Call(const Value &root)
        : version(text_of(root["jsonrpc"])), method(text_of(root["method"])), tool(text_of(root["params"]["name"])),
          id(root["id"].GetInt64()) {
        const Value &note = root["params"]["arguments"];
        isbn13 = text_of(note["isbn13"]);
        title = text_of(note["title"]);
        authors = texts_of(note["authors"]);
        amount = text_of(note["price"]["amount"]);
        currency = text_of(note["price"]["currency"]);
        pages = note["pages"].GetInt64();
        rating = note["rating"].GetDouble();
        memo = text_of(note["memo"]);
    }

    void write(Output &output) const {
        output.StartObject();
        key(output, "jsonrpc");
        string(output, version);
        key(output, "id");
        output.Int64(id);
        key(output, "method");
        string(output, method);
        key(output, "params");
        output.StartObject();
        key(output, "name");
        string(output, tool);
        key(output, "arguments");
        output.StartObject();
        key(output, "isbn13");
        string(output, isbn13);
        key(output, "title");
        string(output, title);
        key(output, "authors");
        strings(output, authors);
        price(output, amount, currency);
        key(output, "pages");
        output.Int64(pages);
        key(output, "rating");
        output.Double(rating);
        key(output, "memo");
        string(output, memo);
        output.EndObject();
        output.EndObject();
        output.EndObject();
    }
};

struct Product {
    std::string sku, name, brand, amount, currency, image;
    int64_t stock;
    double rating;
    bool liked;
    std::vector<std::string> tags;

    explicit Product(const Value &row)
        : sku(text_of(row["sku"])), name(text_of(row["name"])), brand(text_of(row["brand"])),
          amount(text_of(row["price"]["amount"])), currency(text_of(row["price"]["currency"])),
          image(text_of(row["image"])), stock(row["stock"].GetInt64()), rating(row["rating"].GetDouble()),
          liked(row["liked"].GetBool()), tags(texts_of(row["tags"])) {}

    void write(Output &output) const {
        output.StartObject();
        key(output, "sku");
        string(output, sku);
        key(output, "name");
        string(output, name);
        key(output, "brand");
        string(output, brand);
        price(output, amount, currency);
        key(output, "stock");
        output.Int64(stock);
        key(output, "rating");
        output.Double(rating);
        key(output, "liked");
        output.Bool(liked);
        key(output, "tags");
        strings(output, tags);
        key(output, "image");
        string(output, image);
        output.EndObject();
    }
};

struct Page {
    int64_t total;
    std::vector<Product> items;

    explicit Page(const Value &root) : total(root["total"].GetInt64()) {
        for (const Value &row : root["items"].GetArray()) items.emplace_back(row);
    }

    void write(Output &output) const {
        output.StartObject();
        key(output, "total");
        output.Int64(total);
        key(output, "items");
        output.StartArray();
        for (const Product &item : items) item.write(output);
        output.EndArray();
        output.EndObject();
    }
};

static File file;

template <unsigned flags> static bool read_document(void *) {
    Document document;
    document.Parse<flags>(file.bytes, file.count);
    return !document.HasParseError() && document.IsObject();
}

static bool read_events(void *) {
    Reader reader;
    BaseReaderHandler<> nobody;
    MemoryStream stream(file.bytes, file.count);
    EncodedInputStream<UTF8<>, MemoryStream> input(stream);
    return !reader.Parse<kParseValidateEncodingFlag>(input, nobody).IsError();
}

template <typename Written> static bool write_once(void *context) {
    static StringBuffer buffer;
    buffer.Clear();
    Output output(buffer);
    static_cast<const Written *>(context)->write(output);
    return buffer.GetSize() == file.count;
}

struct Tree {
    const Document &document;
    void write(Output &output) const { document.Accept(output); }
};

template <typename Written> static void measure_writing(double seconds, const Written &value) {
    StringBuffer buffer;
    Output output(buffer);
    value.write(output);
    if (buffer.GetSize() != file.count || std::memcmp(buffer.GetString(), file.bytes, file.count) != 0)
        fail("what was written is another text");
    measure(seconds, "", write_once<Written>, const_cast<Written *>(&value));
}

int main(int count, char **words) {
    if (count != 4 || !read_file(words[3], &file)) fail("usage: rapidjson TASK SECONDS FILE");
    const std::string task = words[1];
    const double seconds = std::strtod(words[2], nullptr);
    Document document;
    document.Parse(file.bytes, file.count);
    if (document.HasParseError()) fail("the file is no JSON");
    if (task == "read")
        measure(seconds, "", read_document<kParseValidateEncodingFlag>, nullptr);
    else if (task == "read-plain")
        measure(seconds, "", read_document<kParseDefaultFlags>, nullptr);
    else if (task == "read-sax")
        measure(seconds, "", read_events, nullptr);
    else if (task == "write" && document.HasMember("items"))
        measure_writing(seconds, Page(document));
    else if (task == "write")
        measure_writing(seconds, Call(document));
    else if (task == "write-tree")
        measure_writing(seconds, Tree{document});
    else
        fail("rapidjson: no such task");
}
