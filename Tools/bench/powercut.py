"""Cuts the power under galleria again and again in the middle of writes: the same ledger as after a kill.

The state lies on an ext4 whose disk is an image file, and that file lies on a second ext4 whose disk is an image file.
A sync in the inner one becomes a flush of its disk, which the kernel carries out as a sync of the image file in the outer
one. So the outer image holds what was flushed, as a disk without power does. Not in it is what programs only wrote (it is
in the inner page cache), nor what the inner ext4 handed to its disk and never flushed (it is in the outer page cache), but
for what the kernel happened to write back by itself.

A cut stops the server (SIGSTOP), counts what it has answered, and copies the outer image. The copy is the disk of the next
cycle: both ext4 replay their journals, then the server starts on what they give.

Each cut proves that it loses something: after the last acknowledgement, the commits of a database next to the state that
asks for no sync (WAL, `synchronous = NORMAL`) should be gone. Its last commits are all that such a database loses.

Everything is in memory, and in a mount namespace of this process: no other process sees the mounts, and they end with it.
"""
import ctypes
import os
import signal
import sqlite3
import subprocess
import tempfile
from pathlib import Path

from durability import crashes

CLONE_NEWNS = 0x20000  # sched.h; os.unshare comes with Python 3.12
MIB = 1 << 20
INNER_BYTES, OUTER_BYTES = 32 * MIB, 48 * MIB
CONTROL_COMMITS = 100


class Unavailable(Exception):
    """This machine can't cut the power; the text says why."""


def run(*command):
    subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True)


def enter_private_mounts():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNS) != 0:
        raise OSError(ctypes.get_errno(), "no mount namespace of its own")
    run("mount", "--make-rprivate", "/")


class Disk:
    """An ext4 that can lose its power. `volume` is where it is mounted."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="galleria-power-cut-"))
        self.image, self.cache, self.volume = (self.folder / name for name in ("disk.img", "cache", "volume"))
        self.inner_image = self.cache / "volume.img"

    def __enter__(self):
        try:
            enter_private_mounts()
            run("mount", "-t", "tmpfs", "galleria-power-cut", self.folder)
            self.cache.mkdir()
            self.volume.mkdir()
            self.format(self.image, OUTER_BYTES)
            run("mount", "-o", "loop", self.image, self.cache)
            self.format(self.inner_image, INNER_BYTES)
            run("mount", "-o", "loop", self.inner_image, self.volume)
        except (OSError, subprocess.CalledProcessError) as error:
            self.__exit__()
            reason = getattr(error, "stderr", None) or str(error)
            raise Unavailable(f"a power cut needs root and loop devices: {' '.join(reason.split())}") from error
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if os.path.ismount(self.folder):
            # Lazily: a loop device lets go of its image some time after its last use.
            run("umount", "--recursive", "--lazy", self.folder)
        self.folder.rmdir()

    @staticmethod
    def format(image, size):
        # Whole blocks on the disk now: later writes to them then change nothing in the file system around the image.
        with open(image, "wb") as file:
            file.write(bytes(size))
        run("mkfs.ext4", "-q", "-F", "-b", "4096", "-E", "nodiscard,lazy_itable_init=0,lazy_journal_init=0", image)
        os.sync()

    def flushed(self):
        """What is on the disk at one moment: read again until nothing was written between the beginning and the end."""
        before = self.image.read_bytes()
        while (now := self.image.read_bytes()) != before:
            before = now
        return now

    def lose_power(self, content):
        """Goes on with a disk of this content. No file of the volume may be open."""
        run("umount", self.volume)
        run("umount", self.cache)
        self.image.write_bytes(content)
        run("mount", "-o", "loop", self.image, self.cache)
        run("mount", "-o", "loop", self.inner_image, self.volume)


class Control:
    """A database that does not ask for a sync at its commits."""

    def __init__(self, folder):
        self.file = folder / "control.db"
        self.commits, self.lost, self.cuts, self.cut = 0, 0, 0, 0
        connection = self.open()
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE control (cut INTEGER NOT NULL)")
        connection.close()
        os.sync()

    def open(self):
        connection = sqlite3.connect(self.file, isolation_level=None)
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection

    def commit(self):
        """Gives the connection: to close it is to write everything to the disk."""
        connection = self.open()
        self.cut += 1
        for _ in range(CONTROL_COMMITS):
            connection.execute("INSERT INTO control VALUES (?)", (self.cut,))
        self.commits += CONTROL_COMMITS
        return connection

    def count(self):
        """Looks for the commits of the last cut."""
        connection = self.open()
        found = connection.execute("SELECT count(*) FROM control WHERE cut = ?", (self.cut,)).fetchone()[0]
        connection.close()
        self.lost += CONTROL_COMMITS - found
        self.cuts += found < CONTROL_COMMITS

    def report(self):
        return {"commits": self.commits, "lost": self.lost, "cuts": self.cuts}


def power_cuts(command, cuts, writes, seed, say=print):
    """Cuts the power `cuts` times. Gives the report."""
    with Disk() as disk:
        control, home = Control(disk.volume), disk.volume / "home"
        home.mkdir()
        os.sync()

        def cut(server):
            server.process.send_signal(signal.SIGSTOP)
            # Returns when each of its threads has stopped.
            _, status = os.waitpid(server.process.pid, os.WUNTRACED)
            if not os.WIFSTOPPED(status):
                raise SystemExit("the server ended by itself")
            answers = server.written()
            connection = control.commit()
            content = disk.flushed()
            connection.close()
            server.process.kill()
            server.process.wait()
            disk.lose_power(content)
            control.count()
            return answers

        report = crashes(command, home, cuts, writes, seed, cut, say)
        report["ok"] = report["ok"] and control.lost > 0
        return {"powerCuts": cuts, **report, "control": control.report()}
