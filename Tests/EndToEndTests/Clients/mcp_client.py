"""Drives an MCP server over stdio with the Python SDK, as any client would, and prints what it found as JSON.

    mcp_client.py [--mode legacy|auto|2026-07-28] COMMAND [ARGUMENT ...]

Lists every tool, calls each with the examples of its own inputSchema, and checks each result against its own
outputSchema. Exit status 0 says that the summary was printed, not that there were no failures.
"""

import argparse
import asyncio
import json
import os
import sys

from jsonschema import Draft202012Validator
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

SECONDS_PER_REQUEST = 60
HINTS = ("read_only_hint", "destructive_hint", "idempotent_hint", "open_world_hint")


def example(schema):
    """The first of a schema's own examples, or its default, or the first of its allowed values."""
    if schema.get("examples"):
        return schema["examples"][0]
    if "default" in schema:
        return schema["default"]
    if schema.get("enum"):
        return schema["enum"][0]
    raise LookupError("no example")


def argument_sets(tool):
    """What to call a tool with: the required arguments alone, then every argument that has an example."""
    schema = tool.input_schema
    if schema.get("examples"):
        return [schema["examples"][0]]
    properties = schema.get("properties", {})
    required = {}
    for name in schema.get("required", []):
        try:
            required[name] = example(properties[name])
        except LookupError:
            raise LookupError(f"{tool.name}: the required argument {name} has no example in the inputSchema") from None
    whole = dict(required)
    for name, property_schema in properties.items():
        if property_schema.get("examples"):
            whole[name] = property_schema["examples"][0]
    return [required] if whole == required else [required, whole]


def declaration_faults(tool):
    """What a client would stumble over before it calls the tool."""
    faults = []
    if not tool.description:
        faults.append(f"{tool.name}: has no description")
    if tool.input_schema.get("type") != "object":
        faults.append(f"{tool.name}: inputSchema is not of type object")
    for schema in filter(None, (tool.input_schema, tool.output_schema)):
        Draft202012Validator.check_schema(schema)
    missing = [hint for hint in HINTS if tool.annotations is None or getattr(tool.annotations, hint) is None]
    if missing:
        faults.append(f"{tool.name}: lacks the annotations {', '.join(missing)}")
    return faults


def result_faults(tool, arguments, result):
    """How a result breaks what the tool declares."""
    call = f"{tool.name}({json.dumps(arguments)})"
    if result.is_error:
        return [f"{call}: is an error: {texts(result)}"]
    if not result.content:
        return [f"{call}: has no content"]
    if tool.output_schema is None:
        return []
    if result.structured_content is None:
        return [f"{call}: has no structuredContent, though the tool has an outputSchema"]
    errors = Draft202012Validator(tool.output_schema).iter_errors(result.structured_content)
    return [f"{call}: {error.json_path}: {error.message}" for error in errors]


def texts(result):
    return " ".join(block.text for block in result.content if block.type == "text")


async def all_tools(client):
    tools, cursor = [], None
    while True:
        page = await client.list_tools(cursor=cursor)
        tools += page.tools
        cursor = page.next_cursor
        if cursor is None:
            return tools


async def examine(client):
    failures, called = [], []
    tools = await all_tools(client)
    for tool in tools:
        try:
            failures += declaration_faults(tool)
            for arguments in argument_sets(tool):
                result = await client.call_tool(tool.name, arguments)
                called.append(tool.name)
                failures += result_faults(tool, arguments, result)
        except Exception as error:  # every tool is tried, whatever the one before did
            failures.append(f"{tool.name}: {type(error).__name__}: {error}")
    return {
        "protocolVersion": client.protocol_version,
        "server": client.server_info.name if client.server_info else None,
        "tools": [tool.name for tool in tools],
        "calls": len(called),
        "failures": failures,
    }


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", default="auto")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    # The SDK hands on only a few variables by itself; the server is to live in this process's environment.
    server = StdioServerParameters(command=options.command[0], args=options.command[1:], env=dict(os.environ))
    async with Client(stdio_client(server), mode=options.mode, read_timeout_seconds=SECONDS_PER_REQUEST) as client:
        summary = await examine(client)
    json.dump(summary, sys.stdout, ensure_ascii=True)
    print()


asyncio.run(main())
