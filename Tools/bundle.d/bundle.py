"""Packs galleria as an MCP bundle (.mcpb, manifest 0.3), and completes server.json for the MCP registry.

The same program gives the same bytes: names are sorted, times are fixed. See Tools/bundle for the options.
"""

import argparse
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

ENTRY = "server/galleria"


def ask(binary, requests):
    """What the program answers to these requests, by id; it gets a home of its own and no settings of the user's."""
    lines = "".join(json.dumps({"jsonrpc": "2.0", **request}) + "\n" for request in requests)
    with tempfile.TemporaryDirectory() as home:
        environment = {"HOME": home, "PATH": os.environ.get("PATH", ""), "LANG": "C.UTF-8"}
        done = subprocess.run(
            [binary, "serve"], input=lines, capture_output=True, text=True, env=environment, timeout=60, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return {answer["id"]: answer["result"] for answer in answers if "id" in answer}


def tools_of(binary):
    """The server's own tools, and what it calls itself."""
    handshake = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bundle", "version": "1"}}
    answers = ask(binary, [
        {"id": 1, "method": "initialize", "params": handshake},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/list"},
    ])
    tools = answers[2]["tools"]
    return answers[1]["serverInfo"], [{"name": tool["name"], "description": tool["description"]} for tool in tools]


def stripped(binary):
    """The program without symbols; as it is where nothing can take them out."""
    strip = shutil.which("strip") or shutil.which("llvm-strip")
    if strip:
        with tempfile.TemporaryDirectory() as folder:
            copy = os.path.join(folder, "galleria")
            shutil.copyfile(binary, copy)
            if subprocess.run([strip, copy], stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 0:
                with open(copy, "rb") as file:
                    return file.read()
    with open(binary, "rb") as file:
        return file.read()


def excerpt(root):
    """The README up to its first heading without the picture, the article on methods, and the page on settings."""
    def text(path):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            return file.read().rstrip()

    start = re.sub(r"(?m)^!\[.*\n", "", text("README.md").split("\n## ", 1)[0]).rstrip()

    # Links lead to files that the bundle leaves out.
    def unlinked(page):
        return re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", page)

    methods = unlinked(text("Modules/Galleria.docc/Methods.md").split("## Overview\n", 1)[1])
    settings = unlinked(text("Config/README.md").split("\n", 1)[1])
    needs = (
        "## What it needs\n\nDebian 12, or another Linux with glibc 2.36 or newer and these libraries: "
        "`apt-get install libyaml-0-2 libsqlite3-0 libcurl4 libssl3 libpng16-16 libturbojpeg0`.\n\n"
    )
    return f"{start}\n\n{needs}## What it offers\n{methods}\n\n## Settings\n{settings}\n"


def manifest(server, tools, owner, summary):
    return {
        "manifest_version": "0.3",
        "name": "galleria",
        "display_name": "Galleria",
        "version": server["version"],
        "description": summary,
        "author": {"name": owner, "url": f"https://github.com/{owner}"},
        "repository": {"type": "git", "url": f"https://github.com/{owner}/galleria"},
        "server": {
            "type": "binary",
            "entry_point": ENTRY,
            "mcp_config": {
                "command": "${__dirname}/" + ENTRY,
                "args": ["serve", "--environment", "${user_config.environment}"],
                "env": {},
            },
        },
        "tools": tools,
        "user_config": {
            "environment": {
                "type": "string",
                "title": "Environment",
                "description": "sample answers from data inside the program, production from the public servers.",
                "default": "sample",
                "required": False,
            },
        },
        "compatibility": {"platforms": ["linux"]},
    }


def written(path, files):
    """Writes a zip archive of (name, bytes, mode), whole or not at all."""
    temporary = path + ".new"
    with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content, mode in sorted(files):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, content)
    os.replace(temporary, path)


def as_text(value):
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def main():
    parser = argparse.ArgumentParser(prog="Tools/bundle")
    parser.add_argument("--root", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--output")
    parser.add_argument("--owner", default="OWNER")
    parser.add_argument("--binary")
    options = parser.parse_args()
    if not re.fullmatch(r"[A-Za-z0-9-]+", options.owner):
        parser.error("--owner is a GitHub account: letters, digits and -")
    binary = os.path.abspath(options.binary or os.path.join(options.root, ".build/release/galleria"))
    output = options.output or os.path.join(options.root, ".build/bundle")

    with open(os.path.join(options.root, "Tools/bundle.d/server.json"), encoding="utf-8") as file:
        registry = json.loads(file.read().replace("OWNER", options.owner))
    server, tools = tools_of(binary)
    version = server["version"]
    if registry["version"] != version:
        sys.exit(f"Tools/bundle: Tools/bundle.d/server.json says {registry['version']}, the program {version}.")

    os.makedirs(output, exist_ok=True)
    name = f"galleria-{version}-linux-{platform.machine()}.mcpb"
    path = os.path.join(output, name)
    written(path, [
        ("manifest.json", as_text(manifest(server, tools, options.owner, registry["description"])).encode(), 0o644),
        ("README.md", excerpt(options.root).encode(), 0o644),
        (ENTRY, stripped(binary), 0o755),
    ])
    with open(path, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    package = registry["packages"][0]
    package["identifier"] = package["identifier"].rsplit("/", 1)[0] + "/" + name
    package["fileSha256"] = digest
    with open(os.path.join(output, "server.json"), "w", encoding="utf-8") as file:
        file.write(as_text(registry))
    print(path)


if __name__ == "__main__":
    main()
