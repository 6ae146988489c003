"""A PostgreSQL server of one's own: a cluster in a temporary folder, killed and started again at will."""
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def programs():
    """The folder of the newest PostgreSQL's programs."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    if not folders:
        raise SystemExit("PostgreSQL is not installed: sudo apt-get install postgresql-15")
    return folders[-1]


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def end_by_signals():
    """A program that is told to end clears up after itself."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))


class Cluster:
    """Run as another user where this program is root, since PostgreSQL refuses root."""

    def __init__(self, settings=()):
        self.programs = programs()
        # A socket's path has 107 bytes at most.
        self.folder = Path(tempfile.mkdtemp(prefix="galleria-pg-", dir="/tmp"))
        self.port = free_port()
        self.user = None
        if os.geteuid() == 0:
            names = {entry.pw_name for entry in pwd.getpwall()}
            self.user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.data = self.folder / "data"
        self.run("initdb", "-D", self.data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        lines = [f"port = {self.port}", "listen_addresses = '127.0.0.1'",
                 f"unix_socket_directories = '{self.folder}'", "max_connections = 300", "fsync = on", *settings]
        with open(self.data / "postgresql.conf", "a") as file:
            file.write("\n".join(lines) + "\n")
        self.start()

    def run(self, name, *arguments):
        options = {}
        if self.user:
            options = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}
        done = subprocess.run([self.programs / name, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, env={"PATH": "/usr/bin:/bin", "HOME": str(self.folder),
                                                           "LC_ALL": "C.UTF-8"}, **options)
        if done.returncode != 0:
            raise RuntimeError(f"{name}: {done.stderr.decode(errors='replace')[-500:]}")

    def start(self):
        # -l: the server must not hold this program's standard error open.
        self.run("pg_ctl", "-D", self.data, "-l", self.folder / "server.log", "-w", "-t", "60", "start")

    def pids(self):
        postmaster = int((self.data / "postmaster.pid").read_text().split()[0])
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(postmaster)], capture_output=True, text=True)
        return [postmaster, *map(int, children.stdout.split())]

    def kill(self):
        """Ends every process of the server at once, as a power cut does; the data stay."""
        # The postmaster rests first: a child that it makes meanwhile would stay, and hold the memory that the next server needs.
        os.kill(int((self.data / "postmaster.pid").read_text().split()[0]), signal.SIGSTOP)
        pids = self.pids()
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        deadline = time.monotonic() + 20
        while any(Path(f"/proc/{pid}").exists() for pid in pids) and time.monotonic() < deadline:
            time.sleep(0.005)

    def url(self, database="postgres"):
        return f"postgresql://tester@{str(self.folder).replace('/', '%2F')}:{self.port}/{database}"

    def sql(self, text, database="postgres"):
        done = subprocess.run(
            ["/usr/bin/psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", self.url(database), "-c", text],
            capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()

    def close(self):
        try:
            self.run("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "-t", "20", "stop")
        except (RuntimeError, OSError):
            try:
                self.kill()
            except (OSError, ValueError):
                pass
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
