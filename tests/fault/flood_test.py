# SPDX-License-Identifier: Apache-2.0
"""One address floods the service with requests that it never finishes. Clients at other addresses, and those
with a token at the same one, are served as before. All loopback addresses but 127.0.0.1 have the usual
limits."""
import contextlib
import resource
import secrets
import socket
import time
import unittest

from client import Client
from world import world

FLOOD = 2200
ATTACKER, OTHER = "127.0.0.66", "127.0.0.2"
SECONDS = 2  # of measuring during the flood
# Milliseconds. A request that waits for connections of the flood waits until nginx ends them, after at least ten seconds;
# one that only shares the processor with other programs does not.
HELD = 5000


def setUpModule():
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Flood(unittest.TestCase):
    def setUp(self):
        self.open = self.enterContext(contextlib.ExitStack())
        self.member = world().client("MEMBER")

    def flood(self, head):
        """That many connections, each of which has sent head() and then stays silent."""
        host, port = self.member.host.split(":")
        for _ in range(FLOOD):
            connection = self.open.enter_context(socket.socket())
            connection.bind((ATTACKER, 0))
            connection.settimeout(5)
            connection.connect((host, int(port)))
            with contextlib.suppress(ConnectionError):
                connection.sendall(head())

    def slowest(self, source, token):
        """The 99th percentile of a client's requests in milliseconds; all of them must succeed."""
        client, times = Client(world().demo["baseUrl"], token, source=source), []
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            begun = time.monotonic()
            answer = client.get("/api/packs" if token else "/api/auth/config")
            times.append((time.monotonic() - begun) * 1000)
            self.assertEqual(answer.status, 200, str(answer))
            time.sleep(0 if token else 0.03)  # a client without a token sends fewer requests
        return sorted(times)[len(times) * 99 // 100]

    def assert_undisturbed(self):
        for name, source, token in (("another address", OTHER, self.member.token), ("another without a token", OTHER, None),
                                    ("a token at the same address", ATTACKER, self.member.token)):
            slowest = self.slowest(source, token)
            print(f"    {name}: p99 {slowest:.0f} ms", flush=True)
            self.assertLess(slowest, HELD, name)

    @staticmethod
    def post(path, extra=""):
        return lambda: f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n{extra}\r\n{{".encode()

    def test_of_bodies_without_a_token(self):
        self.flood(self.post("/api/runs"))
        self.assert_undisturbed()

    def test_of_sign_ins(self):
        self.flood(self.post("/api/auth/login"))
        for name, source, token in (("another address", OTHER, None), ("a token at the same address", ATTACKER, self.member.token)):
            self.assertLess(self.slowest(source, token), HELD, name)

    def test_of_headers(self):
        self.flood(lambda: b"POST /api/runs HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        self.assert_undisturbed()

    def test_of_connections_that_say_nothing(self):
        self.flood(lambda: b"")
        self.assert_undisturbed()

    def test_of_bodies_with_tokens_that_are_made_up(self):
        self.flood(lambda: self.post("/api/runs", f"Authorization: Bearer {secrets.token_hex(45)}\r\n")())
        # A client whose address has used up its limit waits there; no other client is affected.
        self.assertLess(self.slowest(OTHER, self.member.token), HELD)
