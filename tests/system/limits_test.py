# SPDX-License-Identifier: Apache-2.0
"""nginx's limits for one client: connections and requests per address, network and token, bodies without a token, and
which address counts behind a proxy."""
import contextlib
import http.client
import json
import secrets
import socket
import time
import unittest

from fastcgi_stub import Stub
from local_site import LocalSite

LIMIT = 3 * 1024 * 1024
STRANGERS, PER_TOKEN, UPLOADS, PER_CLIENT = 32, 64, 16, 512
PROXY = "127.0.0.9"  # the site trusts it; its requests name their client


def token():
    return "Bearer " + secrets.token_hex(45)


class Limited(unittest.TestCase):
    UNLIMITED = "127.0.0.8/32 0;"

    def setUp(self):
        self.site = LocalSite(LIMIT - 1024, LIMIT, unlimited=self.UNLIMITED, proxies=f"set_real_ip_from {PROXY};")
        self.addCleanup(self.site.close)
        stub = Stub(self.site.socket)
        self.addCleanup(stub.close)
        self.canned = stub.canned
        self.open = self.enterContext(contextlib.ExitStack())

    def connect(self, source):
        return self.open.enter_context(socket.create_connection(
            ("127.0.0.1", self.site.port), timeout=10, source_address=(source, 0)))

    def begin(self, path="/api/runs", source="127.0.0.2", length=1000, **headers):
        """A POST whose body never arrives."""
        connection = self.connect(source)
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        connection.sendall(f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n{lines}\r\n".encode())
        return connection

    def answer(self, connection):
        response = http.client.HTTPResponse(connection)
        response.begin()
        headers = {name.lower(): value for name, value in response.getheaders()}
        body = json.loads(response.read())
        self.assertEqual(headers["x-request-id"], body.get("requestId", headers["x-request-id"]))
        return response.status, headers, body

    def waiting(self, connections):
        """How many of them have no response."""
        time.sleep(0.5)
        count = 0
        for connection in connections:
            connection.setblocking(False)
            try:
                self.assertTrue(connection.recv(1, socket.MSG_PEEK), "closed without an answer")
            except BlockingIOError:
                count += 1
            connection.settimeout(10)
        return count

    def get(self, path="/api/packs", source="127.0.0.2", **headers):
        connection = self.connect(source)
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n{lines}Connection: close\r\n\r\n".encode())
        return self.answer(connection)

    def assert_limited(self, answer, policy='"connections-of-address";q=32;qu="concurrent-requests"'):
        status, headers, body = answer
        self.assertEqual(headers["ratelimit-policy"], policy)
        self.assertEqual(headers["ratelimit"], policy.split(";", maxsplit=1)[0] + ";r=0;t=1")
        self.assertEqual((status, body["error"]), (429, "RATE_LIMITED"))
        self.assertGreater(int(headers["retry-after"]), 0)
        self.assertEqual(headers["assay-api-version"], "1")


class Bodies(Limited):
    def test_without_a_token_are_refused_before_they_are_sent(self):
        for path, length in (("/api/runs", 1000), ("/api/documents/upload", LIMIT), ("/api/admin/packs/import", 1000),
                             ("/api/documents/bulk-upload", LIMIT), ("/api/documents/uploads/x", LIMIT),
                             ("/api/admin/corpora", LIMIT), ("/api/admin/corpora/x/ingestions", LIMIT)):
            status, headers, body = self.answer(self.begin(path, length=length))
            self.assertEqual((status, body["error"], headers["www-authenticate"]),
                             (401, "UNAUTHORIZED", 'Bearer realm="assay"'), path)

    def test_of_uploads_with_a_token_that_is_none_neither(self):
        self.canned["/api/auth/me"] = ("401 Unauthorized\r\nWWW-Authenticate: Bearer error=\"invalid_token\"", {})
        for path in ("/api/documents/upload", "/api/documents/bulk-upload", "/api/documents/uploads/x",
                     "/api/admin/packs/import", "/api/admin/corpora"):
            status, headers, body = self.answer(self.begin(path, Authorization=token()))
            self.assertEqual((status, body["error"], headers["www-authenticate"]),
                             (401, "UNAUTHORIZED", 'Bearer error="invalid_token"'), path)

    def test_are_what_the_check_is_for(self):
        self.canned["/api/auth/me"] = ("401 Unauthorized\r\nWWW-Authenticate: Bearer error=\"invalid_token\"", {})
        for path in ("/api/documents/upload", "/api/admin/corpora", "/api/runs"):
            for method in ("GET", "HEAD", "OPTIONS", "DELETE"):
                connection = self.connect("127.0.0.2")
                connection.sendall(f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
                self.assertIn(b" 200 ", connection.recv(100), f"{method} {path}")

    def test_are_taken_where_the_check_of_the_token_is_not_possible(self):
        self.canned["/api/auth/me"] = ("503 Service Unavailable", {})
        connection = self.begin("/api/documents/upload", length=5, Authorization=token())
        connection.sendall(b"abcde")
        self.assertEqual(self.answer(connection)[2]["bodyLength"], 5)

    def test_of_sign_ins_are_small(self):
        status, _, body = self.answer(self.begin("/api/auth/login", length=16385))
        self.assertEqual((status, body["details"]), (413, {"limitBytes": 16384}))

    def test_that_never_come_are_given_up(self):
        connection = self.begin("/api/auth/login")
        begun = time.monotonic()
        connection.settimeout(25)
        with contextlib.suppress(ConnectionResetError):
            self.assertEqual(connection.recv(1), b"")
        self.assertLess(time.monotonic() - begun, 20)


class Connections(Limited):
    def test_of_an_address_without_a_token(self):
        held = [self.begin("/api/auth/login") for _ in range(STRANGERS)]
        self.assertEqual(self.waiting(held), STRANGERS)
        self.assert_limited(self.answer(self.begin("/api/auth/login")))
        self.assert_limited(self.get("/api/auth/config"))
        self.assertEqual(self.get("/api/auth/config", source="127.0.0.3")[0], 200)
        self.assertEqual(self.get(Authorization=token())[0], 200, "a neighbour with a token")

    def test_of_a_token(self):
        mine, other = token(), token()
        held = [self.begin(Authorization=mine) for _ in range(PER_TOKEN)]
        self.assertEqual(self.waiting(held), PER_TOKEN)
        policy = '"connections-of-token";q=64;qu="concurrent-requests"'
        self.assert_limited(self.get(Authorization=mine), policy)
        self.assert_limited(self.get(Authorization=mine, source="127.0.0.3"), policy)
        self.assertEqual(self.get(Authorization=other)[0], 200)

    def test_of_uploads_of_a_token(self):
        mine = token()
        held = [self.begin("/api/documents/upload", Authorization=mine) for _ in range(UPLOADS)]
        self.assertEqual(self.waiting(held), UPLOADS)
        self.assert_limited(self.answer(self.begin("/api/documents/upload", Authorization=mine)),
                            '"connections-of-token";q=16;qu="concurrent-requests"')
        self.assertEqual(self.get(Authorization=mine)[0], 200)

    def test_of_an_address_that_makes_up_tokens(self):
        held = [self.begin(Authorization=token()) for _ in range(PER_CLIENT + 50)]
        self.assertEqual(self.waiting(held), PER_CLIENT)
        self.assertEqual(self.get(Authorization=token(), source="127.0.0.3")[0], 200)

    def test_not_of_networks_without_limits(self):
        held = [self.begin("/api/auth/login", source="127.0.0.8") for _ in range(600)]
        self.assertEqual(self.waiting(held), 600)


class Rates(Limited):
    def count(self, number, policy='"requests-of-address";q=50;w=1', **more):
        limited = [answer for answer in (self.get(**more) for _ in range(number)) if answer[0] == 429]
        for answer in limited:
            self.assert_limited(answer, policy)
        return len(limited)

    def test_of_an_address_without_a_token(self):
        self.assertGreater(self.count(500, path="/api/auth/config"), 50)
        self.assertEqual(self.count(50, path="/api/auth/config", source="127.0.0.3"), 0)

    def test_not_of_the_health(self):
        self.assertEqual(self.count(500, path="/api/health/live"), 0)

    def test_let_people_at_one_address_work(self):
        tokens = [token() for _ in range(100)]
        self.assertEqual(sum(self.count(5, Authorization=one) for one in tokens), 0)


class Proxies(Limited):
    """The client that a trusted proxy names counts; nobody else can name one."""

    def fill(self, **headers):
        held = [self.begin("/api/auth/login", **headers) for _ in range(STRANGERS)]
        self.assertEqual(self.waiting(held), STRANGERS)

    def live(self, **headers):
        return self.get("/api/auth/config", **headers)

    def test_the_client_is_whom_a_trusted_proxy_names(self):
        self.fill(source=PROXY, X_Forwarded_For="192.0.2.7")
        self.assert_limited(self.live(source=PROXY, X_Forwarded_For="198.51.100.1, 192.0.2.7"))
        answer = self.live(source=PROXY, X_Forwarded_For="192.0.2.7, 192.0.2.8")
        self.assertEqual((answer[0], answer[2]["params"]["REMOTE_ADDR"]), (200, "192.0.2.8"))

    def test_a_network_of_ipv6_is_one_client(self):
        self.fill(source=PROXY, X_Forwarded_For="2001:db8:1:2::1")
        self.assert_limited(self.live(source=PROXY, X_Forwarded_For="2001:db8:1:2:ffff::9"))
        self.assertEqual(self.live(source=PROXY, X_Forwarded_For="2001:db8:1:3::1")[0], 200)

    def test_others_name_nobody(self):
        self.fill(X_Forwarded_For="192.0.2.7")
        self.assert_limited(self.live(X_Forwarded_For="192.0.2.99"))
        self.assertEqual(self.live(source=PROXY, X_Forwarded_For="192.0.2.7")[0], 200)


if __name__ == "__main__":
    unittest.main()
