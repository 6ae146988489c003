internal import Glibc

/// The system's words for an error number.
func systemText(_ number: Int32) -> String { String(cString: strerror(number)) }
