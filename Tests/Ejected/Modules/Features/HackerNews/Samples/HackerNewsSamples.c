#include "HackerNewsSamples.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../../../../Config/samples/HackerNews/1.json"
};
static const unsigned char file_1[] = {
#embed "../../../../Config/samples/HackerNews/2.json"
};
static const unsigned char file_2[] = {
#embed "../../../../Config/samples/HackerNews/3.json"
};
static const unsigned char file_3[] = {
#embed "../../../../Config/samples/HackerNews/found.json"
};
static const unsigned char file_4[] = {
#embed "../../../../Config/samples/HackerNews/story.json"
};

hackernews_file hackernews_sample(const char *name) {
    if (strcmp(name, "1.json") == 0) return (hackernews_file){file_0, sizeof file_0};
    if (strcmp(name, "2.json") == 0) return (hackernews_file){file_1, sizeof file_1};
    if (strcmp(name, "3.json") == 0) return (hackernews_file){file_2, sizeof file_2};
    if (strcmp(name, "found.json") == 0) return (hackernews_file){file_3, sizeof file_3};
    if (strcmp(name, "story.json") == 0) return (hackernews_file){file_4, sizeof file_4};
    return (hackernews_file){NULL, 0};
}
