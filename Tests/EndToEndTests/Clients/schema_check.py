"""Validates what the server says against the schemas of the Model Context Protocol, revision by revision.

    schema_check.py COMMAND [ARGUMENT ...]

Each revision gets a process of its own, then all of them one process in turn. Every method is asked, right and wrong; every
result, error and notification is validated against the definition that the revision's schema has for it. Prints one line of
JSON: {"checked": {revision: count}, "failures": [text]}.
"""

import json
import pathlib
import subprocess
import sys

import jsonschema

SCHEMAS = pathlib.Path(__file__).resolve().parent.parent / "Schemas"
HANDSHAKE = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
STATELESS = "2026-07-28"

# Method → the definition of its result; None where the result is empty.
RESULTS = {
    "initialize": "InitializeResult",
    "server/discover": "DiscoverResult",
    "ping": "EmptyResult",
    "tools/list": "ListToolsResult",
    "tools/call": "CallToolResult",
    "resources/list": "ListResourcesResult",
    "resources/templates/list": "ListResourceTemplatesResult",
    "resources/read": "ReadResourceResult",
    "resources/subscribe": "EmptyResult",
    "resources/unsubscribe": "EmptyResult",
    "prompts/list": "ListPromptsResult",
    "prompts/get": "GetPromptResult",
    "completion/complete": "CompleteResult",
    "logging/setLevel": "EmptyResult",
    "subscriptions/listen": "SubscriptionsListenResult",
}
NOTIFICATIONS = {
    "notifications/progress": "ProgressNotification",
    "notifications/message": "LoggingMessageNotification",
    "notifications/tools/list_changed": "ToolListChangedNotification",
    "notifications/prompts/list_changed": "PromptListChangedNotification",
    "notifications/resources/list_changed": "ResourceListChangedNotification",
    "notifications/resources/updated": "ResourceUpdatedNotification",
    "notifications/subscriptions/acknowledged": "SubscriptionsAcknowledgedNotification",
}
# What only the stateless revision says.
MODERN_FIELDS = {"resultType", "ttlMs", "cacheScope"}


class Schema:
    def __init__(self, revision):
        self.revision = revision
        self.document = json.loads((SCHEMAS / f"{revision}.json").read_text())
        self.key = "$defs" if "$defs" in self.document else "definitions"
        self.validator = jsonschema.validators.validator_for(self.document)

    def knows(self, name):
        return name in self.document[self.key]

    def problems(self, name, value):
        if not self.knows(name):
            return [f"{self.revision} has no {name}"]
        schema = {"$ref": f"#/{self.key}/{name}", self.key: self.document[self.key]}
        if "$schema" in self.document:
            schema["$schema"] = self.document["$schema"]
        return [
            f"{self.revision} {name} at {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"
            for error in self.validator(schema).iter_errors(value)
        ]


class Server:
    """One process, asked one thing at a time; what comes between is kept with what it belongs to."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.last = 0

    def notify(self, method, params=None):
        self.write({"jsonrpc": "2.0", "method": method, **({"params": params} if params is not None else {})})

    def write(self, message):
        self.process.stdin.write(json.dumps(message, ensure_ascii=False) + "\n")
        self.process.stdin.flush()

    def ask(self, method, params, until=None):
        """The answer and the notifications before it; `until` ends at a notification instead."""
        self.last += 1
        self.write({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        between = []
        while True:
            message = json.loads(self.process.stdout.readline())
            if message.get("id") == self.last:
                return message, between
            between.append(message)
            if until and message.get("method") == until:
                return None, between

    def end(self):
        self.process.stdin.close()
        rest = [json.loads(line) for line in self.process.stdout]
        return self.process.wait(60), rest


class Check:
    def __init__(self, revision, failures):
        self.revision = revision
        self.schema = Schema(revision)
        self.failures = failures
        self.count = 0

    def fail(self, text):
        self.failures.append(f"{self.revision}: {text}")

    def params(self, params):
        if self.revision != STATELESS:
            return params
        meta = {
            "io.modelcontextprotocol/protocolVersion": STATELESS,
            "io.modelcontextprotocol/clientCapabilities": {},
            **params.get("_meta", {}),
        }
        return {**params, "_meta": meta}

    def message(self, message, method=None):
        self.count += 1
        if "method" in message:
            name = NOTIFICATIONS.get(message["method"])
            if name is None:
                return self.fail(f"unknown notification {message['method']}")
            self.failures.extend(self.schema.problems(name, message))
        elif "error" in message:
            name = next((n for n in ("JSONRPCErrorResponse", "JSONRPCError") if self.schema.knows(n)), None)
            self.failures.extend(self.schema.problems(name, message))
        else:
            result = message["result"]
            name = RESULTS[method]
            if name == "EmptyResult" and not self.schema.knows(name):
                name = "Result"
            self.failures.extend(self.schema.problems(name, result))
            if self.revision != STATELESS:
                leaked = MODERN_FIELDS & result.keys() | {k for k in result.get("_meta", {}) if "serverInfo" in k}
                if leaked:
                    self.fail(f"{method} has fields of another era: {sorted(leaked)}")
            elif result.get("resultType") != "complete":
                self.fail(f"{method} does not say that it is complete")

    def ask(self, server, method, params=None, fails=False):
        answer, between = server.ask(method, self.params(params or {}))
        for message in between:
            self.message(message)
        self.message(answer, method)
        if ("error" in answer) != fails:
            self.fail(f"{method} {json.dumps(params)[:200]}: {json.dumps(answer)[:300]}")
        return answer.get("result")


def conversation(server, revision, failures):
    check = Check(revision, failures)
    if revision == STATELESS:
        check.ask(server, "server/discover")
        check.ask(server, "ping", fails=True)
    else:
        check.ask(
            server, "initialize",
            {"protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "check", "version": "1"}})
        server.notify("notifications/initialized")
        check.ask(server, "ping")
        check.ask(server, "logging/setLevel", {"level": "debug"})
        check.ask(server, "logging/setLevel", {"level": "loud"}, fails=True)
        check.ask(server, "resources/subscribe", {"uri": "galleria://catalog"})
        check.ask(server, "resources/unsubscribe", {"uri": "galleria://catalog"})

    tools = check.ask(server, "tools/list")["tools"]
    for tool in tools:
        schema = tool["inputSchema"]
        example = (schema.get("examples") or [{}])[0]
        arguments = example or {
            name: schema["properties"][name]["examples"][0] for name in schema.get("required", [])
        }
        meta = {"progressToken": tool["name"]}
        if revision == STATELESS:
            meta["io.modelcontextprotocol/logLevel"] = "debug"
        result = check.ask(server, "tools/call", {"name": tool["name"], "arguments": arguments, "_meta": meta})
        if result and result.get("isError"):
            check.fail(f"{tool['name']} {arguments}: {result['content'][0]['text']}")
        wrong = check.ask(server, "tools/call", {"name": tool["name"], "arguments": {"nonsense": 1}})
        if wrong and not wrong.get("isError"):
            check.fail(f"{tool['name']} takes an unknown argument")
    check.ask(server, "tools/call", {"name": "no_such_tool"}, fails=True)
    check.ask(server, "tools/list", {"cursor": "x"}, fails=True)

    for resource in check.ask(server, "resources/list")["resources"]:
        check.ask(server, "resources/read", {"uri": resource["uri"]})
    templates = check.ask(server, "resources/templates/list")["resourceTemplates"]
    check.ask(server, "resources/read", {"uri": "galleria://nowhere"}, fails=True)
    for template in templates:
        if not has(server, check, "completion/complete"):
            break
        names = [part.split("}")[0].lstrip("?") for part in template["uriTemplate"].split("{")[1:]]
        for name in names:
            check.ask(
                server, "completion/complete",
                {"ref": {"type": "ref/resource", "uri": template["uriTemplate"]}, "argument": {"name": name, "value": ""}})

    if has(server, check, "prompts/list"):
        for prompt in check.ask(server, "prompts/list")["prompts"]:
            arguments = {}
            for argument in prompt.get("arguments", []):
                completion = check.ask(
                    server, "completion/complete",
                    {"ref": {"type": "ref/prompt", "name": prompt["name"]}, "argument": {"name": argument["name"], "value": ""}})
                values = completion["completion"]["values"] if completion else []
                arguments[argument["name"]] = values[0] if values else "swift"
            check.ask(server, "prompts/get", {"name": prompt["name"], "arguments": arguments})
        check.ask(server, "prompts/get", {"name": "no_such_prompt"}, fails=True)
    check.ask(server, "no/such/method", fails=True)
    return check


def has(server, check, method):
    answer, _ = server.ask(method, check.params({}))
    return answer.get("error", {}).get("code") != -32601


def listening(server, failures):
    """A subscription from its acknowledgement to its end."""
    check = Check(STATELESS, failures)
    filter = {"toolsListChanged": True, "resourcesListChanged": True, "promptsListChanged": True,
              "resourceSubscriptions": ["galleria://catalog"]}
    _, between = server.ask(
        "subscriptions/listen", check.params({"notifications": filter}),
        until="notifications/subscriptions/acknowledged")
    listen = server.last
    for message in between:
        check.message(message)
    answer, between = server.ask("host.setModule", {"id": "catalog", "enabled": False})
    heard = {message["method"] for message in between}
    for message in between:
        check.message(message)
    if not {"notifications/tools/list_changed", "notifications/resources/list_changed"} <= heard:
        check.fail(f"a module was switched off, and only {sorted(heard)} was told")
    server.ask("host.setModule", {"id": "catalog", "enabled": True})
    status, rest = server.end()
    for message in rest:
        check.message(message, "subscriptions/listen")
    if not any(message.get("id") == listen for message in rest) or status != 0:
        check.fail(f"the subscription did not end with its result, or the server ended with {status}")
    return check.count


def main():
    command = sys.argv[1:]
    failures, checked = [], {}
    for revision in HANDSHAKE + [STATELESS]:
        server = Server(command)
        checked[revision] = conversation(server, revision, failures).count
        if revision == STATELESS:
            checked[revision] += listening(server, failures)
        elif server.end()[0] != 0:
            failures.append(f"{revision}: the server did not end well")
    # One process for both eras, in turn.
    server = Server(command)
    for revision in [STATELESS, "2025-06-18", STATELESS]:
        conversation(server, revision, failures)
    server.end()
    print(json.dumps({"checked": checked, "failures": failures}, ensure_ascii=False))


main()
