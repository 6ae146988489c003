#include "FriendsSamples.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char man[] = {
#embed "../../../../Config/samples/Friends/man.json"
};
const unsigned char *const friends_sample_man = man;
const size_t friends_sample_man_size = sizeof man;

static const unsigned char friend1[] = {
#embed "../../../../Config/samples/Friends/friend1.json"
};
const unsigned char *const friends_sample_friend1 = friend1;
const size_t friends_sample_friend1_size = sizeof friend1;

static const unsigned char friend2[] = {
#embed "../../../../Config/samples/Friends/friend2.json"
};
const unsigned char *const friends_sample_friend2 = friend2;
const size_t friends_sample_friend2_size = sizeof friend2;

static const unsigned char friend3[] = {
#embed "../../../../Config/samples/Friends/friend3.json"
};
const unsigned char *const friends_sample_friend3 = friend3;
const size_t friends_sample_friend3_size = sizeof friend3;

static const unsigned char friend4[] = {
#embed "../../../../Config/samples/Friends/friend4.json"
};
const unsigned char *const friends_sample_friend4 = friend4;
const size_t friends_sample_friend4_size = sizeof friend4;
