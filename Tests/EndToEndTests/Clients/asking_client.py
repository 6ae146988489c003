"""Declines an invitation with the Python SDK, whose user is asked first, and prints what came of it as JSON.

    asking_client.py --mode legacy|auto|2026-07-28 COMMAND [ARGUMENT ...]

The user says no, then yes. Prints
{"protocolVersion": text, "asked": [message], "outcomes": [{"isError": flag, "structured": object, "fault": object}]}.
"""

import argparse
import asyncio
import json
import os

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import ElicitResult


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", default="auto")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    server = StdioServerParameters(command=options.command[0], args=options.command[1:], env=dict(os.environ))
    asked, answers = [], ["decline", "accept"]

    async def user(context, params):
        asked.append(params.message)
        action = answers[len(asked) - 1]
        return ElicitResult(action=action, content={"confirm": True} if action == "accept" else None)

    outcomes = []
    async with Client(
        stdio_client(server), mode=options.mode, read_timeout_seconds=60, elicitation_callback=user
    ) as client:
        for _ in answers:
            result = await client.call_tool("friends_respond", {"answers": [{"fid": "001", "action": "decline"}]})
            outcomes.append({"isError": result.is_error or False, "structured": result.structured_content,
                             "fault": (result.meta or {}).get("galleria/error")})
        summary = {"protocolVersion": client.protocol_version, "asked": asked, "outcomes": outcomes}
    print(json.dumps(summary, ensure_ascii=True))


asyncio.run(main())
