# SPDX-License-Identifier: Apache-2.0
"""Packs and runs: starting with each option, steps, assessments, cancelling, Idempotency-Key."""
import concurrent.futures
import secrets
import unittest

import samples
from client import assert_error, assert_fields
from route_table import NOWHERE
from shapes import ASSESSMENT, RUN, STEP, STEP_NAMES, assert_shape
from world import world


def bind_default(complete, partial):
    """Sets these thresholds in the binding of the first tenant's default pack."""
    admin = world().client("ADMIN")
    pack = admin.value("/api/packs")["packs"][0]
    answer = admin.send("PUT", f"/api/admin/bindings/{pack['id']}",
                        {"criteriaVersionId": pack["criteriaVersionId"],
                         "thresholds": {"complete": complete, "partial": partial}})
    assert answer.status == 200, str(answer)


class Packs(unittest.TestCase):
    def test_the_bound_pack_with_its_criteria_and_requirements(self):
        for tenant in (0, 1):
            viewer = world().client("MEMBER", tenant)
            packs = viewer.value("/api/packs")["packs"]
            self.assertEqual(packs[0]["name"], "Assay Baseline", "the oldest binding is the default")
            self.assertEqual(packs[0]["requirementCount"], 32)
            self.assertEqual(packs[0]["thresholds"], {"complete": 0.75, "partial": 0.4})
            query = "?packId=" + packs[0]["id"]
            criteria = viewer.value("/api/criteria" + query)["criteria"]
            self.assertEqual([c["criterionId"] for c in criteria], list(range(1, 9)))
            requirements = viewer.value("/api/requirements" + query)["requirements"]
            self.assertEqual(requirements, viewer.value("/api/requirements")["requirements"])
            labels = [r["requirementId"] for r in requirements]
            self.assertEqual(len(set(labels)), 32)
            titles = {c["criterionId"]: c["criterionTitle"] for c in criteria}
            for item in requirements:
                self.assertEqual(item["criterionTitle"], titles[item["criterionId"]])
                parts = item["requirementId"].split(".")
                self.assertEqual(int(parts[0]), item["criterionId"])
                self.assertEqual(item["subcheckLabel"], parts[2] if len(parts) > 2 else None)

    def test_other_packs_are_not_found(self):
        for path in ("/api/criteria", "/api/requirements"):
            for value in ("nonsense", NOWHERE):
                details = assert_error(world().client("VIEWER").get(f"{path}?packId={value}"), 404, "NOT_FOUND")
                self.assertEqual(details, {"packId": value})


class Starting(unittest.TestCase):
    def test_answers_the_queued_run(self):
        member = world().client("MEMBER")
        world().document()
        with world().stack.pipeline_paused():
            run = member.start_run()
            assert_shape(run, RUN)
            self.assertEqual(run["status"], "QUEUED")
            for name in ("startedAt", "completedAt", "failedAt", "cancelledAt", "snapshotStatus",
                         "snapshotHash", "failureReason", "rerunOf", "snapshotCorpusActivationId"):
                self.assertIsNone(run[name], name)
            self.assertEqual(run["progress"], {"requirementsDone": 0, "requirementsTotal": 32})
            self.assertEqual(set(run["counts"].values()), {0})
            self.assertEqual(run["startedBy"], member.value("/api/auth/me")["id"])
            self.assertEqual(run["triggerType"], "manual")
            pack = member.value("/api/packs")["packs"][0]
            self.assertEqual((run["packId"], run["snapshotCriteriaVersionId"]), (pack["id"], pack["criteriaVersionId"]))
            steps = member.value(f"/api/runs/{run['id']}/steps")["steps"]
            self.assertEqual([(s["stepIndex"], s["stepName"]) for s in steps], list(enumerate(STEP_NAMES)))
            self.assertEqual({s["status"] for s in steps}, {"NOT_EXECUTED"})
            self.assertEqual(len({s["spanId"] for s in steps}), 6)
            self.assertEqual(member.value(f"/api/runs/{run['id']}/assessments")["assessments"], [])
        self.assertEqual(member.wait_run(run["id"])["status"], "COMPLETED")

    def test_takes_requirements_by_label_or_record_and_documents(self):
        member = world().client("MEMBER")
        requirements = member.value("/api/requirements")["requirements"]
        named = [requirements[3]["requirementId"], requirements[0]["id"], requirements[3]["id"]]
        run = member.completed_run(requirementIds=named, documentIds=[world().document()["id"]])
        self.assertEqual(run["progress"], {"requirementsDone": 2, "requirementsTotal": 2})
        assessments = member.value(f"/api/runs/{run['id']}/assessments")["assessments"]
        self.assertEqual([a["requirementId"] for a in assessments],
                         [requirements[0]["requirementId"], requirements[3]["requirementId"]])
        pins = world().client("ADMIN").value(f"/api/admin/runs/{run['id']}")["pins"]
        self.assertEqual([d["id"] for d in pins["documents"]], [world().document()["id"]])

    def test_refuses_what_does_not_exist_by_its_own_name(self):
        post = world().client("MEMBER").post
        self.assertEqual(assert_error(post("/api/runs", {"requirementIds": ["9.9.9"]}), 404, "NOT_FOUND"),
                         {"requirementId": "9.9.9"})
        for name, listed in (("packId", False), ("rerunOf", False), ("documentIds", True)):
            key = {"rerunOf": "runId", "documentIds": "documentId"}.get(name, name)
            for value in ("nonsense", NOWHERE):
                with self.subTest(name=name, value=value):
                    answer = post("/api/runs", {name: [value] if listed else value})
                    self.assertEqual(assert_error(answer, 404, "NOT_FOUND"), {key: value})

    def test_refuses_values_of_another_type_by_name(self):
        post = world().client("MEMBER").post
        for name, values in (("packId", (7, "", [], {})), ("requirementIds", ("1.1", [], [1], [""], {})),
                             ("documentIds", ("x", [], [None])), ("rerunOf", (True, ""))):
            for value in values:
                with self.subTest(name=name, value=value):
                    assert_fields(post("/api/runs", {name: value}), name)

    def test_refuses_other_tenants_documents_and_runs(self):
        post = world().client("ADMIN").post
        for body in ({"documentIds": [world().document(1)["id"]]}, {"rerunOf": world().run(1)["id"]}):
            assert_error(post("/api/runs", body), 403, "CROSS_TENANT_ACCESS_DENIED")

    def test_refuses_documents_that_are_not_ready_and_leaves_no_run(self):
        member = world().client("MEMBER")
        before = member.value("/api/runs?limit=1")["total"]
        with world().stack.pipeline_paused():
            document = member.add("not-ready.txt", samples.text("not ready"))
            answer = member.post("/api/runs", {"documentIds": [world().document()["id"], document["id"]]})
            assert_error(answer, 409, "CONFLICT")
        self.assertEqual(member.value("/api/runs?limit=1")["total"], before)

    def test_runs_again_only_while_the_pins_match(self):
        member = world().client("MEMBER")
        first = member.completed_run(requirementIds=["1.1"])
        again = member.completed_run(rerunOf=first["id"])
        self.assertEqual((again["rerunOf"], again["progress"]["requirementsTotal"]), (first["id"], 1))
        bind_default(0.8, 0.4)
        try:
            assert_error(member.post("/api/runs", {"rerunOf": first["id"]}), 409, "CONFLICT")
        finally:
            bind_default(0.75, 0.4)

    def test_thresholds_decide_the_status_of_the_same_confidence(self):
        member = world().client("MEMBER")

        def outcome(complete, partial):
            bind_default(complete, partial)
            run = member.completed_run(documentIds=[world().document()["id"]])
            return member.value(f"/api/runs/{run['id']}/assessments")["assessments"]
        try:
            strict, plain = outcome(1, 1), outcome(0.75, 0.4)
        finally:
            bind_default(0.75, 0.4)
        self.assertEqual([a["confidence"] for a in strict], [a["confidence"] for a in plain])
        for item in strict:
            if item["confidence"] < 1:
                self.assertEqual(item["status"], "MISSING", item["requirementId"])


class Ended(unittest.TestCase):
    def test_steps_and_assessments_of_a_completed_run(self):
        viewer, run = world().client("VIEWER"), world().run()
        self.assertEqual(run["status"], "COMPLETED")
        self.assertEqual(run["snapshotStatus"], "CAPTURED")
        self.assertEqual(run["progress"], {"requirementsDone": 32, "requirementsTotal": 32})
        steps = viewer.value(f"/api/runs/{run['id']}/steps")["steps"]
        for step in steps:
            assert_shape(step, STEP)
            self.assertEqual((step["runId"], step["status"], step["errorDetails"]), (run["id"], "COMPLETED", None))
        assessments = viewer.value(f"/api/runs/{run['id']}/assessments")["assessments"]
        for item in assessments:
            assert_shape(item, ASSESSMENT)
            self.assertEqual(item["runId"], run["id"])
        labels = [r["requirementId"] for r in viewer.value("/api/requirements")["requirements"]]
        self.assertEqual([a["requirementId"] for a in assessments], labels)
        counts = {status: sum(a["status"] == status for a in assessments) for status in run["counts"]}
        self.assertEqual(run["counts"], counts)

    def test_lists_by_status_newest_first(self):
        viewer = world().client("VIEWER")
        page = viewer.value("/api/runs?status=COMPLETED&limit=200")
        self.assertIn(world().run()["id"], [r["id"] for r in page["runs"]])
        self.assertEqual({r["status"] for r in page["runs"]}, {"COMPLETED"})
        self.assertEqual(page["total"], len(page["runs"]))
        stamps = [r["createdAt"] for r in page["runs"]]
        self.assertEqual(stamps, sorted(stamps, reverse=True))
        assert_fields(viewer.get("/api/runs?status=DONE"), "status")

    def test_cannot_be_cancelled(self):
        answer = world().client("MEMBER").post(f"/api/runs/{world().run()['id']}/cancel")
        assert_error(answer, 409, "CONFLICT")


class Cancelling(unittest.TestCase):
    def test_a_queued_run_ends_and_stays_ended(self):
        member = world().client("MEMBER")
        with world().stack.pipeline_paused():
            run = member.start_run()
            answer = member.post(f"/api/runs/{run['id']}/cancel")
            self.assertEqual(answer.status, 200, str(answer))
            cancelled = answer.json()["run"]
            assert_shape(cancelled, RUN)
            self.assertEqual(cancelled["status"], "CANCELLED")
            self.assertIsNotNone(cancelled["cancelledAt"])
        later = member.completed_run(requirementIds=["1.1"])
        self.assertEqual(later["status"], "COMPLETED", "the pipeline went on")
        self.assertEqual(member.value(f"/api/runs/{run['id']}"), cancelled)
        assert_error(member.post(f"/api/runs/{run['id']}/cancel"), 409, "CONFLICT")


class IdempotencyKeys(unittest.TestCase):
    def start(self, key, body, user=("MEMBER", 0)):
        return world().client(*user).post("/api/runs", body, {"Idempotency-Key": key})

    def test_the_same_request_gives_the_first_result(self):
        key, body = "key-" + secrets.token_hex(8), {"requirementIds": ["1.1", "1.2"]}
        first = self.start(key, body)
        again = self.start(key, {"requirementIds": ["1.1", "1.2"]})
        self.assertEqual((first.status, again.status), (202, 202))
        self.assertEqual(again.json(), first.json())
        other = self.start("key-" + secrets.token_hex(8), body)
        self.assertNotEqual(other.json()["run"]["id"], first.json()["run"]["id"])

    def test_the_same_request_at_once_starts_one_run(self):
        key = "key-" + secrets.token_hex(8)
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            answers = list(pool.map(lambda _: self.start(key, {"requirementIds": ["1.1"]}), range(6)))
        self.assertEqual({a.status for a in answers}, {202})
        self.assertEqual(len({a.json()["run"]["id"] for a in answers}), 1)

    def test_another_body_under_the_same_key_is_refused(self):
        key = "key-" + secrets.token_hex(8)
        self.assertEqual(self.start(key, {"requirementIds": ["1.1"]}).status, 202)
        assert_error(self.start(key, {"requirementIds": ["1.2"]}), 409, "IDEMPOTENCY_MISMATCH")

    def test_keys_are_a_users_own(self):
        key, body = "key-" + secrets.token_hex(8), {"requirementIds": ["1.1"]}
        ids = {self.start(key, body, user).json()["run"]["id"] for user in
               (("MEMBER", 0), ("ADMIN", 0), ("MEMBER", 1))}
        self.assertEqual(len(ids), 3)

    def test_a_refused_request_uses_up_no_key(self):
        key = "key-" + secrets.token_hex(8)
        assert_error(self.start(key, {"requirementIds": ["9.9.9"]}), 404, "NOT_FOUND")
        self.assertEqual(self.start(key, {"requirementIds": ["1.1"]}).status, 202)

    def test_bad_keys_are_named(self):
        for key in ("x" * 201, "a b", "ä".encode().decode("latin-1")):
            assert_fields(self.start(key, {}), "Idempotency-Key")
