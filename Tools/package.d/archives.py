"""Archives whose bytes depend on their contents alone."""

import base64
import gzip
import hashlib
import io
import os
import tarfile
import time as clock
import zipfile


def zipped(content):
    """gzip without a name and a time."""
    return gzip.compress(content, 9, mtime=0)


def write_tar(path, files, time):
    """A gzipped tar of (name, bytes, mode), whole or not at all; its folders are entries of their own."""
    folders = sorted({"/".join(name.split("/")[:depth]) for name, _, _ in files for depth in range(1, name.count("/") + 1)})
    memory = io.BytesIO()
    with tarfile.open(fileobj=memory, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in folders:
            entry = tarfile.TarInfo(name)
            entry.type, entry.mode, entry.mtime = tarfile.DIRTYPE, 0o755, time
            entry.uname = entry.gname = "root"
            archive.addfile(entry)
        for name, content, mode in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode, entry.mtime = len(content), mode, time
            entry.uname = entry.gname = "root"
            archive.addfile(entry, io.BytesIO(content))
    with open(path + ".new", "wb") as file:
        file.write(zipped(memory.getvalue()))
    os.replace(path + ".new", path)


def write_wheel(path, info, files, time):
    """A wheel of (name, bytes, mode) with the RECORD that installers check, whole or not at all."""
    record = ""
    for name, content, _ in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    record += f"{info}/RECORD,,\n"
    date = clock.gmtime(max(time, 315_532_800))[:6]
    with zipfile.ZipFile(path + ".new", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content, mode in [*files, (f"{info}/RECORD", record.encode(), 0o644)]:
            entry = zipfile.ZipInfo(name, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, content)
    os.replace(path + ".new", path)
