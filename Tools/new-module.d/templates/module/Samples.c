#include "@NAME@Samples.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char answer[] = {
#embed "../../../../Config/samples/@NAME@/answer.json"
};
const unsigned char *const @c_name@_sample_answer = answer;
const size_t @c_name@_sample_answer_size = sizeof answer;
