#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The running system with a collector: every span arrives and follows the rules, no word that a person wrote does, and
a collector that hangs affects nothing. Starts its own stack and ends it."""
import json
import os
import secrets
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "support_py"))
import samples  # noqa: E402
from client import Client, sign_in  # noqa: E402
from otlp_collector import Collector  # noqa: E402
from prometheus_text import parse, value  # noqa: E402
from stack import ASSAY, Stack, wait_until  # noqa: E402

CANARY = "quokka" + secrets.token_hex(4)  # in every text that people write
SYSTEM = {}


def setUpModule():
    SYSTEM["collector"] = Collector()
    SYSTEM["stack"] = Stack({"TRACING_OTLP_ENDPOINT": SYSTEM["collector"].url})
    unittest.addModuleCleanup(SYSTEM["collector"].close)
    stack = SYSTEM["stack"].__enter__()
    unittest.addModuleCleanup(stack.__exit__)
    SYSTEM["member"], SYSTEM["admin"] = (sign_in(stack.demo, role) for role in ("MEMBER", "ADMIN"))
    bind_pack(stack)
    member = SYSTEM["member"]
    text = "\n\n".join(f"The {CANARY} team reviews {CANARY} access {i} every quarter." for i in range(40))
    member.add_ready(f"{CANARY}-policy.md", f"# {CANARY}\n\n{text}\n".encode())
    member.wait_ended(member.add(f"{CANARY}-broken.pdf", b"%PDF-1.7 " + CANARY.encode())["id"])


def bind_pack(stack):
    """Binds a pack whose every text contains the canary to the tenant."""
    requirements = [{"requirementId": f"1.{i}", "title": f"The {CANARY} team reviews access {i}.",
                     "expectedEvidence": [CANARY]} for i in range(1, 21)]
    pack = {"format": "assay-pack/1", "name": f"{CANARY} pack", "version": CANARY,
            "criteria": [{"criterionId": 1, "criterionTitle": f"{CANARY} criterion", "criterionDescription": CANARY,
                          "requirements": requirements}]}
    path = stack.path("canary-pack.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(pack, file)

    def ctl(*arguments):
        done = subprocess.run([ASSAY, "ctl", "--state", stack.state, *arguments], text=True, check=True,
                              stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        return json.loads(done.stdout)

    SYSTEM["pack"] = ctl("pack", "import", path)["pack"]["id"]
    ctl("bind", "--tenant", stack.demo["tenants"][0]["id"], "--pack", SYSTEM["pack"])


def trace_of(run):
    return SYSTEM["admin"].value(f"/api/admin/runs/{run['id']}/trace")


def nanoseconds(span):
    return int(span["startTimeUnixNano"]), int(span["endTimeUnixNano"])


def number(value):
    """An AnyValue that is a number: a whole one is written as an integer."""
    return float(value.get("doubleValue", value.get("intValue")))


class Export(unittest.TestCase):
    def setUp(self):
        self.collector, self.member = SYSTEM["collector"], SYSTEM["member"]

    def tearDown(self):
        self.assertEqual(self.collector.faults, [])

    def test_every_span_of_a_run_arrives_once_and_by_the_rules(self):
        parent = secrets.token_hex(8)
        answer = self.member.post("/api/runs", {"packId": SYSTEM["pack"]},
                                  {"traceparent": f"00-{secrets.token_hex(16)}-{parent}-01"})
        run = self.member.wait_run(answer.json()["run"]["id"])
        self.assertEqual(run["status"], "COMPLETED")
        stored = {s["spanId"]: s for s in trace_of(run)["spans"]}
        self.assertEqual(len(stored), 27)
        sent = {s["spanId"]: s for s in self.collector.wait_for(run["traceId"], 28)}
        self.assertEqual(len(self.collector.of_trace(run["traceId"])), 28)
        request, = (sent.pop(span_id) for span_id in sent.keys() - stored.keys())
        self.assertEqual((request["name"], request["parentSpanId"]), ("POST /api/runs", parent))
        for span_id, span in sent.items():
            self.assertEqual(span.get("parentSpanId"), stored[span_id]["parentSpanId"])
            self.assertEqual(span["name"], stored[span_id]["name"])
            self.assertEqual({a["key"] for a in span["attributes"]}, set(stored[span_id]["attributes"]))
            self.assertEqual(span["status"], {"code": 1})
        root = sent[run["rootSpanId"]]
        self.assertEqual(root["parentSpanId"], request["spanId"])
        for span in sent.values():
            outer = sent.get(span["parentSpanId"], root)
            self.assertLessEqual(nanoseconds(outer)[0], nanoseconds(span)[0])
            self.assertLessEqual(nanoseconds(span)[1], nanoseconds(outer)[1])

    def traced(self, client, method, path, flags="01"):
        """The answer to a request with a caller's trace, and the identifiers of that."""
        trace, parent = secrets.token_hex(16), secrets.token_hex(8)
        headers = {"traceparent": f"00-{trace}-{parent}-{flags}"}
        return client.request(method, path, headers=headers), trace, parent

    def span_of(self, trace, parent):
        """The only span of a trace, which is a request's."""
        span, = self.collector.wait_for(trace, 1)
        self.assertEqual((span["kind"], span["parentSpanId"]), (2, parent))
        return span

    def test_requests_say_which_route_they_took_and_nothing_of_what_was_asked(self):
        tenant = SYSTEM["stack"].demo["tenants"][0]["id"]
        document = self.member.all("/api/documents", "documents")[0]["id"]
        cases = (
                (self.member, "GET", f"/api/documents/{document}", "/api/documents/{documentId}", 200),
                (self.member, "HEAD", f"/api/documents?q={CANARY}", "/api/documents", 200),
                (self.member, "GET", f"/api/documents?{CANARY}=1", "/api/documents", 400),
                (self.member, "DELETE", f"/api/documents/{CANARY}", "/api/documents/{documentId}", 404),
                (self.member, "GET", "/api/admin/users", "/api/admin/users", 403),
                (Client(self.member.base_url), "GET", "/api/runs", "/api/runs", 401),
                (self.member, "GET", f"/api/{CANARY}", None, 404))
        # All are sent before any is waited for: a span may be on its way for five seconds.
        sent = [self.traced(client, method, path) for client, method, path, _, _ in cases]
        for (_, method, path, route, status), (answer, *trace) in zip(cases, sent):
            span = self.span_of(*trace)
            self.assertEqual(answer.status, status, path)
            self.assertEqual(span["name"], f"{method} {route}" if route else method)
            found = {a["key"]: a["value"] for a in span["attributes"]}
            self.assertEqual(found["http.request.method"], {"stringValue": method})
            self.assertEqual(found["http.response.status_code"], {"intValue": str(status)})
            self.assertEqual(found.get("http.route"), {"stringValue": route} if route else None)
            known = status != 401 and route
            self.assertEqual(found.get("tenant.id"), {"stringValue": tenant} if known else None, path)
            if status == 200:
                self.assertGreaterEqual(int(found["db.statements"]["intValue"]), 2)  # the session's and its own
                self.assertGreater(number(found["db.time.ms"]), 0)
                self.assertLessEqual(number(found["db.time.ms"]), number(found["latency.ms"]))
            self.assertEqual(span["status"], {"code": 0})

    def test_a_caller_that_records_nothing_is_followed(self):
        _, quiet, _ = self.traced(self.member, "GET", "/api/runs", "00")
        self.span_of(*self.traced(self.member, "GET", "/api/runs")[1:])
        self.assertEqual(self.collector.of_trace(quiet), [])

    def test_failed_and_cancelled_runs_arrive_too_and_say_why_in_fixed_words(self):
        victim = self.member.add_ready(f"{CANARY}-victim.md", samples.markdown(CANARY))["id"]
        with SYSTEM["stack"].pipeline_paused():
            cancelled = self.member.start_run(packId=SYSTEM["pack"])
            self.assertEqual(self.member.post(f"/api/runs/{cancelled['id']}/cancel").status, 200)
            failed = self.member.start_run(packId=SYSTEM["pack"], documentIds=[victim])
            SYSTEM["stack"].sql(f"DELETE FROM chunk WHERE document_id = '{victim}' AND chunk_index = 0")
        failed = self.member.wait_run(failed["id"])
        self.assertEqual(self.member.delete(f"/api/documents/{victim}").status, 204)
        self.assertEqual(failed["status"], "FAILED")
        self.assertIn(CANARY, failed["failureReason"])  # must not be in the spans
        root, = self.collector.wait_for(cancelled["traceId"], 1)
        self.assertEqual(root["status"], {"code": 2, "message": "Cancelled by a user"})
        spans = {s["name"]: s for s in self.collector.wait_for(failed["traceId"], 2)}
        for name in ("run", "step.INGESTION"):
            self.assertEqual(spans[name]["status"], {"code": 2, "message": "Pinned evidence is no longer what it was"})

    def test_zz_nothing_that_people_wrote_is_in_any_byte(self):
        for body in [*self.collector.bodies]:
            self.assertNotIn(CANARY.encode(), body.lower())
        for run in self.member.all("/api/runs", "runs"):
            answer = SYSTEM["admin"].get(f"/api/admin/runs/{run['id']}/trace")
            self.assertEqual(answer.status, 200)
            self.assertNotIn(CANARY.encode(), answer.body.lower())
        self.assertGreater(len(self.collector.spans), 29)
        stored = SYSTEM["stack"].sql("SELECT count(*) FROM run_span s WHERE s::text ILIKE '%" + CANARY + "%'")
        self.assertEqual(stored, [["0"]])
        figures = sign_in(SYSTEM["stack"].demo, "SUPER_ADMIN").get("/api/admin/metrics")
        self.assertEqual(figures.status, 200)
        self.assertNotIn(CANARY.encode(), figures.body.lower())
        told = parse(figures.body.decode())
        self.assertGreaterEqual(value(told, "assay_request_spans_total", result="sent"), 8)
        self.assertEqual(value(told, "assay_request_spans_total", result="lost"), 0)

    def test_zzz_a_collector_that_hangs_keeps_no_run_and_no_stop_from_ending(self):
        self.collector.mode = "hang"
        seen = self.collector.requests
        run = self.member.completed_run(packId=SYSTEM["pack"], requirementIds=["1.1"])
        wait_until(lambda: self.collector.requests > seen, 20, "spans sent into the hole")
        self.assertEqual(self.member.completed_run(packId=SYSTEM["pack"])["status"], run["status"])
        begun = time.monotonic()
        SYSTEM["stack"].kill("pipeline", "assay-pipeline", 15)
        wait_until(lambda: self.member.completed_run(packId=SYSTEM["pack"], requirementIds=["1.1"]), 30, "a run after")
        self.assertLess(time.monotonic() - begun, 20)


if __name__ == "__main__":
    unittest.main(verbosity=2)
