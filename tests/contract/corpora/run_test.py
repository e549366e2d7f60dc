# SPDX-License-Identifier: Apache-2.0
"""Runs with a corpus: what they pin, what reaches the assessments, and what a replay shows later."""
import unittest

from admin_of_corpora import activate, admin, again, completed, from_file
from client import assert_error
from shapes import REGULATION, assert_shape
from source_site import ACT
from world import world

CHANGED = ACT.replace("Every undertaking shall keep", "No undertaking need keep")


class RunsBesideACorpus(unittest.TestCase):
    def setUp(self):
        self.member = world().client("MEMBER")
        world().document()

    def assessments(self, run):
        return self.member.value(f"/api/runs/{run['id']}/assessments")["assessments"]

    def replay(self, run):
        value = admin().value(f"/api/admin/runs/{run['id']}/replay")
        self.assertEqual(value["integrity"], "VERIFIED")
        return value

    def test_the_way_of_a_corpus_through_runs(self):
        without = self.member.completed_run()
        self.assertIsNone(without["snapshotCorpusActivationId"])
        plain = self.assessments(without)
        self.assertEqual([a for a in plain if "regulation" in a["details"]], [])

        pack = admin().value("/api/packs")["packs"][0]["id"]
        corpus, ingestion = from_file("act.md", ACT.encode(), packId=pack)
        first = completed(ingestion)
        self.assertIsNone(self.member.completed_run()["snapshotCorpusActivationId"], "it is not in force yet")
        activation = activate(first)
        run = self.member.completed_run()
        self.assertEqual(run["snapshotCorpusActivationId"], activation["id"])
        pins = admin().value(f"/api/admin/runs/{run['id']}")["pins"]
        self.assertEqual(pins["corpusActivationId"], activation["id"])
        beside = self.assessments(run)
        self.check_regulation(beside, corpus, first)
        self.check_verdicts_are_the_same(plain, beside)

        second = completed(again(corpus, "changed.md", CHANGED.encode()))
        self.assertEqual(self.member.completed_run()["snapshotCorpusActivationId"], activation["id"])
        self.check_rerun(run, 202)
        newer = activate(second)
        self.check_rerun(run, 409)
        after = self.member.completed_run()
        self.assertEqual(after["snapshotCorpusActivationId"], newer["id"])
        texts = str([a["details"]["regulation"] for a in self.assessments(after)])
        self.assertIn("No undertaking need keep", texts)
        self.assertNotIn("Every undertaking shall keep", texts)

        frozen = self.replay(run)
        self.assertEqual(frozen["assessments"], beside, "as it was, whatever is in force now")
        self.assertEqual(frozen["run"]["snapshotCorpusActivationId"], activation["id"])
        self.assertIn("Every undertaking shall keep", str(frozen["assessments"]))

        other, ingestion = from_file("general.md", ACT.encode())
        activate(completed(ingestion))
        self.assertEqual(self.member.completed_run()["snapshotCorpusActivationId"], newer["id"],
                         "the pack's own corpus comes before one of any pack")
        self.assertIsNone(other["packId"])

    def check_regulation(self, assessments, corpus, ingestion):
        found = 0
        for assessment in assessments:
            passages = assessment["details"]["regulation"]
            assert_shape(passages, [REGULATION])
            self.assertLessEqual(len(passages), 3)
            scores = [p["score"] for p in passages]
            self.assertEqual(scores, sorted(scores, reverse=True))
            for passage in passages:
                self.assertEqual((passage["corpusId"], passage["ingestionId"]), (corpus["id"], ingestion["id"]))
            if passages:
                found += 1
                self.assertIn("Regulation: " + corpus["title"], assessment["reasoning"])
                self.assertIn("Act on Operational Resilience", passages[0]["headingPath"])
        self.assertGreater(found, 5, "an act on backup, access and incidents bears on several requirements")
        backup = [a for a in assessments if "backup" in a["requirement"]["title"].lower()]
        self.assertIn("backup copies", str([a["details"]["regulation"][0]["text"] for a in backup]))

    def check_verdicts_are_the_same(self, plain, beside):
        """The regulation is not evidence: it changes neither a verdict nor a citation."""
        for one, other in zip(plain, beside):
            for name in ("requirementId", "status", "confidence", "citations"):
                self.assertEqual(one[name], other[name], one["requirementId"])
            without = [line for line in other["reasoning"].split("\n") if not line.startswith("Regulation: ")]
            self.assertEqual("\n".join(without), one["reasoning"])
            ids = {p["passageId"] for p in other["details"]["regulation"]}
            self.assertFalse(ids & {c["chunkId"] for c in other["citations"]})

    def check_rerun(self, run, status):
        answer = self.member.post("/api/runs", {"rerunOf": run["id"]})
        if status == 409:
            details = assert_error(answer, 409, "CONFLICT")
            self.assertEqual(details["pin"], "snapshotCorpusActivationId")
            self.assertEqual(details["pinned"], run["snapshotCorpusActivationId"])
        else:
            self.assertEqual(answer.status, status, str(answer))
            self.assertEqual(self.member.wait_run(answer.json()["run"]["id"])["status"], "COMPLETED")


if __name__ == "__main__":
    unittest.main()
