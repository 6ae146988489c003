"""Writes each line of a file to the terminal, asks where the cursor is then, and writes the columns to another file."""

import os
import sys
import termios
import tty

source, target = sys.argv[1:]
terminal = os.open("/dev/tty", os.O_RDWR)
before = termios.tcgetattr(terminal)
tty.setraw(terminal)
columns = []
with open(source, encoding="utf-8", newline="\n") as samples:
    for sample in samples.read().split("\n"):
        # To the line's start, the line cleared, the text, and: where is the cursor (DSR)?
        os.write(terminal, f"\r\x1b[2K{sample}\x1b[6n".encode())
        reply = b""
        while not reply.endswith(b"R"):
            reply += os.read(terminal, 64)
        columns.append(int(reply[2:-1].split(b";")[1]) - 1)
termios.tcsetattr(terminal, termios.TCSANOW, before)
with open(target, "w", encoding="ascii") as result:
    result.write("\n".join(map(str, columns)))
