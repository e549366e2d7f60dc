# SPDX-License-Identifier: Apache-2.0
"""Reviews of assessments, what other thresholds would give, and comparing two runs."""
import concurrent.futures
import json
import unittest

import samples
from client import Client, assert_error, assert_fields
from route_table import NOWHERE
from shapes import REVIEW, assert_shape
from world import world

BETTER = {"MISSING": "COMPLETE", "PARTIAL": "COMPLETE", "COMPLETE": "PARTIAL"}


def assessments_of(run):
    return world().client("VIEWER").value(f"/api/runs/{run['id']}/assessments")["assessments"]


class Reviewing(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.member = world().client("MEMBER")
        cls.past = cls.member.completed_run(requirementIds=["1.1", "1.2", "1.4"])

    def setUp(self):
        self.before = assessments_of(self.past)
        self.assessment = self.before[0]
        self.path = f"/api/assessments/{self.assessment['id']}/reviews"

    def review(self, **fields):
        answer = self.member.post(self.path, fields)
        self.assertEqual(answer.status, 201, str(answer))
        assert_shape(answer.json()["review"], REVIEW)
        return answer.json()["review"]

    def test_an_override_stands_beside_the_assessment_and_the_last_review_counts(self):
        held = BETTER[self.assessment["status"]]
        first = self.review(verdict="OVERRIDDEN", status=held, note="  Seen on site.\nSigned by hand. ")
        self.assertEqual((first["status"], first["note"]), (held, "Seen on site.\nSigned by hand."))
        self.assertEqual(first["reviewer"]["email"], self.member.user["email"])
        second = self.review(verdict="ACCEPTED")
        self.assertEqual((second["status"], second["note"]), (self.assessment["status"], None))
        mine = self.member.all(self.path, "reviews", limit=1)
        self.assertEqual(mine[:2], [second, first])
        after = assessments_of(self.past)[0]
        self.assertEqual(after["review"], second)
        self.assertEqual(after, {**self.assessment, "review": second}, "the record is as it was")
        logs = world().client("ADMIN").value(
            f"/api/admin/audit-logs?runId={self.past['id']}&action=assessment.review")["logs"]
        self.assertEqual(logs[0]["objectId"], self.assessment["id"])
        self.assertEqual(json.loads(logs[0]["detail"])["status"], second["status"])

    def test_reviews_at_once_stand_one_after_another(self):
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: self.member.post(self.path, {"verdict": "ACCEPTED"}), range(16)))
        self.assertEqual({a.status for a in answers}, {201})
        listed = self.member.all(self.path, "reviews", limit=5)
        self.assertEqual(len({r["id"] for r in listed}), len(listed))
        self.assertLessEqual({a.json()["review"]["id"] for a in answers}, {r["id"] for r in listed})

    def test_is_a_persons_judgement(self):
        token = self.member.post("/api/tokens", {"name": "machine", "role": "MEMBER"}).json()["token"]["value"]
        machine = Client(world().demo["baseUrl"], token)
        assert_error(machine.post(self.path, {"verdict": "ACCEPTED"}), 403, "FORBIDDEN")
        self.assertEqual(machine.get(self.path).status, 200)

    def test_a_review_that_says_nothing_clear_is_refused(self):
        own = self.assessment["status"]
        for body, field in (({}, "verdict"), ({"verdict": "MAYBE"}, "verdict"),
                            ({"verdict": "OVERRIDDEN", "note": "x"}, "status"),
                            ({"verdict": "OVERRIDDEN", "status": BETTER[own]}, "note"),
                            ({"verdict": "OVERRIDDEN", "status": own, "note": "x"}, "status"),
                            ({"verdict": "OVERRIDDEN", "status": "FAILED", "note": "x"}, "status"),
                            ({"verdict": "ACCEPTED", "status": BETTER[own]}, "status"),
                            ({"verdict": "ACCEPTED", "note": "x" * 4001}, "note"),
                            ({"verdict": "ACCEPTED", "stars": 5}, "stars")):
            with self.subTest(body=body):
                assert_fields(self.member.post(self.path, body), field)
        details = assert_error(self.member.post(f"/api/assessments/{NOWHERE}/reviews", {"verdict": "ACCEPTED"}),
                               404, "NOT_FOUND")
        self.assertEqual(details, {"assessmentId": NOWHERE})


class ReviewingMany(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.member = world().client("MEMBER")
        cls.past = cls.member.completed_run(requirementIds=["1.1", "1.2", "1.4"])
        cls.path = f"/api/runs/{cls.past['id']}/reviews"

    def setUp(self):
        self.items = assessments_of(self.past)

    def accepting(self, *more):
        return {"reviews": [*({"assessmentId": item["id"], "verdict": "ACCEPTED"} for item in self.items), *more]}

    def reviews(self):
        return [self.member.all(f"/api/assessments/{item['id']}/reviews", "reviews") for item in self.items]

    def entries(self):
        query = f"runId={self.past['id']}&action=assessment.review"
        return world().client("ADMIN").all(f"/api/admin/audit-logs?{query}", "logs")

    def test_each_gets_its_review_and_its_entry(self):
        before, first = self.entries(), self.items[0]
        body = self.accepting()
        body["reviews"][0] = {"assessmentId": first["id"], "verdict": "OVERRIDDEN",
                              "status": BETTER[first["status"]], "note": "Seen on site."}
        answer = self.member.post(self.path, body)
        self.assertEqual(answer.status, 201, str(answer))
        made = answer.json()["reviews"]
        for review in made:
            assert_shape(review, REVIEW)
        self.assertEqual([r["assessmentId"] for r in made], [item["id"] for item in self.items])
        self.assertEqual((made[0]["status"], made[0]["note"]), (BETTER[first["status"]], "Seen on site."))
        self.assertEqual([a["review"] for a in assessments_of(self.past)], made)
        entries = self.entries()
        self.assertEqual(len(entries) - len(before), len(made))
        self.assertEqual({e["requestId"] for e in entries[:len(made)]}, {answer.headers["x-request-id"]})
        self.assertEqual({e["objectId"] for e in entries[:len(made)]}, {item["id"] for item in self.items})

    def test_all_or_none(self):
        other = assessments_of(world().run())[0]["id"]
        own = self.items[0]
        before, entries = self.reviews(), self.entries()
        for wrong, field in (({"assessmentId": other, "verdict": "ACCEPTED"}, "reviews[3].assessmentId"),
                             ({"assessmentId": own["id"], "verdict": "ACCEPTED"}, "reviews[3].assessmentId"),
                             ({"verdict": "ACCEPTED"}, "reviews[3].assessmentId"),
                             ({"assessmentId": other, "verdict": "MAYBE"}, "reviews[3].verdict"),
                             ({"assessmentId": other, "verdict": "OVERRIDDEN", "note": "x"}, "reviews[3].status"),
                             ({"assessmentId": other, "verdict": "OVERRIDDEN", "status": "PARTIAL"}, "reviews[3].note"),
                             ({"assessmentId": other, "verdict": "ACCEPTED", "stars": 5}, "reviews[3].stars"),
                             ("none", "reviews[3]")):
            with self.subTest(wrong=wrong):
                assert_fields(self.member.post(self.path, self.accepting(wrong)), field)
        same = [{"assessmentId": own["id"], "verdict": "OVERRIDDEN", "status": own["status"], "note": "x"}]
        assert_fields(self.member.post(self.path, {"reviews": same}), "reviews[0].status")
        details = assert_error(self.member.post(self.path, self.accepting(
            {"assessmentId": NOWHERE, "verdict": "ACCEPTED"})), 404, "NOT_FOUND")
        self.assertEqual(details, {"reviews[3].assessmentId": NOWHERE})
        for body in ({}, {"reviews": []}, {"reviews": "all"}, {"reviews": None},
                     {"reviews": self.accepting()["reviews"] * 100}):
            with self.subTest(body=str(body)[:60]):
                assert_fields(self.member.post(self.path, body), "reviews")
        self.assertEqual((self.reviews(), self.entries()), (before, entries))

    def test_is_a_persons_judgement_of_an_own_run(self):
        token = self.member.post("/api/tokens", {"name": "machine", "role": "MEMBER"}).json()["token"]["value"]
        assert_error(Client(world().demo["baseUrl"], token).post(self.path, self.accepting()), 403, "FORBIDDEN")
        assert_error(world().client("VIEWER").post(self.path, self.accepting()), 403, "FORBIDDEN")
        assert_error(self.member.post(f"/api/runs/{world().run(1)['id']}/reviews", self.accepting()), 403,
                     "CROSS_TENANT_ACCESS_DENIED")
        assert_error(self.member.post(f"/api/runs/{NOWHERE}/reviews", self.accepting()), 404, "NOT_FOUND")

    def test_at_once_in_any_order(self):
        orders = [self.accepting()["reviews"][::step] for step in (1, -1)] * 4
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda order: self.member.post(self.path, {"reviews": order}), orders))
        self.assertEqual({a.status for a in answers}, {201})


class WhatIf(unittest.TestCase):
    def setUp(self):
        self.viewer, self.past = world().client("VIEWER"), world().run()
        self.path = f"/api/runs/{self.past['id']}/what-if"
        self.items = assessments_of(self.past)

    def test_the_runs_own_thresholds_change_nothing(self):
        answer = self.viewer.value(self.path)
        self.assertEqual(answer["changes"], [])
        self.assertEqual(answer["counts"], self.past["counts"])
        self.assertEqual(answer["from"], {"thresholds": answer["thresholds"], "counts": answer["counts"]})

    def test_counts_and_changes_follow_from_the_confidences(self):
        for complete, partial in ((0.9, 0.4), (0.75, 0.75), (0.2, 0.05), (1, 0.99)):
            with self.subTest(complete=complete, partial=partial):
                answer = self.viewer.value(f"{self.path}?complete={complete}&partial={partial}")
                counts, changed = {"COMPLETE": 0, "PARTIAL": 0, "MISSING": 0, "FAILED": 0}, []
                for item in self.items:
                    confidence = item["confidence"] if item["citations"] else 0
                    to = "COMPLETE" if confidence >= complete else "PARTIAL" if confidence >= partial else "MISSING"
                    counts[to] += 1
                    if to != item["status"]:
                        changed.append((item["id"], item["status"], to))
                self.assertEqual(answer["counts"], counts)
                self.assertEqual([(c["assessmentId"], c["from"], c["to"]) for c in answer["changes"]], changed)
        self.assertEqual(assessments_of(self.past), self.items, "asking changes no record")

    def test_bad_thresholds_are_named(self):
        for query, field in (("complete=0", "complete"), ("complete=1.01", "complete"), ("partial=nan", "partial"),
                             ("partial=", "partial"), ("complete=0.3&partial=0.4", "partial"),
                             ("complete=0,9", "complete"), ("other=1", "other")):
            with self.subTest(query=query):
                assert_fields(self.viewer.get(f"{self.path}?{query}"), field)


class Comparing(unittest.TestCase):
    ASKED = ["1.1", "1.2", "1.4"]

    def setUp(self):
        self.member = world().client("MEMBER")

    def compare(self, first, second):
        return self.member.value(f"/api/runs/{first['id']}/compare/{second['id']}")

    def test_a_run_with_itself(self):
        run = self.member.completed_run(requirementIds=self.ASKED)
        answer = self.compare(run, run)
        self.assertEqual(answer["summary"].pop("UNCHANGED"), len(self.ASKED))
        self.assertEqual(set(answer["summary"].values()), {0})
        self.assertEqual((answer["pins"], answer["documents"]), ([], {"added": [], "gone": []}))
        for item in answer["requirements"]:
            self.assertEqual((item["change"], item["why"], item["from"]), ("UNCHANGED", [], item["to"]))

    def test_new_evidence_shows_where_it_counts(self):
        old = self.member.add_ready("chairs.md", b"# Chairs\n\nChairs are blue and stand in rows.\n")
        first = self.member.completed_run(requirementIds=["1.1", "1.2"], documentIds=[old["id"]])
        new = self.member.add_ready("policy.md", samples.markdown("compared", 30))
        second = self.member.completed_run(requirementIds=self.ASKED, documentIds=[old["id"], new["id"]])
        answer = self.compare(first, second)
        self.assertEqual([d["id"] for d in answer["documents"]["added"]], [new["id"]])
        self.assertEqual(answer["documents"]["gone"], [])
        by_label = {item["requirementId"]: item for item in answer["requirements"]}
        self.assertEqual(by_label["1.4"]["change"], "ADDED")
        self.assertIsNone(by_label["1.4"]["from"])
        cited = 0
        judged = {a["requirementId"]: a for a in assessments_of(second)}
        for label in ("1.1", "1.2"):
            texts = [c["text"] for c in judged[label]["citations"] if c["documentId"] == new["id"]]
            added = [c["text"] for c in by_label[label]["evidence"]["added"] if c["documentId"] == new["id"]]
            self.assertEqual(added, texts)
            cited += len(texts)
            self.assertEqual("EVIDENCE_ADDED" in {w["code"] for w in by_label[label]["why"]}, bool(texts))
        self.assertGreater(cited, 0, "the new document is cited somewhere")
        back = {item["requirementId"]: item for item in self.compare(second, first)["requirements"]}
        self.assertEqual(back["1.4"]["change"], "REMOVED")
        self.assertEqual(back["1.1"]["evidence"]["gone"], by_label["1.1"]["evidence"]["added"])

    def test_other_thresholds_are_the_reason(self):
        admin, run = world().client("ADMIN"), self.member.completed_run(requirementIds=self.ASKED)
        pack = admin.value("/api/packs")["packs"][0]
        path = f"/api/admin/bindings/{pack['id']}"
        levels = [a["confidence"] for a in assessments_of(run) if a["citations"]]
        self.assertGreater(len(levels), 0)
        strict = {"complete": 1, "partial": 1} if run["counts"]["COMPLETE"] or run["counts"]["PARTIAL"] else {
            "complete": min(levels), "partial": min(levels)}
        try:
            self.assertEqual(admin.send("PUT", path, {"thresholds": strict}).status, 200)
            other = self.member.completed_run(requirementIds=self.ASKED)
        finally:
            admin.send("PUT", path, {"thresholds": pack["thresholds"]})
        answer = self.compare(run, other)
        self.assertEqual({p["pin"] for p in answer["pins"]} - {"thresholdComplete", "thresholdPartial"}, set())
        changed = [i for i in answer["requirements"] if i["change"] in ("IMPROVED", "WORSENED")]
        self.assertGreater(len(changed), 0)
        for item in changed:
            self.assertEqual([w["code"] for w in item["why"]], ["THRESHOLDS"])
            self.assertEqual(item["from"]["confidence"], item["to"]["confidence"])

    def test_runs_that_cannot_be_compared(self):
        run = world().run()
        details = assert_error(self.member.get(f"/api/runs/{run['id']}/compare/{NOWHERE}"), 404, "NOT_FOUND")
        self.assertEqual(details, {"otherId": NOWHERE})
        other = world().run(1)
        assert_error(self.member.get(f"/api/runs/{run['id']}/compare/{other['id']}"), 403,
                     "CROSS_TENANT_ACCESS_DENIED")
