#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A language model as the evaluator, through nginx: chosen by the binding, pinned with the run, within its concurrency
limit, its cost and answers recorded, and its key never disclosed."""
import os
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support_py"))
from client import assert_error  # noqa: E402
from described import Described  # noqa: E402
from model_server import KEY, MODEL, TOKENS_IN, TOKENS_OUT, ModelServer  # noqa: E402
from prometheus_text import parse, value  # noqa: E402
from shapes import ASSESSMENT, BINDING, RUN, assert_shape  # noqa: E402
from stack import Stack, wait_until  # noqa: E402
from world import open_world, world  # noqa: E402

PLACES = 3
COST = (2.5 * TOKENS_IN + 10 * TOKENS_OUT) / 1e6


class JudgedByAModel(unittest.TestCase):
    """Its tests build on one another, in the order of their names."""

    @classmethod
    def setUpClass(cls):
        cls.model = ModelServer()
        cls.addClassCleanup(cls.model.close)
        stack = Stack({"ASSAY_LLM_BASE_URL": cls.model.base_url, "ASSAY_LLM_MODEL": MODEL, "ASSAY_LLM_API_KEY": KEY,
                       "ASSAY_LLM_MAX_CONCURRENCY": str(PLACES), "ASSAY_LLM_PRICE_INPUT": "2.5",
                       "ASSAY_LLM_PRICE_OUTPUT": "10", "ASSAY_LLM_SECOND_OPINION": "on"})
        stack.__enter__()
        cls.addClassCleanup(stack.__exit__)
        open_world(stack)
        cls.described = Described()
        cls.described.__enter__()
        cls.addClassCleanup(cls.described.__exit__)
        world().document()

    def setUp(self):
        self.admin = world().client("ADMIN")

    def bind(self, evaluator):
        pack = self.admin.value("/api/admin/bindings")["bindings"][0]
        answer = self.admin.send("PUT", f"/api/admin/bindings/{pack['packId']}",
                                 {"criteriaVersionId": pack["criteriaVersionId"], "evaluator": evaluator})
        self.assertEqual(answer.status, 200, str(answer))
        return answer.json()["binding"]

    def judged(self):
        """The run of all requirements by the model."""
        if not hasattr(JudgedByAModel, "run_record"):
            JudgedByAModel.run_record = world().client("MEMBER").completed_run()
        return JudgedByAModel.run_record

    def assessments(self):
        return self.admin.value(f"/api/runs/{self.judged()['id']}/assessments")["assessments"]

    def test_1_the_binding_chooses_it_and_the_run_pins_it(self):
        builtin = world().client("MEMBER").completed_run(requirementIds=["1.1"])
        self.assertEqual((builtin["evaluator"], builtin["evaluatorModel"]), ("builtin", None))
        self.assertEqual(self.model.requests, 0)
        binding = self.bind("llm")
        assert_shape(binding, BINDING)
        run = self.judged()
        assert_shape(run, RUN)
        self.assertEqual((run["evaluator"], run["evaluatorModel"]), ("llm", MODEL))
        self.assertNotEqual(run["model"], MODEL, "that is the embedding model")
        self.assertEqual(run["counts"]["FAILED"], 0, run["failureReason"])
        answer = self.admin.post("/api/runs", {"rerunOf": builtin["id"]})
        self.assertEqual(assert_error(answer, 409, "CONFLICT")["pin"], "evaluator")

    def test_2_as_many_at_once_as_allowed(self):
        self.judged()
        self.assertEqual(self.model.most, PLACES)

    def test_3_verdicts_cite_the_evidence_and_say_what_they_cost(self):
        found = self.assessments()
        self.assertEqual(len(found), self.judged()["progress"]["requirementsTotal"])
        chunks = {}
        asked = 0
        for assessment in found:
            assert_shape(assessment, ASSESSMENT)
            for citation in assessment["citations"]:
                document = citation["documentId"]
                if document not in chunks:
                    chunks[document] = {c["id"]: c["content"] for c in self.admin.all(
                        f"/api/documents/{document}/chunks", "chunks")}
                self.assertIn(citation["text"], chunks[document][citation["chunkId"]])
            if assessment["status"] == "COMPLETE":
                self.assertGreater(len(assessment["citations"]), 0)
            usage = assessment["details"]["llm"]
            self.assertEqual(usage["model"], MODEL)
            self.assertEqual(usage["calls"], 1 if usage["answeredBy"] else 0)
            if usage["calls"]:
                asked += 1
                self.assertEqual((usage["tokensIn"], usage["tokensOut"]), (TOKENS_IN, TOKENS_OUT))
                self.assertAlmostEqual(usage["costUsd"], COST)
        self.assertEqual(asked, self.model.requests)
        steps = self.admin.value(f"/api/runs/{self.judged()['id']}/steps")["steps"]
        totals = steps[3]["outputRefs"]["llm"]
        self.assertEqual((totals["calls"], totals["tokensIn"]), (asked, asked * TOKENS_IN))
        self.assertAlmostEqual(totals["costUsd"], asked * COST)

    def test_4_the_built_in_evaluator_stands_beside_it(self):
        flagged = 0
        for assessment in self.assessments():
            opinion = assessment["details"]["secondOpinion"]
            self.assertEqual(opinion["evaluator"], "builtin")
            self.assertEqual(opinion["agrees"], opinion["status"] == assessment["status"])
            self.assertEqual("second_opinion_differs" in assessment["details"].get("reviewReasons", []),
                             not opinion["agrees"])
            flagged += not opinion["agrees"]
        print(f"{flagged} of {len(self.assessments())} flagged")

    def test_5_every_call_has_a_span_and_a_figure(self):
        spans = self.admin.value(f"/api/admin/runs/{self.judged()['id']}/trace")["spans"]
        calls = [s for s in spans if s["name"] == "llm"]
        requirements = {s["spanId"] for s in spans if s["name"] == "requirement"}
        self.assertEqual(len(calls), self.model.requests)
        for call in calls:
            self.assertIn(call["parentSpanId"], requirements)
            self.assertEqual(call["attributes"]["llm.model"], MODEL)
            self.assertEqual(call["attributes"]["llm.tokens.in"], TOKENS_IN)
            self.assertAlmostEqual(call["attributes"]["llm.cost.usd"], COST)
        trace = self.judged()["traceId"]
        self.assertEqual(sorted(self.model.parents), sorted(f"00-{trace}-{s['spanId']}-01" for s in calls))
        count = self.model.requests

        def counted():
            figures = parse(world().client("SUPER_ADMIN").get("/api/admin/metrics").body.decode())
            return value(figures, "assay_llm_tokens_total", direction="in") == count * TOKENS_IN
        wait_until(counted, 20, "the figures of the model")

    def test_6_the_key_is_nowhere(self):
        stack = world().stack
        for name in os.listdir(stack.path("log")):
            with open(stack.path("log", name), encoding="utf-8", errors="replace") as file:
                self.assertNotIn(KEY, file.read(), name)
        for table in ("llm_exchange", "run_span", "assessment", "audit_log", "run_step"):
            self.assertEqual(stack.sql(f"SELECT count(*) FROM {table} t WHERE t::text LIKE '%{KEY}%'"), [["0"]], table)
        self.assertNotEqual(stack.sql("SELECT count(*) FROM llm_exchange"), [["0"]])

    def test_7_replay_needs_no_model(self):
        run = self.judged()
        self.model.close()
        replay = self.admin.value(f"/api/admin/runs/{run['id']}/replay")
        self.assertEqual((replay["source"], replay["integrity"]), ("SNAPSHOT", "VERIFIED"))
        self.assertEqual(replay["assessments"], self.assessments())
        frozen = world().stack.sql("SELECT convert_from(content, 'UTF8')::jsonb -> 'modelExchanges' -> 0 ->> 'request'"
                                   f" FROM run_snapshot WHERE run_id = '{run['id']}'")
        self.assertIn("<<<EVIDENCE", frozen[0][0])

    def test_8_a_model_that_is_away_fails_the_run_and_says_so(self):
        member = world().client("MEMBER")
        ended = member.wait_run(member.start_run(requirementIds=["1.1"])["id"])
        self.assertEqual(ended["status"], "FAILED")
        self.assertIn("could not be reached", ended["failureReason"])
        self.bind("builtin")
        member.completed_run(requirementIds=["1.1"])

    def test_9_every_answer_is_as_described(self):
        self.assertTrue(self.described.check(world().demo["baseUrl"]))


if __name__ == "__main__":
    unittest.main(verbosity=2)
