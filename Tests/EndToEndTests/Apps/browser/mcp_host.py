"""An MCP host with one view: the host's side of MCP Apps 2026-01-26 in a browser, and the real server behind it."""

import base64
import json
import os
import subprocess

from chromium import Chromium, Failed

HOST, VIEW = "http://host.invalid/", "http://view.invalid/"
# The restrictive default of the specification, for resources without `ui.csp`.
POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; media-src 'self' data:; connect-src 'none';")
EXTENSION = {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}}


class Server:
    """`galleria serve`, spoken to by lines."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last_id = 0
        self.request("initialize", protocolVersion="2025-11-25", capabilities={"extensions": EXTENSION},
                     clientInfo={"name": "host", "version": "1"})

    def ask(self, method, params):
        self.last_id += 1
        message = {"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise Failed("the server ended")
            answer = json.loads(line)
            if answer.get("id") == self.last_id:
                return answer

    def request(self, method, **params):
        answer = self.ask(method, params)
        if "error" in answer:
            raise Failed(f"{method}: {answer['error']}")
        return answer["result"]

    def call(self, tool, **arguments):
        return self.request("tools/call", name=tool, arguments=arguments)

    def close(self):
        self.process.stdin.close()
        self.process.wait(30)


class MCPHost:
    """Mounts views one after the other, and records what each says and does."""

    def __init__(self, server, pages):
        self.server, self.pages = server, pages
        self.tools = {tool["name"]: tool for tool in server.request("tools/list")["tools"]}
        self.complaints, self.said, self.contexts, self.refused = [], [], {}, set()
        self.initialized, self.context, self.last_id, self.height, self.width = False, {}, 1000, 0, 0
        self.html, self.pictures, self.slow, self.held = b"", None, set(), []  # `pictures`: the answer to every images_show
        self.browser = Chromium(self.event)
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.browser.send(f"{domain}.enable")
        self.browser.send("Fetch.enable", patterns=[{"urlPattern": "*"}])
        self.browser.send("Runtime.addBinding", name="toHost")
        self.browser.send("Emulation.setFocusEmulationEnabled", enabled=True)
        self.main = self.browser.send("Page.navigate", url=HOST)["frameId"]
        self.browser.until("the host's page", lambda: self.in_host("typeof toView === 'function'"))

    # The browser's events

    def event(self, method, params):
        if method == "Fetch.requestPaused":
            self.serve(params)
        elif method == "Runtime.bindingCalled":
            self.received(json.loads(params["payload"]))
        elif method == "Runtime.executionContextCreated":
            facts = params["context"]
            if facts["auxData"].get("isDefault"):
                self.contexts[facts["auxData"]["frameId"]] = facts["id"]
        elif method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled":
            self.complaints.append(" ".join(str(value.get("value")) for value in params["args"]))
        elif method == "Log.entryAdded":
            self.complaints.append(f"{params['entry']['source']}: {params['entry']['text']}")

    def serve(self, params):
        url = params["request"]["url"]
        if url == HOST:
            with open(os.path.join(os.path.dirname(__file__), "host.html"), "rb") as file:
                body, policy = file.read(), None
        elif url.startswith(VIEW):
            body, policy = self.html, POLICY
        else:
            self.complaints.append(f"a request of the network: {url}")
            self.post("Fetch.failRequest", requestId=params["requestId"], errorReason="AccessDenied")
            return
        headers = [{"name": "Content-Type", "value": "text/html; charset=utf-8"}]
        if policy:
            headers.append({"name": "Content-Security-Policy", "value": policy})
        self.post("Fetch.fulfillRequest", requestId=params["requestId"], responseCode=200, responseHeaders=headers,
                  body=base64.b64encode(body).decode())

    def post(self, method, **params):
        """Sends without waiting: for use while an event is handled."""
        self.browser.last_id += 1
        message = {"id": self.browser.last_id, "method": method, "params": params, "sessionId": self.browser.session}
        os.write(self.browser.to_browser, json.dumps(message).encode() + b"\0")

    # The host's side of the protocol

    def to_view(self, message):
        self.post("Runtime.evaluate", expression=f"toView({json.dumps({'jsonrpc': '2.0', **message})})")

    def received(self, message):
        self.said.append(message)
        method, params = message.get("method"), message.get("params", {})
        if method == "ui/initialize":
            self.answer(message, {
                "protocolVersion": "2026-01-26", "hostInfo": {"name": "host", "version": "1"},
                "hostCapabilities": {"serverTools": {}, "openLinks": {}}, "hostContext": self.context})
        elif method == "ui/notifications/initialized":
            self.initialized = True
        elif method == "ui/notifications/size-changed":
            self.height = params["height"]
            self.post("Runtime.evaluate", expression=f"frame.style.height = '{int(self.height)}px'")
        elif method == "tools/call":
            if params["name"] in self.refused:
                self.to_view({"id": message["id"], "error": {"code": -32000, "message": "The user said no."}})
            elif params["name"] == "images_show" and self.pictures:
                self.answer(message, self.pictures)
            else:
                answer = self.server.ask("tools/call", params)
                answer = {key: answer[key] for key in ("result", "error") if key in answer} | {"id": message["id"]}
                if params["name"] in self.slow:
                    self.held.append(answer)
                else:
                    self.to_view(answer)
        elif method in ("ui/open-link", "ui/update-model-context"):
            self.answer(message, {})
        elif method == "ui/request-display-mode":
            self.context["displayMode"] = params["mode"]
            self.answer(message, {"mode": params["mode"]})
        elif method is not None and "id" in message:
            self.to_view({"id": message["id"], "error": {"code": -32601, "message": "Method not found"}})

    def answer(self, message, result):
        self.to_view({"id": message["id"], "result": result})

    # What a test does

    def release(self, last_first=False):
        """Gives the answers of slow tools that were held back; the tools are fast from now on."""
        for answer in reversed(self.held) if last_first else self.held:
            self.to_view(answer)
        self.slow, self.held = set(), []

    def mount(self, view, tool, width=900, theme=None, scheme="light", **context):
        """Shows a view that has no result yet; `context` is what the host says besides."""
        self.said, self.refused, self.slow, self.held, self.initialized, self.width = [], set(), set(), [], False, width
        self.context = {"toolInfo": {"tool": self.tools[tool]}, "locale": "en-AU"} | ({"theme": theme} if theme else {}) | context
        with open(os.path.join(self.pages, f"{view}.html"), "rb") as file:
            self.html = file.read()
        self.resize(width, 900)
        self.browser.send("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}])
        self.contexts = {frame: context for frame, context in self.contexts.items() if frame == self.main}
        self.in_host(f"frame.src = '{VIEW}{view}?{self.browser.last_id}'")
        self.browser.until(f"{view} to introduce itself", lambda: self.initialized)

    def resize(self, width, height):
        self.browser.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                          mobile=False)

    def give(self, arguments, result):
        """Tells the view its tool's input and result."""
        self.to_view({"method": "ui/notifications/tool-input", "params": {"arguments": arguments}})
        self.to_view({"method": "ui/notifications/tool-result", "params": result})

    def ask_view(self, method, params=None):
        self.last_id += 1
        asked = self.last_id
        self.to_view({"id": asked, "method": method, "params": params or {}})
        return self.browser.until(f"an answer to {method}", lambda: next(
            (said for said in self.said if said.get("id") == asked and "method" not in said), None))

    def sent(self, method):
        """The params of what the view said by a method, oldest first."""
        return [said.get("params", {}) for said in self.said if said.get("method") == method]

    def in_host(self, expression):
        return self.evaluate(expression, {})

    def see(self, expression):
        """The value of an expression in the view."""
        frames = [context for frame, context in self.contexts.items() if frame != self.main]
        if not frames:
            return None
        return self.evaluate(expression, {"contextId": frames[-1]})

    def evaluate(self, expression, where):
        answer = self.browser.send("Runtime.evaluate", expression=expression, returnByValue=True, **where)
        if "exceptionDetails" in answer:
            raise Failed(f"{expression}: {answer['exceptionDetails'].get('exception', {}).get('description')}")
        return answer["result"].get("value")

    def until(self, expression):
        return self.browser.until(expression, lambda: self.see(f"Boolean({expression})"))

    def press(self, key, text=None):
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowRight": 39, "ArrowDown": 40}
        facts = {"key": key, "code": {" ": "Space"}.get(key, key), "windowsVirtualKeyCode": codes.get(key, 0)}
        letter = {"Enter": "\r", " ": " "}.get(key, text)
        self.browser.send("Input.dispatchKeyEvent", type="keyDown", **facts, **({"text": letter} if letter else {}))
        self.browser.send("Input.dispatchKeyEvent", type="keyUp", **facts)

    def write(self, text):
        self.browser.send("Input.insertText", text=text)
