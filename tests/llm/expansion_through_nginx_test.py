#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Other words of a language model to search with, through nginx: asked for once, used by runs of the built-in
evaluator, pinned, shown to administrators, and never to another tenant."""
import json
import os
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support_py"))
from client import assert_error  # noqa: E402
from described import Described  # noqa: E402
from model_server import KEY, MODEL, TOKENS_IN, ModelServer  # noqa: E402
from own_tenant import OwnTenant  # noqa: E402
from prometheus_text import parse, value  # noqa: E402
from shapes import EXPANSION, PACK_CONTENT, assert_shape  # noqa: E402
from stack import Stack, StackError, wait_until  # noqa: E402
from world import open_world, world  # noqa: E402

PHRASES = ["HarbourLink client", "remote staff connect"]
WANTS = "The VPN protects traffic from the internet"


class SearchedWithOtherWords(unittest.TestCase):
    """Its tests build on one another, in the order of their names."""

    @classmethod
    def setUpClass(cls):
        cls.model = ModelServer(pause=0)
        cls.model.phrases = PHRASES
        cls.addClassCleanup(cls.model.close)
        stack = Stack({"ASSAY_LLM_BASE_URL": cls.model.base_url, "ASSAY_LLM_MODEL": MODEL, "ASSAY_LLM_API_KEY": KEY,
                       "ASSAY_LLM_PRICE_INPUT": "2.5", "ASSAY_LLM_PRICE_OUTPUT": "10", "ASSAY_LLM_EXPAND": "on"})
        stack.__enter__()
        cls.addClassCleanup(stack.__exit__)
        open_world(stack)
        cls.described = Described()
        cls.described.__enter__()
        cls.addClassCleanup(cls.described.__exit__)
        cls.admin = world().client("ADMIN")
        for start in range(0, 40, 20):
            places = "\n\n".join(f"## Office {i}\n\nThe VPN of office {i} protects traffic from the internet. Its VPN "
                                 f"gateway has number {i * 7}." for i in range(start, start + 20))
            cls.admin.add_ready(f"offices-{start}.md", places.encode())
        cls.own = cls.admin.add_ready("own.md", b"All remote staff connect through HarbourLink.\n")["id"]
        cls.pack = world().pack(wants=WANTS)

    def candidates(self, run):
        """The documents of the candidates of each requirement."""
        snapshot = self.admin.value(f"/api/admin/runs/{run['id']}/replay")
        self.assertEqual((snapshot["source"], snapshot["integrity"]), ("SNAPSHOT", "VERIFIED"))
        frozen = world().stack.sql("SELECT convert_from(content, 'UTF8') FROM run_snapshot"
                                   f" WHERE run_id = '{run['id']}'")[0][0]
        frozen = json.loads(frozen)
        return frozen["expansions"], [{frozen["chunks"][c["chunkId"]]["documentId"] for c in one["candidates"]}
                                      for one in frozen["inputs"]]

    def content(self, client):
        return client.get(f"/api/admin/packs/{self.pack['packId']}/versions/{self.pack['criteriaVersionId']}")

    def test_0_a_model_that_refuses_costs_only_the_words(self):
        self.model.key = "another"
        run = self.admin.completed_run(packId=self.pack["packId"])
        SearchedWithOtherWords.bare = run
        self.model.key = KEY
        self.model.parents.clear()
        self.assertIsNone(run["failureReason"])
        expansions, documents = self.candidates(run)
        self.assertEqual(expansions, [])
        for found in documents:
            self.assertNotIn(self.own, found)
        retrieval = self.admin.value(f"/api/runs/{run['id']}/steps")["steps"][1]
        self.assertEqual(retrieval["inputRefs"]["expansion"], {"promptVersion": "1", "requirementIds": []})
        self.assertEqual(retrieval["outputRefs"]["expansion"]["requirementsWithout"], 2)

    def test_1_a_run_asks_once_and_finds_what_is_said_in_other_words(self):
        for one in self.content(self.admin).json()["requirements"]:
            self.assertNotIn("expansion", one)
        run = self.admin.completed_run(packId=self.pack["packId"])
        SearchedWithOtherWords.first = run
        self.assertEqual((run["evaluator"], len(self.model.expanded)), ("builtin", 2))
        for question in self.model.expanded:
            self.assertIn(WANTS, question)
            self.assertNotIn("office", question)
        expansions, documents = self.candidates(run)
        self.assertEqual([one["phrases"] for one in expansions], [PHRASES] * 2)
        for found in documents:
            self.assertIn(self.own, found)
        retrieval = self.admin.value(f"/api/runs/{run['id']}/steps")["steps"][1]
        self.assertEqual(retrieval["inputRefs"]["expansion"],
                         {"promptVersion": "1", "requirementIds": [one["requirementRecordId"] for one in expansions]})
        outcome = retrieval["outputRefs"]["expansion"]
        self.assertEqual((outcome["requirementsWithout"], outcome["llm"]["calls"], outcome["llm"]["tokensIn"]),
                         (0, 2, 2 * TOKENS_IN))
        self.assertEqual(self.admin.value(f"/api/admin/runs/{run['id']}")["pins"]["expansions"], expansions)
        compared = self.admin.value(f"/api/runs/{self.bare['id']}/compare/{run['id']}")["requirements"]
        changed = [one for one in compared if one["change"] != "UNCHANGED"]
        self.assertNotEqual(changed, [])
        for one in changed:
            self.assertIn("EXPANSION", [why["code"] for why in one["why"]])

    def test_2_every_call_has_a_span_and_a_figure(self):
        spans = self.admin.value(f"/api/admin/runs/{self.first['id']}/trace")["spans"]
        retrieval = next(s for s in spans if s["name"] == "step.RETRIEVAL")
        calls = [s for s in spans if s["name"] == "llm"]
        self.assertEqual([s["parentSpanId"] for s in calls], [retrieval["spanId"]] * 2)
        trace = self.first["traceId"]
        self.assertEqual(sorted(self.model.parents), sorted(f"00-{trace}-{s['spanId']}-01" for s in calls))

        def counted():
            figures = parse(world().client("SUPER_ADMIN").get("/api/admin/metrics").body.decode())
            return value(figures, "assay_llm_tokens_total", direction="in") == 2 * TOKENS_IN
        wait_until(counted, 20, "the figures of the model")

    def test_3_administrators_see_the_words_and_other_tenants_nothing(self):
        content = self.content(self.admin).json()
        assert_shape(content, PACK_CONTENT)
        for one in content["requirements"]:
            assert_shape(one["expansion"], EXPANSION)
            self.assertEqual((one["expansion"]["phrases"], one["expansion"]["model"]), (PHRASES, MODEL))
        assert_error(self.content(world().client("ADMIN", tenant=1)), 403, "CROSS_TENANT_ACCESS_DENIED")
        own = OwnTenant().client("ADMIN")
        pack = own.value("/api/admin/packs")["packs"]
        self.assertNotIn(self.pack["packId"], [one["id"] for one in pack])
        for statement in ("UPDATE requirement_expansion SET phrases = '[]'", "DELETE FROM requirement_expansion",
                          "DELETE FROM run_expansion", "TRUNCATE requirement_expansion CASCADE"):
            with self.subTest(statement=statement), self.assertRaisesRegex(StackError, "refused"):
                world().stack.sql(statement)

    def test_4_later_runs_use_them_without_the_model(self):
        before = self.model.requests
        self.model.close()
        run = self.admin.completed_run(packId=self.pack["packId"])
        expansions, documents = self.candidates(run)
        self.assertEqual(len(expansions), 2)
        for found in documents:
            self.assertIn(self.own, found)
        self.assertEqual(self.model.requests, before)
        self.assertEqual(self.admin.reproduce(run["id"])["differences"], [])
        self.assertEqual(self.admin.reproduce(self.first["id"])["differences"], [])
        other = self.admin.completed_run(packId=world().pack(wants="Fire doors are shut")["packId"])
        retrieval = self.admin.value(f"/api/runs/{other['id']}/steps")["steps"][1]
        self.assertEqual(retrieval["outputRefs"]["expansion"]["requirementsWithout"], 2)
        self.assertIsNone(other["failureReason"])

    def test_9_every_answer_is_as_described(self):
        self.assertTrue(self.described.check(world().demo["baseUrl"]))


if __name__ == "__main__":
    unittest.main(verbosity=2)
