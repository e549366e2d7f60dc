# SPDX-License-Identifier: Apache-2.0
"""A language model's server that takes requests and fails in the way that the first word of the requirement names. Whatever
has no such word is answered well."""
import collections
import json
import re
import socket
import struct
import threading
import time

from model_server import MODEL, judgement

# Each keeps the connection open for as long as the client does.
SILENT, HEADERS, DRIP = "Silence", "Headers", "Drips"
# Each breaks it in the middle of the answer.
RESET, SHORT = "Resets", "Halves"


class HalfOpenServer:
    """asked: how often each way was asked for. everything: a way that all requests get, whatever they say."""

    def __init__(self):
        self.asked, self.everything, self._held = collections.Counter(), None, set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.base_url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/v1"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self._listener.close()

    def held(self):
        """How many requests are held now, because neither side has ended them."""
        with self._lock:
            return len(self._held)

    def _accept(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        with connection:
            try:
                while request := self._request(connection):
                    question = json.loads(request)["messages"][-1]["content"]
                    first = re.search(r"\nRequirement: (\w+)", question)[1]
                    way = self.everything or first
                    with self._lock:
                        self.asked[way] += 1
                    if not self._answer(connection, way, question):
                        return
            except OSError:
                pass  # the client has left

    @staticmethod
    def _request(connection):
        """The body of the next request; empty at the end of the connection."""
        got = b""
        while b"\r\n\r\n" not in got:
            piece = connection.recv(65536)
            if not piece:
                return b""
            got += piece
        head, body = got.split(b"\r\n\r\n", 1)
        length = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
        while len(body) < length:
            body += connection.recv(65536)
        return body

    def _answer(self, connection, way, question):
        """Whether the connection goes on."""
        body = json.dumps({
            "id": "1", "object": "chat.completion", "model": MODEL, "usage": {"prompt_tokens": 1, "completion_tokens": 1},
            "choices": [{"index": 0, "finish_reason": "stop",
                         "message": {"role": "assistant", "content": json.dumps(judgement(question))}}]}).encode()
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
        if way in (SILENT, HEADERS, DRIP):
            return self._hold(connection, b"" if way == SILENT else head, body if way == DRIP else b"")
        if way in (RESET, SHORT):
            connection.sendall(head + body[:len(body) // 2])
            if way == RESET:  # closing sends RST instead of FIN
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return False
        connection.sendall(head + body)
        return True

    def _hold(self, connection, head, drops):
        """Sends what there is, the drops one by one, and waits for the client to leave."""
        with self._lock:
            self._held.add(connection)
        try:
            connection.sendall(head)
            for drop in drops:
                connection.sendall(bytes([drop]))
                time.sleep(1)
            connection.recv(1)
            return False
        finally:
            with self._lock:
                self._held.remove(connection)
