"""Packs galleria for those who have no Swift. See Tools/package for the options.

The same program and SOURCE_DATE_EPOCH give the same bytes: names are sorted, times and owners are fixed.
"""

import argparse
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "bundle.d"))
sys.dont_write_bytecode = True

import archives  # noqa: E402
from bundle import stripped  # noqa: E402

SUMMARY = "Headless storefront: shop features as plug-in modules behind JSON-RPC and MCP"
KINDS = ("tar", "deb", "wheel", "mcpb")
# What it opens by name when it first needs it, which no linker knows of: upstreams, the names in caches, smaller pictures.
OPENED_LATER = ("libcurl4", "libssl3", "libpng16-16", "libturbojpeg0")


def said(command, **options):
    """What a command prints."""
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=True, timeout=120, **options).stdout


def epoch(root):
    """The time that everything inside is given."""
    if os.environ.get("SOURCE_DATE_EPOCH"):
        return int(os.environ["SOURCE_DATE_EPOCH"])
    try:
        return int(said(["git", "-C", root, "log", "-1", "--format=%ct"], stderr=subprocess.DEVNULL))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return 315_532_800  # 1980, from which on zip has dates


def printed_by(binary):
    """The manual page and the completions, as far as this galleria prints them: (path below the prefix, text)."""
    with tempfile.TemporaryDirectory() as home:
        alone = {"HOME": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
        commands = re.findall(r"(?m)^([a-z-]+):", said([binary, "--style", "plain", "--help"], env=alone))
        wanted = []
        for command in ("man", "manual"):
            if command in commands:
                wanted.append(([command], "share/man/man1/galleria.1"))
        for command in ("completions", "completion"):
            if command in commands:
                wanted += [
                    ([command, "bash"], "share/bash-completion/completions/galleria"),
                    ([command, "zsh"], "share/zsh/site-functions/_galleria"),
                    ([command, "fish"], "share/fish/vendor_completions.d/galleria.fish"),
                ]
        found = []
        for arguments, path in wanted:
            try:
                found.append((path, said([binary, *arguments], env=alone).encode()))
            except subprocess.CalledProcessError:
                print(f"Tools/package: galleria {' '.join(arguments)} fails, so {path} is left out.", file=sys.stderr)
        if not found:
            print("Tools/package: this galleria prints no manual page and no completions; they are left out.", file=sys.stderr)
        return found


def files_of(root, binary):
    """What is installed below a prefix: (path, bytes, mode)."""
    with open(os.path.join(root, "README.md"), "rb") as file:
        readme = file.read()
    files = [("bin/galleria", stripped(binary), 0o755), ("share/doc/galleria/README.md", readme, 0o644)]
    return files + [(path, text, 0o644) for path, text in printed_by(binary)]


def linked_packages(folder, program):
    """The Debian packages of the libraries that the program is linked with, with the least versions."""
    os.makedirs(f"{folder}/debian", exist_ok=True)
    with open(f"{folder}/debian/control", "w", encoding="ascii") as file:
        file.write("Source: galleria\n\nPackage: galleria\nArchitecture: any\n")
    # A program that Tools/galleria built is linked with Debian's libraries alone; one of a debug build has Swift's too.
    text = said(["dpkg-shlibdeps", "-O", "--ignore-missing-info", "-e", program], cwd=folder, stderr=subprocess.DEVNULL)
    found = re.search(r"(?m)^shlibs:Depends=(.*)$", text)
    return [each.strip() for each in found[1].split(",")] if found else []


def make_deb(options, files, version, time):
    for tool in ("dpkg-deb", "dpkg-shlibdeps"):
        if not shutil.which(tool):
            return f"{tool} is not here; install the Debian package dpkg-dev"
    architecture = said(["dpkg", "--print-architecture"]).strip()
    with tempfile.TemporaryDirectory() as folder:
        tree = f"{folder}/tree"
        for path, content, mode in files:
            os.makedirs(os.path.dirname(f"{tree}/usr/{path}"), exist_ok=True)
            with open(f"{tree}/usr/{path}", "wb") as file:
                file.write(archives.zipped(content) if path.startswith("share/man") else content)
            if path.startswith("share/man"):
                os.rename(f"{tree}/usr/{path}", f"{tree}/usr/{path}.gz")
                path += ".gz"
            os.chmod(f"{tree}/usr/{path}", mode)
        depends = linked_packages(folder, f"{tree}/usr/bin/galleria") + list(OPENED_LATER)
        size = sum(len(content) for _, content, _ in files) // 1024 + 1
        os.makedirs(f"{tree}/DEBIAN")
        with open(f"{tree}/DEBIAN/control", "w", encoding="utf-8") as file:
            file.write(
                f"Package: galleria\nVersion: {version}\nArchitecture: {architecture}\nSection: net\nPriority: optional\n"
                f"Maintainer: {options.owner} <{options.owner}@users.noreply.github.com>\n"
                f"Homepage: https://github.com/{options.owner}/galleria\nInstalled-Size: {size}\n"
                f"Depends: {', '.join(depends)}\nRecommends: ca-certificates, libpq5\nDescription: {SUMMARY}\n"
                " One program that agents and editors drive over standard input and output:\n"
                " a catalogue with product pages and a bag, friends, a mall, a book shelf and\n"
                " a weather forecast, from real upstreams or from sample data inside.\n")
        for place, folders, names in os.walk(tree):
            os.chmod(place, 0o755)
            for name in (*folders, *names):
                os.utime(os.path.join(place, name), (time, time))
        os.utime(tree, (time, time))
        path = f"{options.output}/galleria_{version}_{architecture}.deb"
        said(["dpkg-deb", "--root-owner-group", "-Zgzip", "--build", tree, path],
             env={**os.environ, "SOURCE_DATE_EPOCH": str(time)})
    return path


def make_tar(options, files, version, time):
    name = f"galleria-{version}-linux-{platform.machine()}"
    path = f"{options.output}/{name}.tar.gz"
    archives.write_tar(path, [(f"{name}/{each}", content, mode) for each, content, mode in files], time)
    return path


def make_wheel(options, files, version, time):
    tag = f"py3-none-linux_{platform.machine()}"
    path = f"{options.output}/galleria-{version}-{tag}.whl"
    readme = next(content for each, content, _ in files if each.endswith("README.md"))
    program = next(content for each, content, _ in files if each == "bin/galleria")
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "wheel_init.py"), "rb") as file:
        start = file.read()
    metadata = (
        f"Metadata-Version: 2.1\nName: galleria\nVersion: {version}\nSummary: {SUMMARY}\n"
        f"Home-page: https://github.com/{options.owner}/galleria\nRequires-Python: >=3.8\n"
        "Classifier: Operating System :: POSIX :: Linux\nDescription-Content-Type: text/markdown\n\n").encode() + readme
    info = f"galleria-{version}.dist-info"
    archives.write_wheel(path, info, [
        ("galleria/__init__.py", start, 0o644),
        ("galleria/__main__.py", b"from galleria import main\n\nmain()\n", 0o644),
        ("galleria/bin/galleria", program, 0o755),
        (f"{info}/METADATA", metadata, 0o644),
        (f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: Tools/package\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(), 0o644),
        (f"{info}/entry_points.txt", b"[console_scripts]\ngalleria = galleria:main\n", 0o644),
    ], time)
    return path


def make_mcpb(options, _files, _version, _time):
    return said([
        sys.executable, f"{options.root}/Tools/bundle.d/bundle.py", "--root", options.root, "--binary", options.binary,
        "--output", options.output, "--owner", options.owner]).strip()


def main():
    parser = argparse.ArgumentParser(prog="Tools/package")
    parser.add_argument("--root", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--output")
    parser.add_argument("--owner", default="OWNER")
    parser.add_argument("--binary")
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    options = parser.parse_args()
    wrong = [kind for kind in options.kinds if kind not in KINDS]
    if wrong:
        parser.error(f"{wrong[0]} is no kind of package; they are {', '.join(KINDS)}")
    if not re.fullmatch(r"[A-Za-z0-9-]+", options.owner):
        parser.error("--owner is a GitHub account: letters, digits and -")
    options.binary = os.path.abspath(options.binary or os.path.join(options.root, ".build/release/galleria"))
    options.output = os.path.abspath(options.output or os.path.join(options.root, ".build/packages"))
    os.makedirs(options.output, exist_ok=True)

    version = said([options.binary, "--version"]).split()[-1]
    time, files = epoch(options.root), files_of(options.root, options.binary)
    makers = {"tar": make_tar, "deb": make_deb, "wheel": make_wheel, "mcpb": make_mcpb}
    made, failed = [], []
    for kind in options.kinds or KINDS:
        path = makers[kind](options, files, version, time)
        if os.path.isabs(path):
            made.append(path)
        else:
            failed.append(f"Tools/package: no {kind}: {path}.")
    with open(f"{options.output}/SHA256SUMS", "w", encoding="utf-8") as sums:
        for path in sorted(made):
            with open(path, "rb") as file:
                sums.write(f"{hashlib.sha256(file.read()).hexdigest()}  {os.path.basename(path)}\n")
    print("\n".join(made))
    if failed:
        sys.exit("\n".join(failed))


if __name__ == "__main__":
    main()
