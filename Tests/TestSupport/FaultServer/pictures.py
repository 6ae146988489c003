"""Pictures that cost whoever decodes them more than they look like. Each is made once."""

import functools
import struct
import zlib


def chunk(kind, data, claim=None):
    return struct.pack(">I", len(data) if claim is None else claim) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(side, before=b""):
    """A PNG of side × side, 8 bits, red, green, blue and alpha, all 0."""
    header = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    rows = zlib.compress(bytes(1 + 4 * side) * side, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + before + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def jpeg(width, height, progressive, scans):
    """A JPEG of three components, not subsampled, all grey. A block is a bit a scan, in a sequential one two."""

    def segment(marker, data):
        return struct.pack(">BBH", 0xFF, marker, len(data) + 2) + data

    frame = struct.pack(">BHHB", 8, height, width, 3) + b"".join(bytes([n, 0x11, 0]) for n in (1, 2, 3))
    picture = b"\xff\xd8" + segment(0xDB, bytes([0]) + bytes([1]) * 64) + segment(0xC2 if progressive else 0xC0, frame)
    for kind in (0x00, 0x10):
        picture += segment(0xC4, bytes([kind, 1]) + bytes(16))
    for scan in scans:
        picture += segment(0xDA, bytes([len(scan)]) + b"".join(bytes([n, 0]) for n in scan) + bytes([0, 0 if progressive else 63, 0]))
        bits = ((width + 7) // 8) * ((height + 7) // 8) * len(scan) * (1 if progressive else 2)
        picture += bytes(bits // 8) + (bytes([255 >> bits % 8]) if bits % 8 else b"")
    return picture + b"\xff\xd9"


HOSTILE = {
    # 0x70000000 bytes of a profile or a text that are not there.
    "claims-profile": lambda: png(8, chunk(b"iCCP", b"a" * 40, 0x70000000)),
    "claims-text": lambda: png(8, chunk(b"iTXt", b"a" * 40, 0x70000000)),
    # 24 million pixels, whose coefficients would be 144 MB: the first scan has one component of three.
    "scans": lambda: jpeg(6000, 4000, False, [[1]])[:247] + b"\xff\xd9",
    "scans-whole": functools.cache(lambda: jpeg(6000, 4000, False, [[1], [2], [3]])),
    # The largest that are decoded.
    "large-png": functools.cache(lambda: png(2048)),
    "large-progressive": functools.cache(lambda: jpeg(2048, 2048, True, [[1, 2, 3]])),
    "large-strips": functools.cache(lambda: jpeg(6000, 4000, False, [[1, 2, 3]])),
}
