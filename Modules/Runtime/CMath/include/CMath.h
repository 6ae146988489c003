/// libm's functions that the program names, in place of libm: a start that has no such library to load is a twentieth sooner, and
/// takes 0.5 MB less. SQL's functions name most of them, and Swift's numbers of other sizes; what is missing here is libm's, and then it
/// is loaded.
///
/// Rounding is done here. What is more than that is libm's, which is opened when it is first asked for.
#pragma once

/// Declares a function under a name of ours: C's own names mean libm's to those who include <math.h>.
#define CMATH(type, name, parameters) type cmath_##name parameters __asm__(#name) __attribute__((visibility("hidden")))

#define CMATH_WHOLE(type, suffix) \
    CMATH(type, trunc##suffix, (type value)); \
    CMATH(type, floor##suffix, (type value)); \
    CMATH(type, ceil##suffix, (type value)); \
    CMATH(type, round##suffix, (type value)); \
    CMATH(type, rint##suffix, (type value))

CMATH_WHOLE(double, );
CMATH_WHOLE(float, f);
#if __LDBL_MANT_DIG__ == 64
CMATH_WHOLE(long double, l);
#endif

#define CMATH_ONE(type, name) CMATH(type, name, (type a))
#define CMATH_TWO(type, name) CMATH(type, name, (type a, type b))
#define CMATH_THREE(type, name) CMATH(type, name, (type a, type b, type c))

CMATH_ONE(double, acos);
CMATH_ONE(double, acosh);
CMATH_ONE(double, asin);
CMATH_ONE(double, asinh);
CMATH_ONE(double, atan);
CMATH_ONE(double, atanh);
CMATH_ONE(double, cos);
CMATH_ONE(double, cosh);
CMATH_ONE(double, exp);
CMATH_ONE(double, log);
CMATH_ONE(double, sin);
CMATH_ONE(double, sinh);
CMATH_ONE(double, sqrt);
CMATH_ONE(float, sqrtf);
CMATH_ONE(long double, sqrtl);
CMATH_ONE(double, tan);
CMATH_ONE(double, tanh);
CMATH_TWO(double, atan2);
CMATH_TWO(double, fmod);
CMATH_TWO(float, fmodf);
CMATH_TWO(long double, fmodl);
CMATH_TWO(double, pow);
CMATH_TWO(double, remainder);
CMATH_TWO(float, remainderf);
CMATH_TWO(long double, remainderl);
CMATH_THREE(double, fma);
CMATH_THREE(float, fmaf);
CMATH_THREE(long double, fmal);
