// A book from the upstream's body to the answer of a tool, in plain C: the measure of what that work costs.
//
// The body is validated whole, its texts are decoded (escapes of JSON, character references of HTML), and written twice: as
// Markdown, escaped, inside of a JSON string, and as structured content. The same facts as galleria's book_shelf_show.
#ifndef BOOK_H
#define BOOK_H
#include <stdint.h>
#include <stdio.h>

#include "output.h"
#include "text.h"

enum { MOST_SAMPLES = 64 };

typedef struct {
    Text chapter, url;
} Sample;

typedef struct {
    Text title, subtitle, authors, publisher, language, isbn10, isbn13, pages, year, rating, description, price, image, url;
    long page_count, published, stars;  // what pages, year and rating say; 0: nothing
    Sample samples[MOST_SAMPLES];
    size_t sample_count;
} Book;

// The bodies, as the upstream would answer them: each a row of the samples, with its `error` before.
static struct {
    Text isbn13, body;
} *bodies;
static size_t body_count;

// A number that stands in a text; 0: none, as the upstream says it.
static long whole(Text text) {
    long number = 0;
    if (text.end - text.begin > 9) return 0;
    for (const char *p = text.begin; p < text.end; p++) {
        if (*p < '0' || *p > '9') return 0;
        number = number * 10 + (*p - '0');
    }
    return number;
}

// Digits count as the number they are: Chapter 10 is behind Chapter 5.
static int naturally(const void *left, const void *right) {
    Text a = ((const Sample *)left)->chapter, b = ((const Sample *)right)->chapter;
    while (a.begin < a.end && b.begin < b.end) {
        if (*a.begin >= '0' && *a.begin <= '9' && *b.begin >= '0' && *b.begin <= '9') {
            unsigned long first = strtoul(a.begin, (char **)&a.begin, 10), second = strtoul(b.begin, (char **)&b.begin, 10);
            if (first != second) return first < second ? -1 : 1;
        } else if (*a.begin != *b.begin) {
            return (unsigned char)*a.begin < (unsigned char)*b.begin ? -1 : 1;
        } else {
            a.begin++;
            b.begin++;
        }
    }
    return (a.begin < a.end) - (b.begin < b.end);
}

static bool read_samples(Text object, Book *book) {
    Members members = scan_members(object, 1);
    while (scan_next(&members)) {
        if (book->sample_count == MOST_SAMPLES) return false;
        Text url = decoded(members.value), chapter = decoded((Text){members.key.begin - 1, members.key.end + 1});
        if (url.begin && chapter.begin) book->samples[book->sample_count++] = (Sample){chapter, url};
    }
    qsort(book->samples, book->sample_count, sizeof *book->samples, naturally);
    return members.p != NULL;
}

// Where a member of the body goes; NULL: nowhere.
static Text *place(Book *book, Text key, bool *is_prose) {
    *is_prose = true;
#define AT(name, field) if (scan_key_is(key, name)) return &book->field
    AT("title", title);
    AT("subtitle", subtitle);
    AT("authors", authors);
    AT("publisher", publisher);
    AT("language", language);
    AT("desc", description);
    *is_prose = false;
    AT("isbn10", isbn10);
    AT("isbn13", isbn13);
    AT("pages", pages);
    AT("year", year);
    AT("rating", rating);
    AT("price", price);
    AT("image", image);
    AT("url", url);
#undef AT
    return NULL;
}

static bool read_book(Text body, Book *book) {
    static const char EMPTY[] = "";
    *book = (Book){0};
    scratch.count = 0;
    for (Text *text = &book->title; text <= &book->url; text++) *text = (Text){EMPTY, EMPTY};
    Members members = scan_members(body, 0);
    while (scan_next(&members)) {
        bool is_prose;
        Text *at = place(book, members.key, &is_prose);
        if (at) {
            *at = is_prose ? prose(members.value) : decoded(members.value);
            if (!at->begin) return false;
        } else if (scan_key_is(members.key, "pdf") && !read_samples(members.value, book)) {
            return false;
        }
    }
    book->page_count = whole(book->pages);
    book->published = whole(book->year);
    book->stars = whole(book->rating);
    return members.p && scan_space(members.p, body.end) == body.end && book->isbn13.end - book->isbn13.begin == 13;
}

// Markdown: what could be markup gets a backslash.
static void append_markdown(Output *output, Text text) {
    static const bool MARKUP[256] = {['\\'] = 1, ['`'] = 1, ['*'] = 1, ['_'] = 1, ['~'] = 1, ['['] = 1, [']'] = 1, ['<'] = 1};
    char *to = output_room(output, 2 * (size_t)(text.end - text.begin) + 1);
    if (text.begin < text.end && strchr("#>=-+|", *text.begin)) *to++ = '\\';
    for (const char *p = text.begin; p < text.end; p++) {
        if (MARKUP[(unsigned char)*p]) *to++ = '\\';
        *to++ = *p;
    }
    output->count = (size_t)(to - output->bytes);
}

static bool is_empty(Text text) { return text.begin == text.end; }

// What the upstream does not know, an empty text or 0, is not told, here and as a member.
static void markdown_of(const Book *book, Output *text) {
    const Text none = {NULL, NULL};
    const struct {
        const char *label;
        Text value;
    } lines[] = {
        {"title", book->title}, {"subtitle", book->subtitle}, {"authors", book->authors}, {"publisher", book->publisher},
        {"pages", book->page_count ? book->pages : none}, {"year", book->published ? book->year : none},
        {"rating", book->stars ? book->rating : none}, {"desc", book->description},
        {"price", book->price}, {"language", book->language},
    };
    APPEND(text, "# ");
    append_markdown(text, book->title);
    APPEND(text, "\n\n");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (is_empty(lines[i].value)) continue;
        APPEND(text, "- ");
        append(text, lines[i].label, strlen(lines[i].label));
        APPEND(text, ": ");
        append_markdown(text, lines[i].value);
        if (i == 6) APPEND(text, "/5");
        APPEND(text, "\n");
    }
    APPEND(text, "- isbn13: `");
    append_text(text, book->isbn13);
    APPEND(text, "`\n");
    if (!is_empty(book->isbn10)) APPEND(text, "- isbn10: `"), append_text(text, book->isbn10), APPEND(text, "`\n");
    if (!is_empty(book->url)) APPEND(text, "- url: <"), append_text(text, book->url), APPEND(text, ">\n");
    if (!is_empty(book->image)) APPEND(text, "- image: <"), append_text(text, book->image), APPEND(text, ">\n");
    APPEND(text, "\n## memo\n\nNo memo yet.\n");
    if (book->sample_count > 0) APPEND(text, "\n## samples\n");
    for (size_t i = 0; i < book->sample_count; i++) {
        APPEND(text, "\n[PDF Sample: ");
        append_markdown(text, book->samples[i].chapter);
        APPEND(text, "](");
        append_text(text, book->samples[i].url);
        APPEND(text, ")\n");
    }
}

static void member(Output *output, const char *name, Text value) {
    if (is_empty(value)) return;
    APPEND(output, ",\"");
    append(output, name, strlen(name));
    APPEND(output, "\":\"");
    append_escaped(output, value);
    APPEND(output, "\"");
}

static void number_member(Output *output, const char *name, long number) {
    if (number <= 0) return;
    char *to = output_room(output, 64);
    output->count += (size_t)sprintf(to, ",\"%s\":%ld", name, number);
}

static void structured(const Book *book, Output *output) {
    Text amount = {book->price.begin + (*book->price.begin == '$'), book->price.end};
    APPEND(output, "{\"isbn13\":\"");
    append_text(output, book->isbn13);
    APPEND(output, "\"");
    member(output, "title", book->title);
    member(output, "subtitle", book->subtitle);
    APPEND(output, ",\"price\":{\"amount\":\"");
    append_escaped(output, amount);
    APPEND(output, "\",\"currency\":\"USD\"");
    member(output, "text", book->price);
    APPEND(output, "}");
    member(output, "imageURL", book->image);
    member(output, "url", book->url);
    APPEND(output, ",\"route\":\"galleria://book/");
    append_text(output, book->isbn13);
    APPEND(output, "\"");
    member(output, "authors", book->authors);
    member(output, "publisher", book->publisher);
    member(output, "language", book->language);
    member(output, "isbn10", book->isbn10);
    number_member(output, "pages", book->page_count);
    number_member(output, "year", book->published);
    number_member(output, "rating", book->stars);
    member(output, "description", book->description);
    if (book->sample_count > 0) APPEND(output, ",\"pdf\":[");
    for (size_t i = 0; i < book->sample_count; i++) {
        if (i > 0) APPEND(output, ",");
        APPEND(output, "{\"chapter\":\"");
        append_escaped(output, book->samples[i].chapter);
        APPEND(output, "\"");
        member(output, "url", book->samples[i].url);
        APPEND(output, "}");
    }
    if (book->sample_count > 0) APPEND(output, "]");
    APPEND(output, "}");
}

// Appends the `result` of the tool for this isbn13 (no quotes). False: there is no such book, or its body is not one.
static bool append_book(Output *output, Text isbn13) {
    static Output text;
    static Book book;
    size_t length = (size_t)(isbn13.end - isbn13.begin), at = 0;
    while (at < body_count && !(length == 13 && memcmp(bodies[at].isbn13.begin, isbn13.begin, 13) == 0)) at++;
    if (at == body_count || !read_book(bodies[at].body, &book)) return false;
    text.count = 0;
    markdown_of(&book, &text);
    APPEND(output, "{\"content\":[{\"type\":\"text\",\"text\":\"");
    append_escaped(output, (Text){text.bytes, text.bytes + text.count});
    APPEND(output, "\"}],\"structuredContent\":");
    structured(&book, output);
    APPEND(output, ",\"isError\":false}");
    return true;
}

// The samples: an array with a row a line.
static bool load_bodies(const char *path) {
    static const char ERROR[] = "{\"error\":\"0\",";
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    if (!file) return false;
    for (ssize_t count; (count = getline(&line, &room, file)) > 0;) {
        if (*line != '{') continue;
        while (count > 0 && line[count - 1] != '}') count--;
        char *body = malloc(sizeof ERROR + (size_t)count);
        bodies = realloc(bodies, (body_count + 1) * sizeof *bodies);
        if (!body || !bodies) abort();
        memcpy(body, ERROR, sizeof ERROR - 1);
        memcpy(body + sizeof ERROR - 1, line + 1, (size_t)count - 1);
        Text whole = {body, body + sizeof ERROR - 1 + count - 1}, isbn13 = scan_member(whole, "isbn13");
        if (!isbn13.begin) return false;
        bodies[body_count].isbn13 = (Text){isbn13.begin + 1, isbn13.end - 1};
        bodies[body_count++].body = whole;
    }
    free(line);
    fclose(file);
    return body_count > 0;
}
#endif
