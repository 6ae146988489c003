#include "CMath.h"

#include <CDynamicLibrary.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

// To a whole number. From the limit on every number is whole; below it one passes through an integer, which cuts its fraction off.
// The sign stays, a zero's as well, and what is no number stays as it is.
#define WHOLE(type, suffix, limit) \
    type cmath_trunc##suffix(type value) { \
        return __builtin_fabs##suffix(value) < limit ? __builtin_copysign##suffix((type)(long long)value, value) : value; \
    } \
    type cmath_floor##suffix(type value) { \
        type whole = cmath_trunc##suffix(value); \
        return whole > value ? whole - 1 : whole; \
    } \
    type cmath_ceil##suffix(type value) { \
        type whole = cmath_trunc##suffix(value); \
        return whole < value ? __builtin_copysign##suffix(whole + 1, value) : whole; \
    } \
    /* A half goes away from zero. */ \
    type cmath_round##suffix(type value) { \
        type whole = cmath_trunc##suffix(value); \
        return __builtin_fabs##suffix(value - whole) >= (type)0.5 ? whole + __builtin_copysign##suffix((type)1, value) : whole; \
    } \
    /* A half goes to the even one, as processors round unless they are told otherwise: added to the limit a number has no room \
       for a fraction. */ \
    type cmath_rint##suffix(type value) { \
        if (!(__builtin_fabs##suffix(value) < limit)) return value; \
        return __builtin_copysign##suffix(__builtin_fabs##suffix(value) + limit - limit, value); \
    }

WHOLE(double, , 0x1p52)
WHOLE(float, f, 0x1p23F)
#if __LDBL_MANT_DIG__ == 64
WHOLE(long double, l, 0x1p63L)
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static cdynamic_library library;
static char fault[256];

// The library is opened until it is open: descriptors, of which it needs one, may be short now and free later.
static void *found(const char *name) {
    pthread_mutex_lock(&lock);
    void *function;
    bool is_found = (library.handle != NULL || cdynamic_open(&library, "libm.so.6", fault, sizeof fault))
        && cdynamic_find(&library, name, &function);
    if (!is_found) {
        // A caller has no way to hear of it, and a wrong number would be worse.
        fprintf(stderr, "galleria: %s of the C library cannot be used: %s\n", name, fault);
        abort();
    }
    pthread_mutex_unlock(&lock);
    return function;
}

// Each remembers where it was found; threads that look at the same time find the same.
#define FOUND(type, name, parameters, arguments) \
    type cmath_##name parameters { \
        static _Atomic(void *) place; \
        void *function = atomic_load_explicit(&place, memory_order_relaxed); \
        if (function == NULL) { \
            function = found(#name); \
            atomic_store_explicit(&place, function, memory_order_relaxed); \
        } \
        return ((type (*) parameters)function) arguments; \
    }
#define ONE(type, name) FOUND(type, name, (type a), (a))
#define TWO(type, name) FOUND(type, name, (type a, type b), (a, b))
#define THREE(type, name) FOUND(type, name, (type a, type b, type c), (a, b, c))

ONE(double, acos)
ONE(double, acosh)
ONE(double, asin)
ONE(double, asinh)
ONE(double, atan)
ONE(double, atanh)
ONE(double, cos)
ONE(double, cosh)
ONE(double, exp)
ONE(double, log)
ONE(double, sin)
ONE(double, sinh)
ONE(double, sqrt)
ONE(float, sqrtf)
ONE(long double, sqrtl)
ONE(double, tan)
ONE(double, tanh)
TWO(double, atan2)
TWO(double, fmod)
TWO(float, fmodf)
TWO(long double, fmodl)
TWO(double, pow)
TWO(double, remainder)
TWO(float, remainderf)
TWO(long double, remainderl)
THREE(double, fma)
THREE(float, fmaf)
THREE(long double, fmal)
