# SPDX-License-Identifier: Apache-2.0
"""Customised versions of packs: the effect of changes, refusals, and that past runs stay unchanged."""
import json
import secrets
import unittest

import pack_files
from client import assert_error, assert_fields
from world import world


class VersionTest(unittest.TestCase):
    """Starts from a new pack with the requirements 1.1.i, 1.1.ii and 2.1."""

    def setUp(self):
        self.admin = world().client("ADMIN")
        pack = self.upload("?bind=false")["pack"]
        self.pack, self.base = pack["id"], pack["versions"][0]["criteriaVersionId"]
        self.path = f"/api/admin/packs/{self.pack}/versions"

    def upload(self, query=""):
        answer = self.admin.upload("p.json", pack_files.as_native("Base " + secrets.token_hex(6)),
                                   path="/api/admin/packs/import" + query)
        self.assertEqual(answer.status, 201, str(answer))
        return answer.json()

    def post(self, *changes, base=None, version=None, query=""):
        return self.admin.post(self.path + query, {"baseVersionId": base or self.base,
                                                   "version": version or "own", "changes": list(changes)})

    def made(self, *changes, **more):
        answer = self.post(*changes, **more)
        self.assertEqual(answer.status, 201, str(answer))
        return answer.json()

    def content(self, version):
        return self.admin.value(f"{self.path}/{version['criteriaVersionId']}")

    def labels(self, version):
        return [r["requirementId"] for r in self.content(version)["requirements"]]


class Customised(VersionTest):
    def test_is_the_base_with_its_changes(self):
        body = self.made(
            {"op": "remove", "requirementId": "1.1.ii"},
            {"op": "change", "requirementId": "2.1", "title": "Backups are tested.", "guidance": "See 7.",
             "expectedEvidence": ["Report"]},
            {"op": "add", "criterionId": 3, "criterionTitle": "Staff", "criterionDescription": "People."},
            {"op": "add", "requirementId": "3.1", "criterionId": 3, "title": "Staff are trained."},
            {"op": "add", "requirementId": "1.0", "criterionId": 1, "title": "Gates are shut.", "after": "1.1.i"},
            {"op": "change", "criterionId": 1, "criterionTitle": "Entry", "label": "EN"})
        version = body["version"]
        self.assertEqual((version["baseVersionId"], version["shared"], version["requirementCount"]), (self.base, False, 4))
        self.assertEqual(body["report"], {
            "added": {"criteria": [3], "requirements": ["1.0", "3.1"]},
            "removed": {"criteria": [], "requirements": ["1.1.ii"]},
            "changed": {"criteria": [{"criterionId": 1, "fields": ["criterionTitle", "label"]}],
                        "requirements": [{"requirementId": "2.1", "fields": ["title", "expectedEvidence", "guidance"]}]}})
        content = self.content(version)
        self.assertEqual(self.labels(version), ["1.1.i", "1.0", "2.1", "3.1"])
        self.assertEqual([(c["criterionId"], c["criterionTitle"], c["label"]) for c in content["criteria"]],
                         [(1, "Entry", "EN"), (2, "Backups", None), (3, "Staff", None)])
        self.assertEqual((content["requirements"][2]["expectedEvidence"], content["requirements"][2]["guidance"]),
                         (["Report"], "See 7."))
        self.assertEqual(len(content["changes"]), 6)
        self.assertEqual(self.labels({"criteriaVersionId": self.base}), ["1.1.i", "1.1.ii", "2.1"])
        self.assertEqual([v["version"] for v in self.admin.all(self.path, "versions")], ["own", "1"])

    def test_a_customised_version_can_be_a_base(self):
        first = self.made({"op": "remove", "requirementId": "2.1"}, {"op": "remove", "criterionId": 2})["version"]
        second = self.made({"op": "change", "requirementId": "1.1.i", "criterionId": 1, "subcheckLabel": None},
                           base=first["criteriaVersionId"], version="own 2")["version"]
        self.assertEqual(second["baseVersionId"], first["criteriaVersionId"])
        self.assertIsNone(self.content(second)["requirements"][0]["subcheckLabel"])
        self.assertEqual(second["criteriaCount"], 1)

    def test_is_recorded_bound_when_asked_and_made_once(self):
        change = {"op": "remove", "requirementId": "2.1"}
        version = self.made(change, query="?bind=true")["version"]
        again = self.post(change)
        self.assertEqual((again.status, again.json()["version"]), (200, version), str(again))
        logs = self.admin.value(f"/api/admin/audit-logs?objectId={version['criteriaVersionId']}")["logs"]
        self.assertEqual([entry["action"] for entry in logs], ["pack.version.create"])
        logs = self.admin.value(f"/api/admin/audit-logs?objectId={self.pack}&action=binding.put")["logs"]
        self.assertEqual(json.loads(logs[0]["detail"])["version"]["to"], "own")
        bound = {p["id"]: p["criteriaVersionId"] for p in self.admin.all("/api/packs", "packs")}
        self.assertEqual(bound[self.pack], version["criteriaVersionId"])
        other = self.post({"op": "remove", "requirementId": "1.1.i"})
        self.assertEqual(assert_error(other, 409, "CONFLICT"), {"packId": self.pack, "version": "own"})
        assert_error(self.post({"op": "remove", "requirementId": "1.1.i"}, version="1"), 409, "CONFLICT")

    def test_names_the_change_that_does_not_fit(self):
        good = {"op": "remove", "requirementId": "2.1"}
        for change, member in (
                ({"op": "remove", "requirementId": "9.9"}, "requirementId"),
                ({"op": "change", "requirementId": "9.9", "title": "x"}, "requirementId"),
                ({"op": "add", "requirementId": "1.1.i", "criterionId": 1, "title": "x"}, "requirementId"),
                ({"op": "add", "requirementId": "1.9", "criterionId": 9, "title": "x"}, "criterionId"),
                ({"op": "add", "requirementId": "1.9", "criterionId": 1}, "title"),
                ({"op": "add", "requirementId": "1.9", "criterionId": 1, "title": ""}, "title"),
                ({"op": "add", "requirementId": "1.9", "criterionId": 1, "title": "x", "after": "2.1"}, "after"),
                ({"op": "change", "requirementId": "1.1.i", "expectedEvidence": "x"}, "expectedEvidence"),
                ({"op": "change", "requirementId": "1.1.i", "titel": "x"}, "titel"),
                ({"op": "add", "criterionId": 1, "criterionTitle": "x"}, "criterionId"),
                ({"op": "add", "criterionId": 7}, "criterionTitle"),
                ({"op": "remove", "criterionId": 1}, "criterionId"),
                ({"op": "remove", "criterionId": "1"}, "criterionId"),
                ({"op": "replace", "requirementId": "1.1.i"}, "op"), ({}, "op")):
            with self.subTest(change=change):
                assert_fields(self.post(good, change), f"changes[1].{member}")
        assert_fields(self.post(good, 7), "changes[1].op")

    def test_refuses_lists_of_changes_that_lead_nowhere(self):
        assert_fields(self.post(), "changes")
        every = [{"op": "remove", "requirementId": label} for label in ("1.1.i", "1.1.ii", "2.1")]
        assert_fields(self.post(*every), "changes")
        for body, field in (({"version": "x", "changes": [{}]}, "baseVersionId"),
                            ({"baseVersionId": self.base, "changes": [{}]}, "version"),
                            ({"baseVersionId": self.base, "version": "x"}, "changes")):
            with self.subTest(body=body):
                assert_fields(self.admin.post(self.path, body), field)
        self.assertEqual(len(self.admin.all(self.path, "versions")), 1)

    def test_a_base_of_another_pack_or_tenant_is_refused(self):
        other = self.upload()["pack"]["versions"][0]["criteriaVersionId"]
        change = {"op": "remove", "requirementId": "2.1"}
        assert_fields(self.post(change, base=other), "baseVersionId")
        foreign = world().client("ADMIN", 1).upload("p.json", pack_files.as_native("Theirs " + secrets.token_hex(4)),
                                                    path="/api/admin/packs/import").json()["pack"]
        answer = self.post(change, base=foreign["versions"][0]["criteriaVersionId"])
        assert_error(answer, 403, "CROSS_TENANT_ACCESS_DENIED")

    def test_of_a_shared_pack_is_the_tenants_own(self):
        shared = next(p for p in self.admin.all("/api/packs", "packs") if
                      self.admin.value(f"/api/admin/packs/{p['id']}/versions/{p['criteriaVersionId']}")["shared"])
        path = f"/api/admin/packs/{shared['id']}/versions"
        label = self.admin.value(f"{path}/{shared['criteriaVersionId']}")["requirements"][-1]["requirementId"]
        answer = self.admin.post(path, {"baseVersionId": shared["criteriaVersionId"], "version": secrets.token_hex(4),
                                        "changes": [{"op": "change", "requirementId": label, "title": "Ours"}]})
        self.assertEqual(answer.status, 201, str(answer))
        made = answer.json()["version"]["criteriaVersionId"]
        neighbour = world().client("ADMIN", 1)
        self.assertNotIn(made, [v["criteriaVersionId"] for v in neighbour.all(path, "versions")])
        assert_error(neighbour.get(f"{path}/{made}"), 403, "CROSS_TENANT_ACCESS_DENIED")
        assert_error(neighbour.get(f"{path}/{made}/export"), 403, "CROSS_TENANT_ACCESS_DENIED")


class PastRuns(VersionTest):
    def test_a_run_of_the_old_version_replays_the_same_after_rebinding(self):
        world().document()
        member = world().client("MEMBER")
        pack = self.upload("?bind=true")["pack"]
        self.pack, self.base = pack["id"], pack["versions"][0]["criteriaVersionId"]
        self.path = f"/api/admin/packs/{self.pack}/versions"
        run = member.completed_run(packId=self.pack)
        before = self.admin.get(f"/api/admin/runs/{run['id']}/replay")
        version = self.made({"op": "remove", "requirementId": "2.1"},
                            {"op": "change", "requirementId": "1.1.i", "title": "Otherwise."}, query="?bind=true")["version"]
        after = self.admin.get(f"/api/admin/runs/{run['id']}/replay")
        self.assertEqual((after.status, after.body), (200, before.body))
        self.assertEqual(len(after.json()["requirements"]), 3)
        self.assertEqual(member.value(f"/api/runs/{run['id']}")["snapshotCriteriaVersionId"], self.base)
        later = member.completed_run(packId=self.pack)
        self.assertEqual((later["snapshotCriteriaVersionId"], later["progress"]["requirementsTotal"]),
                         (version["criteriaVersionId"], 2))
