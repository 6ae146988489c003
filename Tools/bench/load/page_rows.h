// A product of the upstream's page as galleria's catalog.list tells it, in C++: its texts, its exact prices, its row of the answer, and
// its row of the table that a tool's text has.
#ifndef PAGE_ROWS_H
#define PAGE_ROWS_H
#include <simdjson.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_set>

using namespace simdjson;

static std::unordered_set<std::string> likes;

// A text inside of a JSON string: no quotes around it.
static void append_escaped(std::string &output, std::string_view text) {
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
}

static void append_string(std::string &output, std::string_view text) {
    output += '"';
    append_escaped(output, text);
    output += '"';
}

static void append_number(std::string &output, int64_t number) {
    char digits[24];
    auto [end, failure] = std::to_chars(digits, digits + sizeof digits, number);
    output.append(digits, end);
}

// MARK: - Texts

static const struct {
    std::string_view name, text;
} REFERENCES[] = {
    {"amp", "&"}, {"lt", "<"}, {"gt", ">"}, {"quot", "\""}, {"apos", "'"}, {"nbsp", "\u00A0"}, {"ndash", "–"}, {"mdash", "—"},
    {"lsquo", "‘"}, {"rsquo", "’"}, {"ldquo", "“"}, {"rdquo", "”"}, {"hellip", "…"}};

static void append_scalar(std::string &text, unsigned code) {
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0 | code >> 6);
        text += static_cast<char>(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        text += static_cast<char>(0xE0 | code >> 12);
        text += static_cast<char>(0x80 | (code >> 6 & 0x3F));
        text += static_cast<char>(0x80 | (code & 0x3F));
    } else {
        text += static_cast<char>(0xF0 | code >> 18);
        text += static_cast<char>(0x80 | (code >> 12 & 0x3F));
        text += static_cast<char>(0x80 | (code >> 6 & 0x3F));
        text += static_cast<char>(0x80 | (code & 0x3F));
    }
}

// Appends what the reference at the `&` in front of `rest` stands for. Gives the bytes behind the `&` that it takes; 0 where there
// is no reference.
static size_t append_reference(std::string &text, std::string_view rest) {
    size_t end = rest.substr(0, 12).find(';');
    if (end == std::string_view::npos) return 0;
    std::string_view name = rest.substr(0, end);
    if (name.size() > 1 && name[0] == '#') {
        bool hex = (name[1] | 0x20) == 'x';
        const char *first = name.data() + (hex ? 2 : 1), *last = name.data() + name.size();
        unsigned code = 0;
        auto [read, failure] = std::from_chars(first, last, code, hex ? 16 : 10);
        if (failure != std::errc() || read != last || first == last || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return 0;
        bool is_control = code != '\n' && (code < 0x20 || (code >= 0x7F && code < 0xA0));
        if (!is_control) append_scalar(text, code);
        return end + 1;
    }
    for (const auto &known : REFERENCES) {
        if (known.name == name) {
            text += known.text;
            return end + 1;
        }
    }
    return 0;
}

// A text without blanks at its ends. `room` holds it where it has references of HTML.
static std::string_view prose(std::string_view text, std::string &room) {
    if (memchr(text.data(), '&', text.size())) {
        room.clear();
        for (size_t at = 0; at < text.size();) {
            size_t mark = text.find('&', at);
            room.append(text.substr(at, mark - at));
            if (mark == std::string_view::npos) break;
            size_t taken = append_reference(room, text.substr(mark + 1));
            if (taken == 0) room += '&';
            at = mark + 1 + taken;
        }
        text = room;
    }
    size_t begin = text.find_first_not_of(" \t\n\r");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\n\r") + 1 - begin);
}

// MARK: - Prices

// coefficient ∕ 10^scale, exactly; below nothing: there is none.
struct Decimal {
    int64_t coefficient = -1;
    int scale = 0;

    bool is_there() const { return coefficient >= 0; }
};

static constexpr int64_t POWERS[] = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000, 1000000000000, 10000000000000,
    100000000000000, 1000000000000000, 10000000000000000, 100000000000000000, 1000000000000000000};

static Decimal decimal(std::string_view text) {
    Decimal found{0, 0};
    size_t digits = 0;
    bool is_behind_point = false;
    for (char c : text) {
        if (c == '.' && !is_behind_point && digits > 0) {
            is_behind_point = true;
        } else if (c >= '0' && c <= '9' && digits < 18) {
            found.coefficient = found.coefficient * 10 + (c - '0');
            found.scale += is_behind_point;
            digits++;
        } else {
            return {};
        }
    }
    return digits > 0 ? found : Decimal{};
}

static Decimal decimal(dom::element value) {
    int64_t whole;
    double number;
    std::string_view text;
    if (value.get(whole) == SUCCESS) return {whole < 0 ? -1 : whole, 0};
    if (value.get(text) == SUCCESS) return decimal(text);
    if (value.get(number) != SUCCESS) return {};
    // The shortest digits that stand for the number: those that were read.
    char digits[64];
    auto [end, failure] = std::to_chars(digits, digits + sizeof digits, number, std::chars_format::fixed);
    return failure == std::errc() ? decimal(std::string_view(digits, static_cast<size_t>(end - digits))) : Decimal{};
}

static __int128 at_scale(Decimal amount, int scale) { return static_cast<__int128>(amount.coefficient) * POWERS[scale - amount.scale]; }

// Rounded half up to the cents that people see.
static __int128 cents(Decimal amount) {
    if (amount.scale <= 2) return at_scale(amount, 2);
    int64_t unit = POWERS[amount.scale - 2];
    return (static_cast<__int128>(amount.coefficient) + unit / 2) / unit;
}

// Whether the reduced price is one: above nothing and below the regular one, also in the digits that people see.
static bool is_sale(Decimal reduced, Decimal regular) {
    if (reduced.coefficient <= 0 || !regular.is_there()) return false;
    int scale = std::max(reduced.scale, regular.scale);
    return at_scale(reduced, scale) < at_scale(regular, scale) && cents(reduced) < cents(regular);
}

// Percent off, halves up; 0: nearer to nothing or to all.
static int percent_off(Decimal reduced, Decimal regular) {
    int scale = std::max(reduced.scale, regular.scale);
    __int128 whole = at_scale(regular, scale), saved = (whole - at_scale(reduced, scale)) * 200;
    int percent = static_cast<int>((saved + whole) / (2 * whole));
    return percent < 100 ? percent : 0;
}

static void append_money(std::string &output, std::string_view key, Decimal amount) {
    output += key;
    int64_t unit = POWERS[amount.scale];
    append_number(output, amount.coefficient / unit);
    char fraction[24];
    int count = std::max(amount.scale, 2);
    int64_t rest = amount.coefficient % unit * (amount.scale < 2 ? POWERS[2 - amount.scale] : 1);
    for (int i = count; i-- > 0; rest /= 10) fraction[i] = static_cast<char>('0' + rest % 10);
    output += '.';
    output.append(fraction, static_cast<size_t>(count));
    output += '"';
}

// As people read it: A$1,299.50.
static void append_shown(std::string &output, Decimal amount) {
    int64_t all = static_cast<int64_t>(cents(amount)), whole = all / 100;
    char digits[32], *end = digits + sizeof digits, *p = end;
    *--p = static_cast<char>('0' + all % 10);
    *--p = static_cast<char>('0' + all / 10 % 10);
    *--p = '.';
    int count = 0;
    do {
        if (count > 0 && count % 3 == 0) *--p = ',';
        *--p = static_cast<char>('0' + whole % 10);
        count++;
    } while (whole /= 10);
    output += "A$";
    output.append(p, end);
}

// MARK: - Rows

struct Product {
    std::string_view sku, brand, name, ribbon;
    Decimal price, reduced;
    int64_t discount = 0;

    // Percent off; 0: nothing is told.
    int64_t percent() const {
        bool is_told = discount >= 1 && discount <= 99;
        return is_told ? discount : percent_off(reduced, price);
    }
};

// The value where it is of that kind.
template <typename Value, typename Element> static Value value_of(Element element) {
    Value value{};
    return element.get(value) == SUCCESS ? value : Value{};
}

static Product read_product(dom::object row) {
    Product product;
    dom::object embedded;
    for (dom::key_value_pair field : row) {
        std::string_view key = field.key;
        if (key == "sku") {
            product.sku = value_of<std::string_view>(field.value);
        } else if (key == "name") {
            product.name = value_of<std::string_view>(field.value);
        } else if (key == "price") {
            product.price = decimal(field.value);
        } else if (key == "final_price") {
            product.reduced = decimal(field.value);
        } else if (key == "discount") {
            product.discount = value_of<int64_t>(field.value);
        } else if (key == "ribbon") {
            product.ribbon = value_of<std::string_view>(field.value);
        } else if (key == "_embedded" && field.value.get(embedded) == SUCCESS) {
            product.brand = value_of<std::string_view>(embedded["brand"]["name"]);
        }
    }
    return product;
}

static void append_member(std::string &output, std::string_view key, std::string_view text) {
    if (text.empty()) return;
    output += key;
    append_string(output, text);
}

static void append_product(std::string &output, const Product &product) {
    static std::string room;
    output += "{\"sku\":";
    append_string(output, product.sku);
    append_member(output, ",\"brand\":", prose(product.brand, room));
    append_member(output, ",\"name\":", prose(product.name, room));
    if (product.price.is_there()) append_money(output, ",\"price\":\"AUD ", product.price);
    if (is_sale(product.reduced, product.price)) {
        append_money(output, ",\"discountPrice\":\"AUD ", product.reduced);
        if (int64_t discount = product.percent(); discount > 0) {
            output += ",\"discount\":";
            append_number(output, discount);
        }
    }
    output += !likes.empty() && likes.count(std::string(product.sku)) ? ",\"liked\":true" : ",\"liked\":false";
    append_member(output, ",\"ribbon\":", product.ribbon);
    output += '}';
}

// Whether a `&` in front of `rest` could begin a reference of HTML.
static bool begins_reference(std::string_view rest) {
    size_t at = rest.substr(0, 1) == "#";
    size_t end = at;
    while (end < rest.size() && isalnum(static_cast<unsigned char>(rest[end]))) end++;
    return end > at && end < rest.size() && rest[end] == ';';
}

// A cell of the table inside of a JSON string: what could be markup gets a backslash, which JSON writes as two. A line that ends there
// would end the row: a control character is a blank.
static void append_cell(std::string &output, std::string_view text) {
    enum { MARKUP = 1, QUOTED = 2, CONTROL = 4, REFERENCE = 8 };
    static const struct Marks {
        unsigned char kinds[256] = {};
        Marks() {
            for (unsigned char c : std::string_view("\\`*_~[]<|")) kinds[c] = MARKUP;
            for (int c = 0; c < 0x20; c++) kinds[c] = CONTROL;
            for (unsigned char c : std::string_view("\\\"")) kinds[c] |= QUOTED;
            kinds[static_cast<unsigned char>('&')] = REFERENCE;
        }
    } MARKS;
    const char *plain = text.data(), *end = text.data() + text.size();
    for (const char *p = plain; p < end; p++) {
        unsigned char kind = MARKS.kinds[static_cast<unsigned char>(*p)];
        if (kind == 0 || (kind & REFERENCE && !begins_reference(text.substr(static_cast<size_t>(p + 1 - text.data()))))) continue;
        output.append(plain, p);
        plain = p + 1;
        if (kind & (MARKUP | REFERENCE)) output += "\\\\";
        if (kind & QUOTED) output += '\\';
        output += kind & CONTROL ? ' ' : *p;
    }
    output.append(plain, end);
}

// The product as a row of the table, inside of a JSON string.
static void append_row(std::string &output, const Product &product) {
    static std::string room;
    output += "|`";
    append_cell(output, product.sku);
    output += "`|";
    append_cell(output, prose(product.brand, room));
    output += '|';
    std::string_view name = prose(product.name, room);
    append_cell(output, name.empty() ? "no name" : name);
    if (!product.ribbon.empty()) {
        output += " [";
        append_cell(output, product.ribbon);
        output += ']';
    }
    bool is_reduced = is_sale(product.reduced, product.price);
    output += is_reduced ? "|~~" : "|";
    if (product.price.is_there()) append_shown(output, product.price);
    else output += "—";
    output += is_reduced ? "~~|" : "|";
    if (is_reduced) {
        append_shown(output, product.reduced);
        if (int64_t discount = product.percent(); discount > 0) {
            output += " -";
            append_number(output, discount);
            output += '%';
        }
    }
    output += "|\\n";
}

// The skus of one answer, of which none comes twice: a table of places, a quarter full.
struct Known {
    static constexpr size_t ROOM = 128;
    std::string_view skus[ROOM];

    bool insert(std::string_view sku) {
        size_t at = std::hash<std::string_view>()(sku) % ROOM;
        while (!skus[at].empty()) {
            if (skus[at] == sku) return false;
            at = (at + 1) % ROOM;
        }
        skus[at] = sku;
        return true;
    }
};
#endif
