# SPDX-License-Identifier: Apache-2.0
"""Errors of nginx itself: they have the API's error body, and pages of listed origins may read them."""
import http.client
import socket
import unittest

from client import Answer, assert_error, assert_fields, check_headers
from world import world

LISTED, OTHER = "https://app.example", "https://other.example"


def raw(text):
    """The response to these raw bytes."""
    host, port = world().anonymous().host.split(":")
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(text.encode())
        response = http.client.HTTPResponse(connection)
        response.begin()
        return check_headers(Answer(text[:60], response))


def get(path, **headers):
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return raw(f"GET {path} HTTP/1.1\r\nHost: x\r\n{lines}Connection: close\r\n\r\n")


class Refused(unittest.TestCase):
    def test_what_is_no_http(self):
        assert_fields(raw("GET /api/packs HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n"), "request")
        assert_fields(raw("GET /api/packs HTTP/1.1\r\nConnection: close\r\n\r\n"), "request")

    def test_what_is_too_long_names_the_limit(self):
        answer = get("/api/packs?q=" + "x" * 40_000)
        assert_fields(answer, "path")
        self.assertIn("10240", answer.json()["message"])
        answer = get("/api/packs", X_Long="x" * 40_000)
        assert_fields(answer, "headers")
        self.assertIn("10240", answer.json()["message"])

    def test_conditions_and_ranges_of_files(self):
        assert_error(get("/cm/", If_Match='"other"'), 409, "CONFLICT")
        assert_error(get("/cm/", If_Unmodified_Since="Thu, 01 Jan 1970 00:00:01 GMT"), 409, "CONFLICT")
        assert_fields(get("/cm/", Range="bytes=99999999-"), "Range")
        self.assertEqual(get("/cm/", Range="bytes=0-9").status, 206)

    def test_ranges_and_conditions_of_documents(self):
        path = f"/api/documents/{world().document()['id']}/content"
        viewer = world().client("VIEWER")
        assert_fields(viewer.get(path, Range="bytes=99999999-"), "Range")
        assert_error(viewer.get(path, If_Unmodified_Since="Thu, 01 Jan 1970 00:00:01 GMT"), 409, "CONFLICT")


class Origins(unittest.TestCase):
    """https://app.example is listed in this stack."""

    def test_a_listed_one_may_read_what_nginx_says(self):
        for path, status in (("/api", 404), ("/nothing", 404), ("/api/packs?q=" + "x" * 40_000, 400)):
            answer = get(path, Origin=LISTED)
            self.assertEqual(answer.status, status)
            if status == 404:  # nginx reads no header after a request line that is too long
                self.assertEqual(answer.headers["access-control-allow-origin"], LISTED)
                self.assertEqual(answer.headers["access-control-allow-credentials"], "true")
                self.assertIn("X-Request-Id", answer.headers["access-control-expose-headers"])
            self.assertIn("Origin", answer.headers["vary"])
        answer = raw(f"POST /api/runs HTTP/1.1\r\nHost: x\r\nOrigin: {LISTED}\r\nContent-Length: 5000000\r\n\r\n")
        assert_error(answer, 413, "PAYLOAD_TOO_LARGE")
        self.assertEqual(answer.headers["access-control-allow-origin"], LISTED)
        answer = raw(f"PUT /cm/ HTTP/1.1\r\nHost: x\r\nOrigin: {LISTED}\r\nContent-Length: 0\r\n\r\n")
        assert_error(answer, 405, "METHOD_NOT_ALLOWED")
        self.assertEqual(answer.headers["access-control-allow-origin"], LISTED)

    def test_no_other_and_not_twice(self):
        for origin in (OTHER, "null", LISTED + ".evil.example", "http://app.example"):
            self.assertNotIn("access-control-allow-origin", get("/nothing", Origin=origin).headers)
        answer = world().anonymous().get("/api/packs", Origin=LISTED)
        assert_error(answer, 401, "UNAUTHORIZED")
        self.assertEqual(answer.headers["access-control-allow-origin"], LISTED)
