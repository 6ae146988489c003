#include "GithubSamples.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../../../../Config/samples/Github/issues-1.json"
};
static const unsigned char file_1[] = {
#embed "../../../../Config/samples/Github/issues-2.json"
};
static const unsigned char file_2[] = {
#embed "../../../../Config/samples/Github/issue.json"
};
static const unsigned char file_3[] = {
#embed "../../../../Config/samples/Github/opened.json"
};
static const unsigned char file_4[] = {
#embed "../../../../Config/samples/Github/closed.json"
};

github_file github_sample(const char *name) {
    if (strcmp(name, "issues-1.json") == 0) return (github_file){file_0, sizeof file_0};
    if (strcmp(name, "issues-2.json") == 0) return (github_file){file_1, sizeof file_1};
    if (strcmp(name, "issue.json") == 0) return (github_file){file_2, sizeof file_2};
    if (strcmp(name, "opened.json") == 0) return (github_file){file_3, sizeof file_3};
    if (strcmp(name, "closed.json") == 0) return (github_file){file_4, sizeof file_4};
    return (github_file){NULL, 0};
}
