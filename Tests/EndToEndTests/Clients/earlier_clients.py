"""Drives the server with the first generation of the Python SDK and with FastMCP: every tool, resource and prompt.

    earlier_clients.py sdk|fastmcp COMMAND [ARGUMENT ...]

Prints one line of JSON: {"protocolVersion": text, "tools": count, "resources": count, "prompts": count, "failures": [text]}.
"""

import asyncio
import json
import os
import sys


def arguments(schema):
    """The example of a whole call, or the examples of what is required."""
    if schema.get("examples"):
        return schema["examples"][0]
    return {name: schema["properties"][name]["examples"][0] for name in schema.get("required", [])}


class Tally:
    def __init__(self):
        self.counts = {"tools": 0, "resources": 0, "prompts": 0}
        self.failures = []

    def saw(self, kind, name, is_good, what):
        self.counts[kind] += 1
        if not is_good:
            self.failures.append(f"{name}: {str(what)[:300]}")


async def sdk(command, tally):
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    parameters = StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))
    async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
        version = (await session.initialize()).protocolVersion
        for tool in (await session.list_tools()).tools:
            result = await session.call_tool(tool.name, arguments(tool.inputSchema))
            tally.saw("tools", tool.name, not result.isError and result.content, result.content)
        for resource in (await session.list_resources()).resources:
            contents = (await session.read_resource(resource.uri)).contents
            tally.saw("resources", str(resource.uri), contents and contents[0].text, contents)
        for prompt in (await session.list_prompts()).prompts:
            given = await completed(prompt, lambda name, argument: complete_sdk(session, name, argument))
            messages = (await session.get_prompt(prompt.name, given)).messages
            tally.saw("prompts", prompt.name, messages, messages)
    return version


async def complete_sdk(session, prompt, argument):
    from mcp.types import PromptReference

    answer = await session.complete(
        PromptReference(type="ref/prompt", name=prompt), {"name": argument, "value": ""})
    return answer.completion.values


async def fastmcp(command, tally):
    from fastmcp import Client
    from fastmcp.client.transports import StdioTransport

    async with Client(StdioTransport(command[0], command[1:], env=dict(os.environ))) as client:
        version = client.initialize_result.protocolVersion
        for tool in await client.list_tools():
            result = await client.call_tool(tool.name, arguments(tool.inputSchema), raise_on_error=False)
            tally.saw("tools", tool.name, not result.is_error and result.content, result.content)
        for resource in await client.list_resources():
            contents = await client.read_resource(resource.uri)
            tally.saw("resources", str(resource.uri), contents and contents[0].text, contents)
        for prompt in await client.list_prompts():
            given = await completed(prompt, lambda name, argument: complete_fastmcp(client, name, argument))
            messages = (await client.get_prompt(prompt.name, given)).messages
            tally.saw("prompts", prompt.name, messages, messages)
    return version


async def complete_fastmcp(client, prompt, argument):
    from mcp.types import PromptReference

    answer = await client.complete(
        PromptReference(type="ref/prompt", name=prompt), {"name": argument, "value": ""})
    return answer.values


async def completed(prompt, complete):
    """The first value that the server proposes for each argument; any text where it proposes none."""
    values = {}
    for argument in prompt.arguments or []:
        proposed = await complete(prompt.name, argument.name)
        values[argument.name] = proposed[0] if proposed else "swift"
    return values


async def main():
    tally = Tally()
    drive = {"sdk": sdk, "fastmcp": fastmcp}[sys.argv[1]]
    version = await drive(sys.argv[2:], tally)
    print(json.dumps({"protocolVersion": version, **tally.counts, "failures": tally.failures}, ensure_ascii=False))


asyncio.run(main())
