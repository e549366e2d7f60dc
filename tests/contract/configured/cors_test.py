# SPDX-License-Identifier: Apache-2.0
"""Calls from pages of other origins, allowed only for those listed (https://app.example in this stack)."""
import unittest

from client import assert_error
from world import world

LISTED, OTHER = "https://app.example", "https://other.example"


class OtherOrigins(unittest.TestCase):
    def preflight(self, origin, path="/api/documents"):
        return world().anonymous().request("OPTIONS", path, headers={
            "Origin": origin, "Access-Control-Request-Method": "GET",
            "Access-Control-Request-Headers": "authorization"})

    def test_a_listed_one_may_ask_and_read(self):
        answer = self.preflight(LISTED)
        self.assertEqual(answer.status, 204)
        self.assertEqual(answer.headers["access-control-allow-origin"], LISTED)
        self.assertIn("GET", answer.headers["access-control-allow-methods"])
        allowed = answer.headers["access-control-allow-headers"].lower().split(", ")
        for name in ("authorization", "content-type", "idempotency-key", "if-match", "traceparent", "tracestate"):
            self.assertIn(name, allowed)
        for path in ("/api/documents", f"/api/documents/{world().document()['id']}/content"):
            answer = world().client("VIEWER").get(path, Origin=LISTED)
            self.assertEqual((answer.status, answer.headers.get("access-control-allow-origin")), (200, LISTED), path)
            self.assertIn("X-Request-Id", answer.headers["access-control-expose-headers"])

    def test_any_other_gets_no_permission(self):
        for answer in (self.preflight(OTHER), self.preflight("null"), self.preflight(LISTED + ".evil.example"),
                       world().client("VIEWER").get("/api/documents", Origin=OTHER)):
            self.assertNotIn("access-control-allow-origin", answer.headers)

    def test_options_without_an_origin_is_a_method_like_any_other(self):
        assert_error(world().anonymous().request("OPTIONS", "/api/documents"), 405, "METHOD_NOT_ALLOWED")
