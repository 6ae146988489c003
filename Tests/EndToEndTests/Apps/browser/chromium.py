"""A headless Chromium, driven by the DevTools protocol over two pipes: no port, no package beside Python's own."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium-headless-shell", "chromium")
PATIENCE = 60  # seconds; far longer than anything here takes


class Failed(Exception):
    """What the browser did not do, or refused."""


def find():
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    raise Failed("no Chromium: run Tools/test, which installs chromium-headless-shell")


class Chromium:
    """One browser with one page. Events go to `on_event(method, params)` while something is waited for."""

    def __init__(self, on_event):
        self.on_event = on_event
        self.profile = tempfile.mkdtemp(prefix="galleria-browser-")
        self.answers, self.unread, self.last_id, self.session = {}, b"", 0, None
        # High numbers, so that neither end is 3 or 4 before Chromium's two are put there.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 20) for pair in (os.pipe(), os.pipe()) for end in pair]
        theirs_in, self.to_browser, self.from_browser, theirs_out = ends

        def place():
            os.dup2(theirs_in, 3)
            os.dup2(theirs_out, 4)

        self.process = subprocess.Popen(
            [
                find(), "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "--no-sandbox", "--disable-gpu",
                "--no-first-run", "--hide-scrollbars", "--disable-background-networking", "--disable-dev-shm-usage",
                # One process for all frames, so that the view's context is in the page's session.
                "--disable-site-isolation-trials",
                "--disable-features=IsolateOrigins,site-per-process,IsolateSandboxedIframes", "about:blank",
            ],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=place,
            pass_fds=(3, 4))
        os.close(theirs_in)
        os.close(theirs_out)
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def close(self):
        try:
            self.session = None
            self.send("Browser.close")
            self.process.wait(10)
        except (Failed, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def send(self, method, **params):
        """Asks, and gives the result; events that come first are handled first."""
        self.last_id += 1
        asked = self.last_id
        message = {"id": asked, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + PATIENCE
        while asked not in self.answers:
            if time.monotonic() > deadline:
                raise Failed(f"{method} was not answered")
            self.pump()
        answer = self.answers.pop(asked)
        if "error" in answer:
            raise Failed(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def pump(self, seconds=0.05):
        """Takes what the browser says within a moment."""
        if not select.select([self.from_browser], [], [], seconds)[0]:
            return
        more = os.read(self.from_browser, 1 << 20)
        if not more:
            raise Failed("the browser ended")
        *messages, self.unread = (self.unread + more).split(b"\0")
        for text in messages:
            message = json.loads(text)
            if "id" in message:
                self.answers[message["id"]] = message
            else:
                self.on_event(message["method"], message["params"])

    def until(self, what, condition):
        """Waits for a condition; gives what it gave."""
        deadline = time.monotonic() + PATIENCE
        while True:
            value = condition()
            if value:
                return value
            if time.monotonic() > deadline:
                raise Failed(f"waited in vain for {what}")
            self.pump(0.02)

    def photograph(self, path, width, height):
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        data = self.send("Page.captureScreenshot", format="png", clip=clip)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
