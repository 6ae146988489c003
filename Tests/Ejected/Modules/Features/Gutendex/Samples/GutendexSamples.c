#include "GutendexSamples.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../../../../Config/samples/Gutendex/zh-1.json"
};
static const unsigned char file_1[] = {
#embed "../../../../Config/samples/Gutendex/zh-2.json"
};
static const unsigned char file_2[] = {
#embed "../../../../Config/samples/Gutendex/zh-3.json"
};
static const unsigned char file_3[] = {
#embed "../../../../Config/samples/Gutendex/book.json"
};

gutendex_file gutendex_sample(const char *name) {
    if (strcmp(name, "zh-1.json") == 0) return (gutendex_file){file_0, sizeof file_0};
    if (strcmp(name, "zh-2.json") == 0) return (gutendex_file){file_1, sizeof file_1};
    if (strcmp(name, "zh-3.json") == 0) return (gutendex_file){file_2, sizeof file_2};
    if (strcmp(name, "book.json") == 0) return (gutendex_file){file_3, sizeof file_3};
    return (gutendex_file){NULL, 0};
}
