# SPDX-License-Identifier: Apache-2.0
"""Drives a headless Chromium over its debugging pipe (Chrome DevTools Protocol) with the standard
library only: open a page, run script in it, wait for its content, and read the browser's errors."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


class Browser:
    _session = None  # of the page; None for commands to the browser itself

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="assay-browser-")
        self.complaints, self._number, self._buffer = [], 0, b""
        to_browser, self._write = os.pipe()
        self._read, from_browser = os.pipe()
        # The browser reads commands on descriptor 3 and writes answers on 4. A shell starts it and
        # moves the descriptors there, whatever their numbers are here.
        self._process = subprocess.Popen(
            ["bash", "-c", 'exec 30<&"$0" 31>&"$1" 3<&30 4>&31; shift; exec "$@"', str(to_browser),
             str(from_browser), "chromium", "--headless=new", "--no-sandbox",
             "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--remote-debugging-pipe", "--user-data-dir=" + self.profile,
             "--window-size=1200,800", "about:blank"],
            pass_fds=(to_browser, from_browser), stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        target = self._call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self._session = self._call("Target.attachToTarget",
                                   {"targetId": target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self._call(domain + ".enable")

    def _receive(self, deadline):
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._read], [], [], max(0, deadline - time.monotonic()))
            part = os.read(self._read, 65536) if ready else b""
            if not part:
                raise AssertionError("the browser does not answer")
            self._buffer += part
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    def _note(self, message):
        if message.get("method") == "Log.entryAdded":
            entry = message["params"]["entry"]
            if entry["level"] in ("error", "warning"):
                self.complaints.append(f"{entry['text']} {entry.get('url', '')}")
        elif message.get("method") == "Runtime.exceptionThrown":
            details = message["params"]["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))

    def _call(self, method, parameters=None):
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters or {}}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + 30
        while True:
            answer = self._receive(deadline)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return answer["result"]
            self._note(answer)

    def open(self, url):
        self._call("Page.navigate", {"url": url})
        self.wait_for(f"location.href === {json.dumps(url)} && document.readyState === 'complete'")

    def run(self, expression):
        """The value of a script expression in the page."""
        result = self._call("Runtime.evaluate", {"expression": expression, "awaitPromise": True,
                                                 "returnByValue": True})
        if "exceptionDetails" in result:
            raise AssertionError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait_for(self, expression, seconds=15):
        """Waits until an expression is true in the page."""
        deadline = time.monotonic() + seconds
        while True:
            if self.run(f"!!({expression})"):
                return
            if time.monotonic() > deadline:
                text = self.run("document.body.innerText")
                raise AssertionError(f"not within {seconds} s: {expression}\n{text}")
            time.sleep(0.05)

    def picture(self, path):
        data = self._call("Page.captureScreenshot")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def resize(self, width, height):
        self._call("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def dark(self):
        self._call("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark"}]})

    def close(self):
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._read)
        os.close(self._write)
        shutil.rmtree(self.profile, ignore_errors=True)
