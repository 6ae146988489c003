"""Runs the scenarios of MCP's conformance suite on its fixtures, over stdio, as the suite would over HTTP.

    conformance_check.py COMMAND [ARGUMENT ...]

Every message is validated against the schema of its revision besides. Prints one line of JSON:
{"scenarios": [name], "failures": [text]}.
"""

import base64
import json
import re
import sys
import time

from schema_check import STATELESS, Check, Server

HANDSHAKE = "2025-11-25"
EVERYTHING = {"elicitation": {}, "sampling": {}, "roots": {}}
MODEL = {"role": "assistant", "model": "test-model", "stopReason": "endTurn"}
ANN = {"action": "accept", "content": {"name": "Ann"}}
ROOTS = {"roots": [{"uri": "file:///work", "name": "Work"}]}
SCENARIOS = []


def model(text):
    return {**MODEL, "content": {"type": "text", "text": text}}


def scenario(name, revision, capabilities=None):
    """Registers a scenario; its function gets a client of this revision, and says what is wrong by raising."""

    def register(run):
        SCENARIOS.append((name, revision, capabilities or {}, run))
        return run

    return register


class Client:
    def __init__(self, command, revision, capabilities, failures):
        self.server = Server(command)
        self.check = Check(revision, failures, capabilities)
        self.revision = revision
        if revision != STATELESS:
            self.check.initialize(self.server)

    def ask(self, method, **params):
        return self.check.ask(self.server, method, params)

    def error(self, method, **params):
        answer, _ = self.server.ask(method, self.check.params(params))
        self.check.message(answer, method)
        return answer.get("error", {"code": None, "answer": answer})

    def heard(self, method, client=None, **params):
        """The result, and what was said before it."""
        answer, between = self.server.ask(method, self.check.params(params), client=client)
        for message in between:
            self.check.message(message)
        self.check.message(answer, method)
        return answer["result"], between

    def tool(self, name, **rest):
        return self.ask("tools/call", name=name, arguments=rest.pop("arguments", {}), **rest)

    def content(self, name, **rest):
        result = self.tool(name, **rest)
        equal(result["isError"], False)
        equal("structuredContent" in result, False)
        return result["content"]


def equal(found, expected):
    if found != expected:
        raise AssertionError(f"expected {json.dumps(expected)[:300]}, found {json.dumps(found)[:300]}")


def holds(condition, what):
    if not condition:
        raise AssertionError(str(what)[:400])


def both(name, capabilities=None):
    """The same in the latest handshake revision and in the stateless one."""

    def register(run):
        scenario(name, HANDSHAKE, capabilities)(run)
        scenario(name, STATELESS, capabilities)(run)
        return run

    return register


# --- What is there

TOOLS = """confirm_delete failing_job greet json_schema_2020_12_tool multi_input protocol_error_job slow_compute
test_audio_content test_elicitation test_elicitation_sep1034_defaults
test_elicitation_sep1330_enums test_embedded_resource test_error_handling test_image_content
test_input_required_result_capabilities test_input_required_result_elicitation test_input_required_result_list_roots
test_input_required_result_multi_round test_input_required_result_multiple_inputs
test_input_required_result_request_state test_input_required_result_sampling
test_input_required_result_tampered_state test_missing_capability test_multiple_content_types test_sampling
test_simple_text test_tool_with_logging test_tool_with_progress test_tool_with_task""".split()
PROMPTS = """test_input_required_result_prompt test_prompt_with_arguments test_prompt_with_embedded_resource
test_prompt_with_image test_simple_prompt""".split()
RESOURCES = ["test://static-binary", "test://static-text", "test://watched-resource"]


@both("tools-list")
def tools_list(client):
    tools = client.ask("tools/list")["tools"]
    names = {tool["name"] for tool in tools}
    holds(names >= set(TOOLS), sorted(set(TOOLS) - names))
    for tool in tools:
        holds(0 < len(tool["name"]) <= 64 and tool["description"] and tool["inputSchema"]["type"] == "object", tool)


@both("json-schema-2020-12")
def json_schema(client):
    tool = next(t for t in client.ask("tools/list")["tools"] if t["name"] == "json_schema_2020_12_tool")
    schema = tool["inputSchema"]
    equal(tool["description"], "Tool with JSON Schema 2020-12 features")
    equal(schema["$schema"], "https://json-schema.org/draft/2020-12/schema")
    equal(schema["$defs"]["address"]["$anchor"], "addressDef")
    equal(schema["properties"]["address"], {"$ref": "#/$defs/address"})
    equal(schema["allOf"], [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}])
    equal(schema["if"], {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]})
    equal([schema["then"], schema["else"]], [{"required": ["phone"]}, {"required": ["email"]}])
    equal(schema["additionalProperties"], False)
    given = {"name": "Ann", "contactMethod": "phone", "phone": "1"}
    holds(json.dumps(given, separators=(",", ":")) in client.content(tool["name"], arguments=given)[0]["text"], given)


@both("prompts-list")
def prompts_list(client):
    prompts = client.ask("prompts/list")["prompts"]
    equal(sorted(prompt["name"] for prompt in prompts if prompt["name"].startswith("test_")), PROMPTS)
    holds(all(prompt["description"] for prompt in prompts), prompts)


@both("resources-list")
def resources_list(client):
    resources = client.ask("resources/list")["resources"]
    equal(sorted(r["uri"] for r in resources if r["uri"].startswith("test:")), RESOURCES)
    holds(all(r["name"] and r["description"] for r in resources), resources)
    templates = client.ask("resources/templates/list")["resourceTemplates"]
    holds("test://template/{id}/data" in [t["uriTemplate"] for t in templates], templates)


@scenario("caching", STATELESS)
def caching(client):
    for method in ["tools/list", "prompts/list", "resources/list", "resources/templates/list"]:
        result = client.ask(method)
        holds(result["ttlMs"] >= 0 and result["cacheScope"] in ("public", "private"), result)
    holds(client.ask("resources/read", uri="test://static-text")["ttlMs"] >= 0, "ttlMs")


@scenario("ping", HANDSHAKE)
def ping(client):
    equal(client.ask("ping"), {})


# --- Content

PNG, WAV = b"\x89PNG\r\n\x1a\n", b"RIFF"


def decoded(block, kind, mime_type, beginning):
    equal([block["type"], block["mimeType"]], [kind, mime_type])
    holds(base64.b64decode(block["data"], validate=True).startswith(beginning), block)


@both("tools-call-simple-text")
def simple_text(client):
    equal(client.content("test_simple_text"),
          [{"type": "text", "text": "This is a simple text response for testing."}])


@both("tools-call-image")
def image(client):
    [block] = client.content("test_image_content")
    decoded(block, "image", "image/png", PNG)


@both("tools-call-audio")
def audio(client):
    [block] = client.content("test_audio_content")
    decoded(block, "audio", "audio/wav", WAV)


@scenario("tools-call-audio", "2024-11-05")
def no_audio(client):
    [block] = client.content("test_audio_content")
    equal(block["type"], "text")


@both("tools-call-embedded-resource")
def embedded(client):
    resource = {"uri": "test://embedded-resource", "mimeType": "text/plain",
                "text": "This is an embedded resource content."}
    equal(client.content("test_embedded_resource"), [{"type": "resource", "resource": resource}])


@both("tools-call-mixed-content")
def mixed(client):
    text, picture, resource = client.content("test_multiple_content_types")
    equal(text, {"type": "text", "text": "Multiple content types test:"})
    decoded(picture, "image", "image/png", PNG)
    equal(resource["resource"], {"uri": "test://mixed-content-resource", "mimeType": "application/json",
                                 "text": '{"test":"data","value":123}'})


@both("tools-call-error")
def error(client):
    result = client.tool("test_error_handling")
    equal([result["isError"], result["content"]],
          [True, [{"type": "text", "text": "internal: This tool intentionally returns an error for testing"}]])


LOGS = ["Tool execution started", "Tool processing data", "Tool execution completed"]


@both("tools-call-with-logging")
def logging(client):
    meta = {}
    if client.revision == STATELESS:
        meta = {"io.modelcontextprotocol/logLevel": "info"}
    else:
        equal(client.ask("logging/setLevel", level="info"), {})
    _, heard = client.heard("tools/call", name="test_tool_with_logging", arguments={}, _meta=meta)
    equal([(m["params"]["level"], m["params"]["data"]) for m in heard], [("info", text) for text in LOGS])
    if client.revision == STATELESS:
        _, heard = client.heard("tools/call", name="test_tool_with_logging", arguments={})
        equal(heard, [])


@both("tools-call-with-progress")
def progress(client):
    _, heard = client.heard(
        "tools/call", name="test_tool_with_progress", arguments={}, _meta={"progressToken": "p"})
    equal([(m["params"]["progressToken"], m["params"]["progress"], m["params"]["total"]) for m in heard],
          [("p", 0, 100), ("p", 50, 100), ("p", 100, 100)])
    equal(client.heard("tools/call", name="test_tool_with_progress", arguments={})[1], [])


# --- Asking by requests

@scenario("tools-call-sampling", HANDSHAKE, {"sampling": {}})
def sampling(client):
    result, heard = client.heard(
        "tools/call", name="test_sampling", arguments={"prompt": "Why?"}, client=lambda request: model("Because."))
    equal(heard[0]["params"], {"messages": [{"role": "user", "content": {"type": "text", "text": "Why?"}}],
                               "maxTokens": 100})
    equal(result["content"], [{"type": "text", "text": "LLM response: Because."}])


@scenario("tools-call-sampling", HANDSHAKE)
def no_sampling(client):
    result = client.tool("test_sampling", arguments={"prompt": "Why?"})
    holds(result["isError"] and "sampling" in result["content"][0]["text"], result)


def fill(client, name, content, arguments=None):
    answer = {"action": "accept", "content": content}
    result, heard = client.heard("tools/call", name=name, arguments=arguments or {}, client=lambda request: answer)
    equal([m["method"] for m in heard], ["elicitation/create"])
    text = result["content"][0]["text"]
    holds("action=accept" in text and json.dumps(content, separators=(",", ":")) in text, text)
    return heard[0]["params"]


@scenario("tools-call-elicitation", HANDSHAKE, {"elicitation": {}})
def elicitation(client):
    params = fill(client, "test_elicitation", {"username": "ann", "email": "a@b"}, {"message": "Who?"})
    equal(params["message"], "Who?")
    equal(params["requestedSchema"]["required"], ["username", "email"])
    result, _ = client.heard(
        "tools/call", name="test_elicitation", arguments={"message": "m"}, client=lambda request: {"action": "decline"})
    equal(result["content"][0]["text"], "User response: action=decline, content={}")


@scenario("elicitation-sep1034-defaults", HANDSHAKE, {"elicitation": {}})
def defaults(client):
    params = fill(client, "test_elicitation_sep1034_defaults", {"name": "Ann", "age": 7, "score": 1.5})
    fields = params["requestedSchema"]["properties"]
    equal({name: field["default"] for name, field in fields.items()},
          {"name": "John Doe", "age": 30, "score": 95.5, "status": "active", "verified": True})
    equal(fields["status"]["enum"], ["active", "inactive", "pending"])


@scenario("elicitation-sep1330-enums", HANDSHAKE, {"elicitation": {}})
def enums(client):
    params = fill(client, "test_elicitation_sep1330_enums", {"untitledSingle": "option1", "untitledMulti": ["option2"]})
    one, titled, legacy, many, titled_many = params["requestedSchema"]["properties"].values()
    options = ["option1", "option2", "option3"]
    equal([one["type"], one["enum"]], ["string", options])
    equal([titled["type"], titled["oneOf"][0]], ["string", {"const": "value1", "title": "First Option"}])
    equal([legacy["enum"], legacy["enumNames"]],
          [["opt1", "opt2", "opt3"], ["Option One", "Option Two", "Option Three"]])
    equal([many["type"], many["items"]], ["array", {"type": "string", "enum": options}])
    equal([titled_many["type"], titled_many["items"]["anyOf"][0]],
          ["array", {"const": "value1", "title": "First Choice"}])


# --- Resources and prompts

@both("resources-read-text")
def read_text(client):
    equal(client.ask("resources/read", uri="test://static-text")["contents"],
          [{"uri": "test://static-text", "mimeType": "text/plain",
            "text": "This is the content of the static text resource."}])


@both("resources-read-binary")
def read_binary(client):
    [contents] = client.ask("resources/read", uri="test://static-binary")["contents"]
    decoded({**contents, "type": "image", "data": contents["blob"]}, "image", "image/png", PNG)


@both("resources-templates-read")
def read_template(client):
    [contents] = client.ask("resources/read", uri="test://template/123/data")["contents"]
    equal(contents, {"uri": "test://template/123/data", "mimeType": "application/json",
                     "text": '{"id":"123","templateTest":true,"data":"Data for ID: 123"}'})


@both("sep-2164-resource-not-found")
def not_found(client):
    for uri in ["test://nonexistent-resource-for-conformance-testing", "test://template//data", "other://static-text"]:
        error = client.error("resources/read", uri=uri)
        equal([error["code"], error["data"]["uri"]], [-32602, uri])


@scenario("resources-subscribe", HANDSHAKE)
def subscribe(client):
    uri, change = "test://watched-resource", {"name": "test_change_watched_resource", "arguments": {}}
    equal(client.heard("tools/call", **change)[1], [])
    equal(client.ask("resources/subscribe", uri=uri), {})
    _, heard = client.heard("tools/call", **change)
    equal([(m["method"], m["params"]) for m in heard], [("notifications/resources/updated", {"uri": uri})])
    equal(client.ask("resources/read", uri=uri)["contents"][0]["text"],
          "This is the content of the watched resource. Change 2.")
    equal(client.ask("resources/unsubscribe", uri=uri), {})
    equal(client.heard("tools/call", **change)[1], [])
    equal(client.error("resources/subscribe", uri="test://nowhere")["code"], -32602)


def prompt(client, name, **arguments):
    return [m["content"] for m in client.ask("prompts/get", name=name, arguments=arguments)["messages"]]


@both("prompts-get-simple")
def simple_prompt(client):
    equal(prompt(client, "test_simple_prompt"), [{"type": "text", "text": "This is a simple prompt for testing."}])


@both("prompts-get-with-args")
def prompt_with_arguments(client):
    equal(prompt(client, "test_prompt_with_arguments", arg1="hello", arg2="world"),
          [{"type": "text", "text": "Prompt with arguments: arg1='hello', arg2='world'"}])


@both("prompts-get-embedded-resource")
def prompt_with_resource(client):
    equal(prompt(client, "test_prompt_with_embedded_resource", resourceUri="test://x"),
          [{"type": "resource", "resource": {"uri": "test://x", "mimeType": "text/plain",
                                             "text": "Embedded resource content for testing."}},
           {"type": "text", "text": "Please process the embedded resource above."}])


@both("prompts-get-with-image")
def prompt_with_image(client):
    picture, text = prompt(client, "test_prompt_with_image")
    decoded(picture, "image", "image/png", PNG)
    equal(text, {"type": "text", "text": "Please analyze the image above."})


@both("completion-complete")
def completion(client):
    ref = {"type": "ref/prompt", "name": "test_prompt_with_arguments"}
    equal(client.ask("completion/complete", ref=ref, argument={"name": "arg1", "value": "par"})["completion"],
          {"values": ["paris", "park", "party"], "total": 3, "hasMore": False})
    ref = {"type": "ref/resource", "uri": "test://template/{id}/data"}
    equal(client.ask("completion/complete", ref=ref, argument={"name": "id", "value": ""})["completion"]["values"], [])


# --- Asking by round trips

class Call:
    """A call of the stateless revision, round after round."""

    def __init__(self, client, name, method="tools/call"):
        self.client, self.method, self.params = client, method, {"name": name}
        self.state = None

    def round(self, asked=None, **responses):
        rest = {"inputResponses": responses} if responses else {}
        if self.state is not None:
            rest["requestState"] = self.state
        result = self.client.ask(self.method, **self.params, **rest)
        if asked is not None:
            equal(result["resultType"], "input_required")
            equal({name: request["method"] for name, request in result["inputRequests"].items()}, asked)
            holds(isinstance(result["requestState"], str) and result["requestState"] != self.state, result)
            self.state = result["requestState"]
        else:
            equal(result["resultType"], "complete")
        return result

    def text(self, **responses):
        return self.round(**responses)["content"][0]["text"]


ELICIT, SAMPLE, LIST_ROOTS = "elicitation/create", "sampling/createMessage", "roots/list"


@scenario("input-required-result-basic-elicitation", STATELESS, EVERYTHING)
@scenario("input-required-result-result-type", STATELESS, EVERYTHING)
def basic_elicitation(client):
    call = Call(client, "test_input_required_result_elicitation")
    asked = call.round({"user_name": ELICIT})["inputRequests"]["user_name"]["params"]
    equal(asked, {"message": "What is your name?",
                  "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}},
                                      "required": ["name"]}})
    equal(call.text(user_name=ANN), "Hello, Ann!")


@scenario("input-required-result-basic-sampling", STATELESS, EVERYTHING)
def basic_sampling(client):
    call = Call(client, "test_input_required_result_sampling")
    asked = call.round({"capital_question": SAMPLE})["inputRequests"]["capital_question"]["params"]
    equal([asked["messages"][0]["content"]["text"], asked["maxTokens"]], ["What is the capital of France?", 100])
    equal(call.text(capital_question=model("Paris.")), "Paris.")


@scenario("input-required-result-basic-list-roots", STATELESS, EVERYTHING)
def basic_roots(client):
    call = Call(client, "test_input_required_result_list_roots")
    equal(call.round({"client_roots": LIST_ROOTS})["inputRequests"]["client_roots"]["params"], {})
    holds("file:///work" in call.text(client_roots=ROOTS), "the root is not named")


@scenario("input-required-result-request-state", STATELESS, EVERYTHING)
def request_state(client):
    call = Call(client, "test_input_required_result_request_state")
    call.round({"confirm": ELICIT})
    holds("state-ok" in call.text(confirm={"action": "accept", "content": {"ok": True}}), "no state-ok")


@scenario("input-required-result-multiple-input-requests", STATELESS, EVERYTHING)
def multiple(client):
    call = Call(client, "test_input_required_result_multiple_inputs")
    call.round({"user_name": ELICIT, "greeting": SAMPLE, "client_roots": LIST_ROOTS})
    equal(call.text(user_name=ANN, greeting=model("Hello"), client_roots=ROOTS), "Hello Ann, with 1 roots")


@scenario("input-required-result-multi-round", STATELESS, EVERYTHING)
def multi_round(client):
    call = Call(client, "test_input_required_result_multi_round")
    call.round({"step1": ELICIT})
    call.round({"step2": ELICIT}, step1=ANN)
    equal(call.text(step2={"action": "accept", "content": {"color": "blue"}}), "Ann likes blue")


@scenario("input-required-result-missing-input-response", STATELESS, EVERYTHING)
def missing(client):
    Call(client, "test_input_required_result_elicitation").round({"user_name": ELICIT}, wrong_key=ANN)
    call = Call(client, "test_input_required_result_elicitation")
    call.round({"user_name": ELICIT})
    call.state, first = None, call.state
    holds(call.round({"user_name": ELICIT}, wrong_key=ANN)["requestState"] != "", first)


@scenario("input-required-result-non-tool-request", STATELESS, EVERYTHING)
def prompt_asks(client):
    call = Call(client, "test_input_required_result_prompt", "prompts/get")
    call.round({"user_context": ELICIT})
    result = call.round(user_context={"action": "accept", "content": {"context": "tests"}})
    equal(result["messages"][0]["content"]["text"], "Use this context: tests")


@scenario("input-required-result-unsupported-methods", STATELESS, EVERYTHING)
def unsupported(client):
    for method in ["tools/list", "prompts/list", "resources/list", "resources/templates/list", "server/discover"]:
        equal(client.ask(method)["resultType"], "complete")


@scenario("input-required-result-tampered-state", STATELESS, EVERYTHING)
def tampered(client):
    name = "test_input_required_result_tampered_state"
    call = Call(client, name)
    call.round({"confirm": ELICIT})
    responses = {"confirm": {"action": "accept", "content": {"ok": True}}}
    for state in [call.state + "x", "x" + call.state, call.state[:-1], "", "tampered"]:
        equal(client.error("tools/call", name=name, inputResponses=responses, requestState=state)["code"], -32602)
    call.text(**responses)


@scenario("input-required-result-capability-check", STATELESS, {"sampling": {}})
def capability_check(client):
    Call(client, "test_input_required_result_capabilities").round({"greeting": SAMPLE})


@scenario("input-required-result-ignore-extra-params", STATELESS, EVERYTHING)
def extra(client):
    call = Call(client, "test_input_required_result_elicitation")
    call.round({"user_name": ELICIT})
    equal(call.text(user_name=ANN, other=ANN, third=7), "Hello, Ann!")
    equal(Call(client, "test_input_required_result_elicitation").text(user_name=ANN, other=7), "Hello, Ann!")


@scenario("input-required-result-validate-input", STATELESS, EVERYTHING)
def validate(client):
    name = "test_input_required_result_elicitation"
    for responses in [[], "text", 7]:
        equal(client.error("tools/call", name=name, inputResponses=responses)["code"], -32602)
    for answer in [7, [], {}, {"action": "accept"}, {"action": "accept", "content": {"name": 7}}, {"action": "?"}]:
        Call(client, name).round({"user_name": ELICIT}, user_name=answer)


# --- The stateless architecture

@scenario("server-stateless", STATELESS)
def stateless(client):
    discovered = client.ask("server/discover")
    equal(discovered["supportedVersions"], [STATELESS])
    holds({"tools", "prompts", "resources"} <= discovered["capabilities"].keys(), discovered)
    error = client.error("tools/call", name="test_missing_capability", arguments={})
    equal([error["code"], error["data"]], [-32021, {"requiredCapabilities": {"sampling": {}}}])
    for method in ["initialize", "ping", "logging/setLevel", "resources/subscribe", "no/such"]:
        equal(client.error(method)["code"], -32601)
    client.check.capabilities = {"elicitation": {}}
    result, heard = client.heard(
        "tools/call", name="test_streaming_elicitation", arguments={}, _meta={"progressToken": 1})
    equal([m["method"] for m in heard], ["notifications/progress"])
    equal(result["resultType"], "input_required")


@scenario("server-stateless", STATELESS, {"sampling": {}})
def capability_is_there(client):
    equal(client.content("test_missing_capability"), [{"type": "text", "text": "The client declares sampling."}])


@scenario("server-stateless-lists", STATELESS)
def lists(client):
    """A module that is switched off changes all three lists, and is told to those who want to hear of it alone."""
    filter = {"toolsListChanged": True, "resourceSubscriptions": ["test://watched-resource", "test://nowhere"]}
    _, [acknowledged] = client.server.ask(
        "subscriptions/listen", client.check.params({"notifications": filter}),
        until="notifications/subscriptions/acknowledged")
    client.check.message(acknowledged)
    equal(acknowledged["params"]["notifications"],
          {"toolsListChanged": True, "resourceSubscriptions": ["test://watched-resource"]})
    _, heard = client.heard("tools/call", name="test_change_watched_resource", arguments={})
    equal([m["method"] for m in heard], ["notifications/resources/updated"])
    _, heard = client.server.ask("host.setModule", {"id": "test", "enabled": False})
    for message in heard:
        client.check.message(message)
    equal([m["method"] for m in heard], ["notifications/tools/list_changed"])
    holds(not any(t["name"] in TOOLS for t in client.ask("tools/list")["tools"]), "the tools are still there")


@scenario("server-initialize", HANDSHAKE)
def lists_of_a_handshake(client):
    _, heard = client.server.ask("host.setModule", {"id": "test", "enabled": False})
    for message in heard:
        client.check.message(message)
    equal(sorted(m["method"] for m in heard),
          [f"notifications/{kind}/list_changed" for kind in ("prompts", "resources", "tools")])


# --- Tasks

TASKS = "io.modelcontextprotocol/tasks"
FOLLOWING = {"elicitation": {}, "sampling": {}, "extensions": {TASKS: {}}}
YES = {"action": "accept", "content": {"confirm": True, "name": "Ann"}}
ENDED = ("completed", "failed", "cancelled")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def start(client, name, **arguments):
    """Calls a tool that becomes a task, and gives the task."""
    return created(client, client.tool(name, arguments=arguments))


def created(client, task):
    equal([task["resultType"], task["status"]], ["task", "working"])
    equal(sorted(task.keys() - {"_meta"}), ["createdAt", "lastUpdatedAt", "pollIntervalMs", "resultType", "status",
                                            "taskId", "ttlMs"])
    for name in ("createdAt", "lastUpdatedAt"):
        holds(MOMENT.fullmatch(task[name]), task)
    for name in ("ttlMs", "pollIntervalMs"):
        holds(isinstance(task[name], int) and task[name] > 0, task)
    detail(client, task["taskId"])
    return task["taskId"]


def detail(client, task):
    found = client.ask("tasks/get", taskId=task)
    equal([found["resultType"], found["taskId"]], ["complete", task])
    holds(not found.keys() & {"requestState", "ttl", "pollInterval", "task"}, found)
    own = {"completed": "result", "failed": "error", "input_required": "inputRequests"}.get(found["status"])
    equal(sorted(found.keys() & {"result", "error", "inputRequests"}), [own] if own else [])
    schema = client.check.schema
    for problems in [schema.problems("CallToolResult", found["result"]) if own == "result" else [],
                     schema.problems("InputRequests", found["inputRequests"]) if own == "inputRequests" else [],
                     schema.problems("Error", found["error"]) if own == "error" else []]:
        equal(problems, [])
    return found


def until(client, task, *states):
    """Asks after a task until it is in one of these states, as often as the server says."""
    for _ in range(120):
        found = detail(client, task)
        if found["status"] in states:
            return found
        time.sleep(found["pollIntervalMs"] / 1000)
    raise AssertionError(f"the task is {found['status']} still")


def acknowledged(client, method, task, **rest):
    equal(sorted(client.ask(method, taskId=task, **rest).keys()), ["_meta", "resultType"])


@scenario("tasks-lifecycle", STATELESS, FOLLOWING)
def tasks_lifecycle(client):
    result = client.tool("greet", arguments={"name": "World"})
    equal([result["resultType"], result["content"][0]["text"], "taskId" in result], ["complete", "Hello, World!", False])
    task = start(client, "slow_compute", seconds=1, label="lifecycle")
    equal(detail(client, task)["status"], "working")
    ended = until(client, task, *ENDED)
    equal([ended["status"], ended["result"]["isError"], bool(ended["result"]["content"])], ["completed", False, True])
    ended = until(client, start(client, "failing_job"), *ENDED)
    equal([ended["status"], ended["result"]["isError"]], ["completed", True])
    ended = until(client, start(client, "protocol_error_job"), *ENDED)
    equal([ended["status"], ended["error"]["code"]], ["failed", -32603])
    task = start(client, "slow_compute", seconds=60)
    for _ in range(2):
        acknowledged(client, "tasks/cancel", task)
        equal(until(client, task, *ENDED)["status"], "cancelled")


@scenario("tasks-capability-negotiation", STATELESS)
def tasks_capability(client):
    capabilities = client.ask("server/discover")["capabilities"]
    equal([capabilities["extensions"][TASKS], "tasks" in capabilities], [{}, False])
    client.check.capabilities = FOLLOWING
    task = start(client, "slow_compute", seconds=60)
    client.check.capabilities = {}
    for method in ["tasks/get", "tasks/update", "tasks/cancel"]:
        equal(client.error(method, taskId=task, inputResponses={})["code"], -32021)
    result = client.tool("slow_compute", arguments={"seconds": 0})
    equal([result["resultType"], "taskId" in result, bool(result["content"])], ["complete", False, True])


@scenario("tasks-capability-negotiation", HANDSHAKE, FOLLOWING)
def no_tasks_of_a_handshake(client):
    result = client.tool("slow_compute", arguments={"seconds": 0})
    equal(result["isError"], False)
    equal(client.tool("failing_job")["isError"], True)
    equal(client.error("tasks/get", taskId="x")["code"], -32601)


@scenario("tasks-wire-fields", STATELESS, FOLLOWING)
@scenario("tasks-request-state-removal", STATELESS, FOLLOWING)
def tasks_fields(client):
    task = start(client, "slow_compute", seconds=0)
    ended = until(client, task, *ENDED)
    holds(not any("related-task" in key for key in ended["result"].get("_meta", {})), ended)
    parked = start(client, "confirm_delete", filename="a")
    until(client, parked, "input_required")
    acknowledged(client, "tasks/cancel", parked)
    equal([detail(client, task)["status"], detail(client, parked)["status"]], ["completed", "cancelled"])


@scenario("tasks-mrtr-input", STATELESS, FOLLOWING)
def tasks_input(client):
    task = start(client, "confirm_delete", filename="a.txt")
    [(key, request)] = until(client, task, "input_required")["inputRequests"].items()
    equal(request["method"], "elicitation/create")
    acknowledged(client, "tasks/update", task, inputResponses={key: YES})
    equal(until(client, task, *ENDED)["result"]["content"][0]["text"], "Deleted a.txt.")
    task = start(client, "multi_input")
    one, other = until(client, task, "input_required")["inputRequests"]
    acknowledged(client, "tasks/update", task, inputResponses={one: YES, "unknown": 7})
    half = detail(client, task)
    equal([half["status"], list(half["inputRequests"])], ["input_required", [other]])
    acknowledged(client, "tasks/update", task, inputResponses={other: YES})
    equal(until(client, task, *ENDED)["result"]["content"][0]["text"], "Ann said accept.")


@scenario("tasks-dispatch-and-envelope", STATELESS, FOLLOWING)
def tasks_dispatch(client):
    for method in ["tasks/result", "tasks/list"]:
        equal(client.error(method, taskId="x")["code"], -32601)
    for method in ["tasks/get", "tasks/update", "tasks/cancel"]:
        equal(client.error(method, taskId="x", inputResponses={})["code"], -32602)
    hint = {"ttl": 60_000, "pollInterval": 100}
    result = client.tool("greet", arguments={"name": "World"}, task=hint)
    equal([result["resultType"], "taskId" in result], ["complete", False])
    created(client, client.tool("slow_compute", arguments={"seconds": 60}, task=hint))


@scenario("tasks-status-notifications", STATELESS, FOLLOWING)
def tasks_notifications(client):
    task = start(client, "slow_compute", seconds=60)
    _, [acknowledgement] = client.server.ask(
        "subscriptions/listen", client.check.params({"notifications": {"taskIds": [task, "unknown"]}}),
        until="notifications/subscriptions/acknowledged")
    listen = client.server.last
    client.check.message(acknowledgement)
    equal(acknowledgement["params"]["notifications"], {"taskIds": [task]})
    _, [heard] = client.heard("tasks/cancel", taskId=task)
    params = heard["params"]
    equal([heard["method"], params["taskId"], params["status"]], ["notifications/tasks", task, "cancelled"])
    equal(params["_meta"]["io.modelcontextprotocol/subscriptionId"], listen)


@scenario("tasks-required-task-error", STATELESS)
def tasks_required(client):
    for name in ["failing_job", "test_tool_with_task"]:
        error = client.error("tools/call", name=name, arguments={})
        equal([error["code"], error["data"]], [-32021, {"requiredCapabilities": {"extensions": {TASKS: {}}}}])


@scenario("tasks-mrtr-composition", STATELESS, FOLLOWING)
def tasks_composition(client):
    first = client.tool("test_tool_with_task")
    equal([first["resultType"], list(first["inputRequests"]), "taskId" in first], ["input_required", ["user_name"], False])
    task = created(client, client.tool(
        "test_tool_with_task", inputResponses={"user_name": ANN}, requestState=first["requestState"]))
    ended = until(client, task, *ENDED)
    equal([ended["status"], ended["result"]["content"][0]["text"]], ["completed", "Hello, Ann!"])


@scenario("tasks-lifecycle", STATELESS, FOLLOWING)
def tasks_end(client):
    """Whatever runs or asks, the end of input is the end."""
    start(client, "slow_compute", seconds=600)
    start(client, "multi_input")


def main():
    failures = []
    for name, revision, capabilities, run in SCENARIOS:
        found = []
        client = Client(sys.argv[1:], revision, capabilities, found)
        try:
            run(client)
            if client.server.end()[0] != 0:
                found.append("the server did not end well")
        except Exception as error:  # every scenario is tried
            client.server.process.kill()
            found.append(f"{type(error).__name__}: {error}")
        failures += [f"{name} ({revision}): {text}" for text in found]
    names = sorted({name for name, *_ in SCENARIOS})
    print(json.dumps({"scenarios": names, "failures": failures}, ensure_ascii=False))


if __name__ == "__main__":
    main()
