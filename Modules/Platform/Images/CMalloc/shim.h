// What Swift's Glibc module leaves out: how malloc is adjusted.
#pragma once
#include <malloc.h>
