# SPDX-License-Identifier: Apache-2.0
"""The trace of a run, and the caller's trace that it joins (W3C traceparent)."""
import secrets
import unittest

import samples
from shapes import STEP_NAMES, assert_shape
from route_table import TRACE
from world import world


def trace_of(run):
    return world().client("ADMIN").value(f"/api/admin/runs/{run['id']}/trace")


def start(*traceparent):
    """A run of one requirement, started with these headers."""
    member = world().client("MEMBER")
    headers = {"traceparent": traceparent[0]} if traceparent else None
    answer = member.post("/api/runs", {"requirementIds": ["1.1"]}, headers)
    assert answer.status == 202, f"{answer}"
    return member.wait_run(answer.json()["run"]["id"])


class Trace(unittest.TestCase):
    def test_has_the_run_its_steps_and_every_requirement(self):
        run, trace = world().run(), trace_of(world().run())
        assert_shape(trace, TRACE)
        spans = trace["spans"]
        self.assertEqual((trace["traceId"], trace["rootSpanId"]), (run["traceId"], run["rootSpanId"]))
        self.assertEqual(spans[0]["spanId"], run["rootSpanId"])
        self.assertEqual((spans[0]["name"], spans[0]["parentSpanId"]), ("run", None))
        steps = world().client("VIEWER").value(f"/api/runs/{run['id']}/steps")["steps"]
        ids = {f"step.{s['stepName']}": s["spanId"] for s in steps}
        self.assertEqual({s["name"]: s["spanId"] for s in spans if s["name"].startswith("step.")}, ids)
        self.assertEqual([s["name"][5:] for s in spans if s["name"].startswith("step.")], STEP_NAMES)
        requirements = [s for s in spans if s["name"] == "requirement"]
        self.assertEqual(len(requirements), run["progress"]["requirementsTotal"])
        self.assertEqual(len(spans), 7 + len(requirements))
        self.assertEqual({s["parentSpanId"] for s in requirements}, {ids["step.ASSESSMENT"]})
        self.assertEqual({s["status"] for s in spans}, {"OK"})
        starts = [s["startedAt"] for s in spans[1:]]
        self.assertEqual(starts, sorted(starts))
        self.assertEqual(len({s["spanId"] for s in spans}), len(spans))
        self.assertEqual(trace["droppedAttributes"], 0)

    def test_says_which_requirement_took_what(self):
        spans = [s for s in trace_of(world().run())["spans"] if s["name"] == "requirement"]
        labels = {r["requirementId"] for r in world().client("VIEWER").value("/api/requirements")["requirements"]}
        self.assertEqual({s["attributes"]["requirement.codes"][0] for s in spans}, labels)
        for span in spans:
            self.assertLessEqual({"tenant.id", "pack.id", "run.id", "assessment.ids", "chunk.count", "latency.ms"},
                                 set(span["attributes"]))
            self.assertLessEqual(span["startedAt"], span["endedAt"])
        self.assertTrue(any(s["attributes"].get("chunk.ids") for s in spans))

    def test_of_a_queued_run_is_its_root_alone_and_open(self):
        member = world().client("MEMBER")
        world().document()
        with world().stack.pipeline_paused():
            run = member.start_run(requirementIds=["1.1"])
            trace = trace_of(run)
            assert_shape(trace, TRACE)
            self.assertEqual([s["spanId"] for s in trace["spans"]], [run["rootSpanId"]])
            self.assertEqual((trace["spans"][0]["endedAt"], trace["spans"][0]["status"]), (None, "UNSET"))
            self.assertEqual(member.post(f"/api/runs/{run['id']}/cancel").status, 200)
            root = trace_of(run)["spans"][0]
            self.assertEqual((root["status"], root["attributes"]["error.type"]), ("ERROR", "cancelled"))
            self.assertIsNotNone(root["endedAt"])

    def test_holds_nothing_that_people_wrote(self):
        word = "zyzzyva" + secrets.token_hex(4)
        member = world().client("MEMBER")
        cited = f"The information security policy of {word} was approved by top management on 4 March 2026."
        document = member.add_ready(f"{word}.md", f"# {word}\n\n{cited}\n".encode() + samples.markdown(word))
        run = member.completed_run(documentIds=[document["id"]], requirementIds=["1.1", "1.2"])
        answer = world().client("ADMIN").get(f"/api/admin/runs/{run['id']}/trace")
        self.assertNotIn(word.encode(), answer.body)
        self.assertIn(document["id"].encode(), answer.body)
        self.assertIn(word.encode(), member.get(f"/api/runs/{run['id']}/assessments").body)


class Caller(unittest.TestCase):
    def test_its_trace_goes_on_in_the_run(self):
        trace_id, span_id = secrets.token_hex(16), secrets.token_hex(8)
        for version, tail in (("00", ""), ("cc", "-later")):
            for flags in ("00", "01", "02"):
                run = start(f"{version}-{trace_id}-{span_id}-{flags}{tail}")
                self.assertEqual(run["traceId"], trace_id)
                self.assertNotEqual(run["rootSpanId"], span_id)
                trace = trace_of(run)
                self.assertEqual(trace["traceId"], trace_id)
                parent = trace["spans"][0]["parentSpanId"]
                # A caller whose flag says "sampled" gets the request's own span between its span and the run's.
                self.assertEqual(parent == span_id, flags != "01")
                self.assertRegex(parent, "^[0-9a-f]{16}$")

    def test_a_malformed_header_is_as_good_as_none(self):
        trace_id, span_id = secrets.token_hex(16), secrets.token_hex(8)
        for bad in (f"00-{trace_id}-{span_id}", f"ff-{trace_id}-{span_id}-01", f"00-{'0' * 32}-{span_id}-01",
                    f"00-{trace_id}-{'0' * 16}-01", f"00-{trace_id.upper()}A-{span_id}-01", "x" * 4000):
            run = start(bad)
            self.assertNotEqual(run["traceId"], trace_id, bad)
            self.assertIsNone(trace_of(run)["spans"][0]["parentSpanId"], bad)
