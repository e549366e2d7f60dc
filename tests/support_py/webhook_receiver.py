# SPDX-License-Identifier: Apache-2.0
"""A receiver of webhooks on loopback, which remembers what it was told and answers as a test wants."""
import base64
import contextlib
import hashlib
import hmac
import http.server
import json
import threading
import time

from stack import wait_until


class Told:
    """One request: its headers in lower case, its body, and the event in it."""

    def __init__(self, path, headers, body):
        self.path, self.body = path, body
        self.headers = {name.lower(): value for name, value in headers.items()}
        self.id, self.at = self.headers.get("webhook-id"), time.time()
        self.event = json.loads(body)
        self.type, self.data = self.event["type"], self.event["data"]

    def signed_by(self, secret):
        """Whether one of the signatures is of that secret, computed as the specification says."""
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
        message = f"{self.id}.{self.headers['webhook-timestamp']}.".encode() + self.body
        wanted = "v1," + base64.b64encode(hmac.new(key, message, hashlib.sha256).digest()).decode()
        return any(hmac.compare_digest(wanted, one) for one in self.headers["webhook-signature"].split(" "))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        receiver = self.server.receiver
        body = self.rfile.read(int(self.headers["Content-Length"]))
        told = Told(self.path, self.headers, body)
        with receiver.lock:
            receiver.told.append(told)
            status, headers, answer = receiver.answers.pop(0) if receiver.answers else receiver.usual
        receiver.open_to.wait(60)
        with contextlib.suppress(ConnectionError, TimeoutError):
            self.send_response(status)
            for name, value in {"Content-Length": str(len(answer)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer)


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 64
    daemon_threads = True

    def get_request(self):
        self.receiver.connections += 1
        return super().get_request()


class Receiver:
    def __init__(self):
        self.told, self.answers, self.usual = [], [], (204, {}, b"")
        self.lock, self.open_to, self.connections = threading.Lock(), threading.Event(), 0
        self.open_to.set()
        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.receiver = self
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def url(self, path="/hook", scheme="http", host="127.0.0.1"):
        return f"{scheme}://{host}:{self.port}{path}"

    def answer(self, status, headers=None, body=b""):
        """What the next request that has no answer yet is answered with."""
        self.answers.append((status, headers or {}, body))

    def hold(self):
        """Requests are taken in but not answered until release()."""
        self.open_to.clear()

    def release(self):
        self.open_to.set()

    def wait(self, count=1, seconds=30, kind=None):
        """The requests so far, of that type of event, once there are so many."""
        def enough():
            got = [t for t in list(self.told) if kind in (None, t.type)]
            return got if len(got) >= count else None
        return wait_until(enough, seconds, f"{count} requests {kind or ''}, got {[t.type for t in self.told]}")

    def close(self):
        self.release()
        self.server.shutdown()
        self.server.server_close()
