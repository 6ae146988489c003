"""The program that locks, damages, fills, removes and restores a state: a process of its own, told what to do over a pipe.

It tells when an act began and ended, in seconds of the monotonic clock, which all processes share. One thing it leaves alone: the
index of the log (`state.db-shm`). SQLite maps it into memory, and to cut it short ends whoever uses it by SIGBUS.
"""
import ctypes
import fcntl
import multiprocessing
import os
import random
import shutil
import sqlite3
import subprocess
import time
from pathlib import Path

USER = 65534  # nobody: root would be let through what is read-only
AT_FDCWD, RENAME_EXCHANGE = -100, 2
PAGE = 4096
# Where SQLite locks the file and the index of its log (unixfile.c, wal.c).
# Those that readers share are left to them.
FILE_LOCKS, INDEX_LOCKS = (0x40000000, 2), (120, 8)

# Kinds that destroy nothing: all that was acknowledged must be there after them.
HARMLESS = ["write lock", "exclusive lock", "byte locks", "full disk", "no permission", "read-only disk", "disk away"]
# Kinds after which the copy made before is put back. Of the first, the file that is there then keeps what is written to it.
REPLACING = ["removed folder", "removed file", "removed files", "older copy"]
DAMAGING = ["damaged head", "damaged page", "cut file", "emptied file", "garbage file", "cut log", "damaged log", "removed log"]


class Saboteur:
    def __init__(self, folder, seed):
        """`folder` holds the state and nothing else, and lies alone on its disk."""
        self.folder, self.file, self.disk = folder, folder / "state.db", folder.parent
        self.copies = self.disk / "copies"
        self.random = random.Random(seed)
        self.place = 0

    def log(self):
        return self.folder / "state.db-wal"

    def copy(self):
        """A whole copy of the state, ready to be put in its place."""
        self.place += 1
        good = self.copies / f"good-{self.place}"
        shutil.rmtree(good, ignore_errors=True)
        good.mkdir(mode=0o700, parents=True)
        source, target = sqlite3.connect(self.file, timeout=10), sqlite3.connect(good / "state.db")
        source.backup(target)
        target.execute("PRAGMA journal_mode = WAL")
        target.close()
        source.close()
        for other in self.folder.iterdir():
            if not other.name.startswith("state.db"):
                shutil.copy(other, good)
        for file in good.iterdir():
            file.chmod(0o600)
        for old in self.copies.iterdir():
            if old.name not in (f"good-{self.place}", f"good-{self.place - 1}"):
                shutil.rmtree(old)
        return None

    def exchange(self, folder):
        """Puts a folder in the place of the state's, in one step."""
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.renameat2(AT_FDCWD, bytes(folder), AT_FDCWD, bytes(self.folder), RENAME_EXCHANGE) != 0:
            raise OSError(ctypes.get_errno(), "renameat2")

    def put(self, copy, name):
        """Puts a copy, or a copy of it, in the place of the state."""
        new = self.copies / f"{name}-{time.monotonic_ns()}"
        shutil.copytree(copy, new)
        new.chmod(0o700)
        if not self.folder.exists():
            self.folder.mkdir(mode=0o700)
        self.exchange(new)

    def restore(self):
        self.put(self.copies / f"good-{self.place}", "restored")

    # Each kind does its act, and gives what ends it, or None.

    def write_lock(self):
        connection = sqlite3.connect(self.file, timeout=5, isolation_level=None)
        connection.execute("BEGIN EXCLUSIVE")
        return connection.close

    def exclusive_lock(self):
        """Of the whole file, as far as the others leave it: they are not waited for longer than a second."""
        connection = sqlite3.connect(self.file, timeout=1, isolation_level=None)
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        return connection.close

    def byte_locks(self):
        """Every lock that SQLite knows, on the file and on the index of its log."""
        held = []
        for path, (start, length) in ((Path(f"{self.file}-shm"), INDEX_LOCKS), (self.file, FILE_LOCKS)):
            if not path.exists():
                continue
            held.append(open(path, "r+b"))
            for _ in range(200):
                try:
                    fcntl.lockf(held[-1], fcntl.LOCK_EX | fcntl.LOCK_NB, length, start)
                    break
                except OSError:
                    time.sleep(0.005)

        def free():
            for file in held:
                file.close()
        return free

    def full_disk(self):
        filler = self.disk / "filler"
        with open(filler, "wb", buffering=0) as file:
            for size in (1 << 20, 1 << 16, PAGE, 512):
                try:
                    while True:
                        file.write(bytes(size))
                except OSError:
                    continue
        return filler.unlink

    def no_permission(self):
        for file in [self.folder, *self.folder.iterdir()]:
            file.chmod(0o500 if file.is_dir() else 0o400)

        def give():
            # SQLite gives the files beside it the mode of the state file: that one first.
            for file in [self.file, self.folder]:
                file.chmod(0o700 if file.is_dir() else 0o600)
            for file in self.folder.iterdir():
                file.chmod(0o600)
        return give

    def read_only_disk(self):
        """For whoever opens a file from now on; a disk on which files are open for writing can't be made so for them."""
        self.mount("--bind", self.disk, self.disk)
        self.mount("-o", "remount,bind,ro", self.disk)
        return self.unmount

    def disk_away(self):
        """Another disk lies over it, which is empty and read-only."""
        self.mount("-t", "tmpfs", "-o", "ro", "galleria-nothing", self.disk)
        return self.unmount

    def mount(self, *how):
        self.as_root("mount", *how)

    def unmount(self):
        self.as_root("umount", "--lazy", self.disk)

    def as_root(self, *command):
        os.seteuid(0)
        try:
            subprocess.run(command, check=True, capture_output=True, text=True)
        finally:
            os.seteuid(USER)

    def removed_folder(self):
        self.folder.rename(self.copies / f"removed-{time.monotonic_ns()}")

    def removed_file(self):
        self.file.unlink()

    def removed_files(self):
        for file in (self.log(), Path(f"{self.file}-shm"), self.file):
            file.unlink(missing_ok=True)

    def older_copy(self):
        """The copy before the last, or the last: what was written since is gone."""
        before = self.copies / f"good-{self.place - 1}"
        self.put(before if before.exists() else self.copies / f"good-{self.place}", "older")

    def overwrite(self, path, place, content):
        with open(path, "r+b", buffering=0) as file:
            file.seek(place)
            file.write(content)

    def garbage(self, size):
        # No page, no log and no database begins like that.
        return b"\xee" + self.random.randbytes(size - 1)

    def damaged_head(self):
        self.overwrite(self.file, 0, self.garbage(self.random.choice([16, 100, PAGE])))

    def damaged_page(self):
        pages = self.file.stat().st_size // PAGE
        self.overwrite(self.file, self.random.randrange(pages) * PAGE, self.garbage(PAGE))

    def cut_file(self):
        os.truncate(self.file, self.random.choice([17, PAGE // 2, self.file.stat().st_size // 2 + 1]))

    def emptied_file(self):
        os.truncate(self.file, 0)

    def garbage_file(self):
        """Renamed into its place, as an editor saves."""
        new = self.copies / "garbage"
        new.write_bytes(self.garbage(3 * PAGE))
        new.rename(self.file)

    def cut_log(self):
        if self.log().exists():
            os.truncate(self.log(), self.log().stat().st_size * self.random.choice([0, 1, 2]) // 3)

    def damaged_log(self):
        if self.log().exists() and (size := self.log().stat().st_size) > 32:
            self.overwrite(self.log(), self.random.choice([0, self.random.randrange(size)]), self.garbage(64))

    def removed_log(self):
        self.log().unlink(missing_ok=True)

    def run(self, pipe):
        os.setegid(USER)
        os.seteuid(USER)
        while order := pipe.recv():
            name, hold = order
            begin = time.monotonic()
            try:
                end = getattr(self, name.replace(" ", "_").replace("-", "_"))()
            except (OSError, sqlite3.Error, subprocess.CalledProcessError) as error:
                pipe.send((name, "failed", begin, str(getattr(error, "stderr", None) or error)))
                continue
            pipe.send((name, "done", begin, time.monotonic()))
            if callable(end):
                time.sleep(hold)
                end()
                pipe.send((name, "ended", begin, time.monotonic()))


def start(folder, seed):
    """Gives the process, and the end of the pipe that orders are sent into: (name, seconds)."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=Saboteur(folder, seed).run, args=(there,), daemon=True)
    process.start()
    return process, here
