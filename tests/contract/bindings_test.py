# SPDX-License-Identifier: Apache-2.0
"""Bindings: version, thresholds and evaluator of a tenant's packs. Runs keep the values they started with."""
import uuid
import unittest

from client import assert_error, assert_fields
from route_table import NOWHERE
from shapes import BINDING, assert_shape
from world import world

BINDINGS = "/api/admin/bindings"


class Bindings(unittest.TestCase):
    def setUp(self):
        self.admin = world().client("ADMIN")

    def put(self, pack, status=200, headers=None, **body):
        answer = self.admin.send("PUT", f"{BINDINGS}/{pack['packId']}",
                                 {"criteriaVersionId": pack["criteriaVersionId"], **body}, headers)
        self.assertEqual(answer.status, status, str(answer))
        return answer.json().get("binding")

    def other_version(self, pack):
        """Another version of the pack, with only the first requirement."""
        version, tenant = str(uuid.uuid4()), world().tenant_id()
        world().stack.sql(f"""
            INSERT INTO criteria_version (id, pack_id, owner_tenant_id, version, content_hash)
              VALUES ('{version}', '{pack['packId']}', '{tenant}', '2', encode(sha256('{version}'), 'hex'));
            INSERT INTO criterion (criteria_version_id, owner_tenant_id, criterion_id, title)
              VALUES ('{version}', '{tenant}', 1, 'Backups');
            INSERT INTO requirement (id, criteria_version_id, owner_tenant_id, pack_id, position, requirement_id,
              criterion_id, title)
              VALUES ('{uuid.uuid4()}', '{version}', '{tenant}', '{pack['packId']}', 1, '1.1', 1, 'Backups exist')""")
        return version

    def test_are_made_read_changed_and_removed(self):
        pack = world().pack(bound=False)
        path = f"{BINDINGS}/{pack['packId']}"
        self.assertEqual(assert_error(self.admin.get(path), 404, "NOT_FOUND"), {"packId": pack["packId"]})
        made = self.put(pack, 201)
        assert_shape(made, BINDING)
        self.assertEqual((made["thresholds"], made["evaluator"], made["requirementCount"]),
                         ({"complete": 0.75, "partial": 0.4}, "builtin", 2))
        self.assertEqual(self.admin.value(path), made)
        self.assertIn(made, self.admin.value(BINDINGS)["bindings"])
        self.assertIn(pack["packId"], [p["id"] for p in self.admin.value("/api/packs")["packs"]])
        changed = self.put(pack, thresholds={"complete": 0.9})
        self.assertEqual(changed["thresholds"], {"complete": 0.9, "partial": 0.4})
        self.assertEqual(self.put(pack)["thresholds"], changed["thresholds"], "what is not said stays")
        self.assertEqual(self.admin.delete(path).status, 204)
        assert_error(self.admin.delete(path), 404, "NOT_FOUND")
        self.assertNotIn(pack["packId"], [p["id"] for p in self.admin.value("/api/packs")["packs"]])
        logs = self.admin.value(f"/api/admin/audit-logs?objectId={pack['packId']}")["logs"]
        self.assertEqual([entry["action"] for entry in logs][::-1],
                         ["binding.put", "binding.put", "binding.put", "binding.delete"])

    def test_name_what_is_wrong(self):
        pack = world().pack()
        path, good = f"{BINDINGS}/{pack['packId']}", pack["criteriaVersionId"]
        for field, body in {
                "criteriaVersionId": {"criteriaVersionId": 5}, "evaluator": {"criteriaVersionId": good, "evaluator": "oracle"},
                "thresholds": {"criteriaVersionId": good, "thresholds": [1]},
                "thresholds.most": {"criteriaVersionId": good, "thresholds": {"most": 1}},
                "thresholds.complete": {"criteriaVersionId": good, "thresholds": {"complete": 1.01}},
                "thresholds.partial": {"criteriaVersionId": good, "thresholds": {"partial": "0.1"}}}.items():
            with self.subTest(field=field):
                assert_fields(self.admin.send("PUT", path, body), field)
        without_model = {"criteriaVersionId": good, "evaluator": "llm"}
        assert_fields(self.admin.send("PUT", path, without_model), "evaluator")
        for thresholds in ({"partial": 0}, {"complete": 0, "partial": 0}, {"partial": 0.8}, {"complete": 0.3},
                           {"complete": 0.5, "partial": 0.51}):
            body = {"criteriaVersionId": good, "thresholds": thresholds}
            assert_fields(self.admin.send("PUT", path, body), "thresholds.partial")
        for complete, partial in ((1, 0.01), (0.01, 0.01), (1, 1)):
            self.put(pack, thresholds={"complete": complete, "partial": partial})

    def test_without_a_version_keep_theirs_or_take_the_newest(self):
        pack = world().pack(bound=False)
        path = f"{BINDINGS}/{pack['packId']}"
        made = self.admin.send("PUT", path, {})
        self.assertEqual((made.status, made.json()["binding"]["criteriaVersionId"]), (201, pack["criteriaVersionId"]))
        newest = self.other_version(pack)
        kept = self.admin.send("PUT", path, {"thresholds": {"complete": 0.9}})
        self.assertEqual((kept.status, kept.json()["binding"]["criteriaVersionId"]), (200, pack["criteriaVersionId"]))
        self.assertEqual(self.admin.delete(path).status, 204)
        again = self.admin.send("PUT", path, {"criteriaVersionId": None})
        self.assertEqual((again.status, again.json()["binding"]["criteriaVersionId"]), (201, newest))

    def test_take_only_a_version_of_the_pack(self):
        pack, other = world().pack(), world().pack()
        path = f"{BINDINGS}/{pack['packId']}"
        answer = self.admin.send("PUT", path, {"criteriaVersionId": other["criteriaVersionId"]})
        assert_fields(answer, "criteriaVersionId")
        for value in (NOWHERE, "nonsense"):
            details = assert_error(self.admin.send("PUT", path, {"criteriaVersionId": value}), 404, "NOT_FOUND")
            self.assertEqual(details, {"criteriaVersionId": value})

    def test_take_no_state_that_has_changed_since_it_was_read(self):
        pack = world().pack()
        tag = self.admin.get(f"{BINDINGS}/{pack['packId']}").headers["etag"]
        self.put(pack, headers={"If-Match": tag}, thresholds={"complete": 0.8})
        body = {"criteriaVersionId": pack["criteriaVersionId"]}
        answer = self.admin.send("PUT", f"{BINDINGS}/{pack['packId']}", body, {"If-Match": tag})
        assert_error(answer, 409, "CONFLICT")

    def test_never_touch_a_past_run(self):
        world().document()
        pack = world().pack()
        member = world().client("MEMBER")
        run = member.completed_run(packId=pack["packId"])
        paths = [f"/api/admin/runs/{run['id']}/replay", f"/api/runs/{run['id']}", f"/api/admin/runs/{run['id']}",
                 f"/api/runs/{run['id']}/assessments"]
        before = [self.admin.get(path).body for path in paths]
        version = self.other_version(pack)
        self.put({**pack, "criteriaVersionId": version}, thresholds={"complete": 0.02, "partial": 0.01})
        self.assertEqual([self.admin.get(path).body for path in paths], before)
        conflict = assert_error(member.post("/api/runs", {"rerunOf": run["id"]}), 409, "CONFLICT")
        self.assertEqual((conflict["pin"], conflict["current"]), ("snapshotCriteriaVersionId", version))
        later = member.completed_run(packId=pack["packId"])
        self.assertEqual((later["snapshotCriteriaVersionId"], later["progress"]["requirementsTotal"]), (version, 1))
        self.assertEqual(later["thresholds"], {"complete": 0.02, "partial": 0.01})
        self.admin.delete(f"{BINDINGS}/{pack['packId']}")
        self.assertEqual([self.admin.get(path).body for path in paths], before)
