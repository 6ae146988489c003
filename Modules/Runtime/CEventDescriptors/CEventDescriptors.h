// The three Linux calls that turn an event into a readable descriptor, and mallopt. Swift's Glibc module does not carry them.
#pragma once
#include <malloc.h>
#include <sys/eventfd.h>
#include <sys/pidfd.h>
#include <sys/signalfd.h>
