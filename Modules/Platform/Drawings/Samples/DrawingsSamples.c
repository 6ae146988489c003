#include "DrawingsSamples.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char wardrobe[] = {
#embed "../../../../Config/samples/Drawings/wardrobe.txt"
};
const unsigned char *const drawings_sample_wardrobe = wardrobe;
const size_t drawings_sample_wardrobe_size = sizeof wardrobe;

static const unsigned char household[] = {
#embed "../../../../Config/samples/Drawings/household.txt"
};
const unsigned char *const drawings_sample_household = household;
const size_t drawings_sample_household_size = sizeof household;

static const unsigned char letters[] = {
#embed "../../../../Config/samples/Drawings/letters.txt"
};
const unsigned char *const drawings_sample_letters = letters;
const size_t drawings_sample_letters_size = sizeof letters;

static const unsigned char covers[] = {
#embed "../../../../Config/samples/Drawings/covers.txt"
};
const unsigned char *const drawings_sample_covers = covers;
const size_t drawings_sample_covers_size = sizeof covers;

static const unsigned char skies[] = {
#embed "../../../../Config/samples/Drawings/skies.txt"
};
const unsigned char *const drawings_sample_skies = skies;
const size_t drawings_sample_skies_size = sizeof skies;
