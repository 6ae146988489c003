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
import tempfile

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
    # Of the extension io.modelcontextprotocol/tasks, which has no schema: what every result has.
    "tasks/get": "Result",
    "tasks/update": "EmptyResult",
    "tasks/cancel": "EmptyResult",
}
NOTIFICATIONS = {
    "notifications/progress": "ProgressNotification",
    "notifications/message": "LoggingMessageNotification",
    "notifications/tools/list_changed": "ToolListChangedNotification",
    "notifications/prompts/list_changed": "PromptListChangedNotification",
    "notifications/resources/list_changed": "ResourceListChangedNotification",
    "notifications/resources/updated": "ResourceUpdatedNotification",
    "notifications/subscriptions/acknowledged": "SubscriptionsAcknowledgedNotification",
    "notifications/cancelled": "CancelledNotification",
    "notifications/tasks": "JSONRPCNotification",
}
# What the server asks its client: method → the definition of the request, and that of the answer.
REQUESTS = {
    "elicitation/create": ("ElicitRequest", "ElicitResult"),
    "sampling/createMessage": ("CreateMessageRequest", "CreateMessageResult"),
    "roots/list": ("ListRootsRequest", "ListRootsResult"),
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

    def ask(self, method, params, until=None, client=None):
        """The answer and what came before it; `until` ends at a notification instead.

        `client` answers what the server asks: it takes the request and gives the result, or None for no answer.
        """
        self.last += 1
        self.write({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        between = []
        while True:
            message = json.loads(self.process.stdout.readline())
            if message.get("id") == self.last:
                return message, between
            between.append(message)
            if "id" in message and "method" in message and client:
                result = client(message)
                if result is not None:
                    self.write({"jsonrpc": "2.0", "id": message["id"], "result": result})
            if until and message.get("method") == until:
                return None, between

    def end(self):
        self.process.stdin.close()
        rest = [json.loads(line) for line in self.process.stdout]
        return self.process.wait(60), rest


class Check:
    def __init__(self, revision, failures, capabilities=None):
        self.revision = revision
        self.schema = Schema(revision)
        self.failures = failures
        self.capabilities = capabilities or {}
        self.count = 0

    def fail(self, text):
        self.failures.append(f"{self.revision}: {text}")

    def params(self, params):
        if self.revision != STATELESS:
            return params
        meta = {
            "io.modelcontextprotocol/protocolVersion": STATELESS,
            "io.modelcontextprotocol/clientCapabilities": self.capabilities,
            **params.get("_meta", {}),
        }
        return {**params, "_meta": meta}

    def message(self, message, method=None):
        self.count += 1
        if "method" in message and "id" in message:
            if self.revision == STATELESS:
                return self.fail(f"the server must not ask by a request: {message['method']}")
            if message["method"] not in REQUESTS:
                return self.fail(f"unknown request {message['method']}")
            self.failures.extend(self.schema.problems("JSONRPCRequest", message))
            self.failures.extend(self.schema.problems(REQUESTS[message["method"]][0], message))
        elif "method" in message:
            name = NOTIFICATIONS.get(message["method"])
            if name is None:
                return self.fail(f"unknown notification {message['method']}")
            self.failures.extend(self.schema.problems(name, message))
        elif "error" in message:
            if message["error"]["code"] == -32021:
                self.failures.extend(self.schema.problems("MissingRequiredClientCapabilityError", message))
            name = next((n for n in ("JSONRPCErrorResponse", "JSONRPCError") if self.schema.knows(n)), None)
            self.failures.extend(self.schema.problems(name, message))
        else:
            result = message["result"]
            asks = result.get("resultType") == "input_required"
            goes_on = result.get("resultType") == "task" and "extensions" in self.capabilities
            name = "InputRequiredResult" if asks else "Result" if goes_on else RESULTS[method]
            if name == "EmptyResult" and not self.schema.knows(name):
                name = "Result"
            self.failures.extend(self.schema.problems(name, result))
            if self.revision != STATELESS:
                leaked = MODERN_FIELDS & result.keys() | {k for k in result.get("_meta", {}) if "serverInfo" in k}
                if leaked:
                    self.fail(f"{method} has fields of another era: {sorted(leaked)}")
            elif result.get("resultType") != "complete" and not (
                    asks and method in ("tools/call", "prompts/get") or goes_on and method == "tools/call"):
                self.fail(f"{method} does not say that it is complete")

    def answered(self, request, result):
        """Validates what this client answers, so that the server is not tried with what nobody sends."""
        self.failures.extend(self.schema.problems(REQUESTS[request["method"]][1], result))
        return result

    def initialize(self, server):
        result = self.ask(
            server, "initialize",
            {"protocolVersion": self.revision, "capabilities": self.capabilities,
             "clientInfo": {"name": "check", "version": "1"}})
        server.notify("notifications/initialized")
        return result

    def ask(self, server, method, params=None, fails=False, client=None):
        answer, between = server.ask(method, self.params(params or {}), client=client)
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
        check.initialize(server)
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


DECLINE = {"name": "friends_respond", "arguments": {"answers": [{"fid": "001", "action": "decline"}]}}


def asking(server, revision, failures):
    """What can't be taken back is asked about first, where the client can: by a request, or by the call's answer."""
    check = Check(revision, failures, {"elicitation": {}})
    asked = []

    def answer(action):
        def client(request):
            asked.append(request["method"])
            content = {"content": {"confirm": True}} if action == "accept" else {}
            return check.answered(request, {"action": action, **content})
        return client

    if revision != STATELESS:
        check.initialize(server)
    for action in ["decline", "accept"]:
        result = check.ask(server, "tools/call", DECLINE, client=answer(action))
        if revision == STATELESS:
            responses = {name: answer(action)(request) for name, request in result["inputRequests"].items()}
            result = check.ask(
                server, "tools/call", {**DECLINE, "inputResponses": responses, "requestState": result["requestState"]})
        if result.get("isError") != (action == "decline" and bool(asked)):
            check.fail(f"{DECLINE} after {action}: {json.dumps(result)[:300]}")
    if revision == STATELESS:
        check.ask(server, "tools/call", {**DECLINE, "inputResponses": []}, fails=True)
        check.ask(server, "tools/call", {**DECLINE, "requestState": "x"}, fails=True)
    else:
        # A call that is cancelled takes its question back.
        server.write({"jsonrpc": "2.0", "id": "late", "method": "tools/call", "params": DECLINE})
        _, between = server.ask("ping", {})
        for message in between:
            check.message(message, "tools/call")
        if any(message.get("method") in REQUESTS for message in between):
            server.notify("notifications/cancelled", {"requestId": "late"})
            # The question is taken back after the turn in which the call was cancelled: at the second ping at the latest.
            between = server.ask("ping", {})[1] + server.ask("ping", {})[1]
            for message in between:
                check.message(message)
            if [message.get("method") for message in between] != ["notifications/cancelled"]:
                check.fail(f"a cancelled call left {between}")
    if bool(asked) != (revision >= "2025-06-18"):
        check.fail(f"a client that can elicit was asked {asked}")
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
        # A state of its own: the conversation answered the invitation.
        server = Server(command + ["--set", f"state.path={tempfile.mkdtemp()}/state.db"])
        checked[revision] += asking(server, revision, failures)
        if server.end()[0] != 0:
            failures.append(f"{revision}: the server that asked did not end well")
    # One process for both eras, in turn.
    server = Server(command)
    for revision in [STATELESS, "2025-06-18", STATELESS]:
        conversation(server, revision, failures)
    server.end()
    print(json.dumps({"checked": checked, "failures": failures}, ensure_ascii=False))


if __name__ == "__main__":
    main()
