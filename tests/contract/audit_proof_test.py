# SPDX-License-Identifier: Apache-2.0
"""Verification, export and checkpoints of the audit trail, over the API and by assayctl."""
import hashlib
import json
import os
import shutil
import subprocess
import unittest

from client import assert_error
from stack import ASSAY, wait_until
from world import world

FIELDS = ("action", "objectType", "objectId", "actor.type", "actor.id", "actor.email", "outcome", "requestId", "runId",
          "ip", "userAgent", "authMethod", "actorRole", "detail")


def ctl(*arguments):
    """(exit code, standard output) of assayctl on the stack."""
    done = subprocess.run([ASSAY, "ctl", "--state", world().stack.state, *arguments], text=True, check=False,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    return done.returncode, done.stdout or done.stderr


def hash_of(entry):
    """The hash of an exported entry, computed as the format's description specifies."""
    def field(value):
        if value is None:
            return b"\xff" * 8
        data = str(value).encode()
        return len(data).to_bytes(8, "big") + data
    values = [entry["tenantId"], entry["sequence"], entry["id"], entry["createdAtMicros"]]
    for name in FIELDS:
        outer, _, inner = name.partition(".")
        values.append(entry[outer][inner] if inner else entry[outer])
    return hashlib.sha256(b"\x02" + bytes.fromhex(entry["previousHash"]) + b"".join(map(field, values))).hexdigest()


def exported(query=""):
    answer = world().client("ADMIN").get("/api/admin/audit-logs/export" + query)
    assert answer.status == 200, str(answer)
    assert answer.headers["content-type"] == "application/x-ndjson", answer.headers
    *entries, last = [json.loads(line) for line in answer.body.decode().splitlines()]
    return entries, last["end"]


class Proof(unittest.TestCase):
    def test_an_export_can_be_checked_by_anybody(self):
        world().run()
        entries, end = exported()
        self.assertEqual(end["count"], len(entries))
        self.assertEqual((end["head"]["sequence"], end["head"]["hash"]), (len(entries), entries[-1]["hash"]))
        before = "0" * 64
        for number, entry in enumerate(entries, 1):
            self.assertEqual((entry["sequence"], entry["previousHash"]), (number, before))
            self.assertEqual(hash_of(entry), entry["hash"], entry)
            before = entry["hash"]

    def test_an_export_takes_the_filters_of_the_list(self):
        run = world().run()["id"]
        entries, end = exported(f"?runId={run}&action=run.start")
        self.assertEqual([(e["action"], e["runId"]) for e in entries], [("run.start", run)])
        self.assertEqual(end["count"], 1)

    def test_the_daemon_makes_checkpoints_from_its_start_on(self):
        path = world().stack.path("data", "checkpoints.jsonl")
        wait_until(lambda: os.path.exists(path) and os.path.getsize(path), 20, "a checkpoint")
        verdict = world().client("ADMIN").value("/api/admin/audit-logs/verify")
        self.assertGreaterEqual(verdict["checkpoints"]["checked"], 1)
        self.assertEqual((verdict["verified"], verdict["checkpoints"]["signatures"]), (True, "VERIFIED"))
        self.assertEqual(os.stat(world().stack.path("data", "audit.key")).st_mode & 0o777, 0o600)

    def test_assayctl_finds_nothing_wrong_and_makes_checkpoints(self):
        world().run()
        code, text = ctl("audit", "checkpoint")
        self.assertEqual(code, 0, text)
        number = json.loads(text)["number"]
        code, text = ctl("audit", "verify")
        verdict = json.loads(text)
        self.assertEqual((code, verdict["verified"], verdict["firstBroken"]), (0, True, []), text)
        self.assertEqual(verdict["checkpoints"]["file"], os.path.realpath(world().stack.path("data", "checkpoints.jsonl")))
        self.assertGreaterEqual(verdict["checkpoints"]["checked"], number)
        self.assertGreaterEqual(verdict["tenants"], 2)
        code, text = ctl("audit", "init")
        self.assertIn("BEGIN PUBLIC KEY", json.loads(text)["publicKey"])
        code, text = ctl("audit", "export", "--tenant", world().tenant_id())
        self.assertEqual(code, 0)
        statement = json.loads(text.splitlines()[-1])["end"]["checkpoint"]["statement"]
        self.assertGreaterEqual(statement["number"], number)


    def test_a_review_changed_behind_the_service_is_found(self):
        admin, stack = world().client("ADMIN"), world().stack
        run = world().client("MEMBER").completed_run(requirementIds=["1.1"])
        assessment = admin.value(f"/api/runs/{run['id']}/assessments")["assessments"][0]
        wrong = next(one for one in ("COMPLETE", "MISSING") if one != assessment["status"])
        made = admin.post(f"/api/assessments/{assessment['id']}/reviews",
                          {"verdict": "OVERRIDDEN", "status": wrong, "note": "seen on site"})
        self.assertEqual(made.status, 201, str(made))
        self.assertTrue(admin.value("/api/admin/audit-logs/verify")["verified"])

        def reason_after(statement):
            stack.sql("ALTER TABLE assessment_review DISABLE TRIGGER USER; " + statement
                      + "; ALTER TABLE assessment_review ENABLE TRIGGER USER")
            return (admin.value("/api/admin/audit-logs/verify")["firstBroken"] or {}).get("reason")
        one = f"WHERE assessment_id = '{assessment['id']}'"
        self.assertEqual(reason_after(f"UPDATE assessment_review SET note = 'seen by nobody' {one}"),
                         "the review that it records is another now")
        code, text = ctl("audit", "verify")
        self.assertEqual((code, json.loads(text)["verified"]), (1, False), text)
        self.assertIsNone(reason_after(f"UPDATE assessment_review SET note = 'seen on site' {one}"))
        self.assertEqual(reason_after(f"CREATE TABLE kept_review AS SELECT * FROM assessment_review {one}; "
                                      f"DELETE FROM assessment_review {one}"), "the review that it records is gone")
        self.assertIsNone(reason_after("INSERT INTO assessment_review SELECT * FROM kept_review; DROP TABLE kept_review"))

    def test_a_step_of_a_run_changed_behind_the_service_is_found(self):
        admin, stack = world().client("ADMIN"), world().stack
        run = world().client("MEMBER").completed_run(requirementIds=["1.1"])
        entry = admin.value(f"/api/admin/audit-logs?runId={run['id']}&action=run.completed")["logs"][0]
        self.assertRegex(json.loads(entry["detail"])["digests"]["steps"], "^[0-9a-f]{64}$")
        replay, verify = f"/api/admin/runs/{run['id']}/replay", "/api/admin/audit-logs/verify"

        def change(refs):
            stack.tamper(f"UPDATE run_step SET output_refs = {refs} WHERE run_id = '{run['id']}' AND step_index = 1")

        change("""output_refs || '{"forged": 1}'""")
        broken = admin.value(verify)["firstBroken"]
        self.assertEqual((broken["sequence"], broken["id"]), (entry["sequence"], entry["id"]))
        self.assertIn("the steps of the run", broken["reason"])
        details = assert_error(admin.get(replay), 500, "SNAPSHOT_INTEGRITY_FAILURE")
        self.assertIn("the steps of the run", details["issue"])
        change("output_refs - 'forged'")
        self.assertTrue(admin.value(verify)["verified"])
        self.assertEqual(admin.value(replay)["integrity"], "VERIFIED")

    def test_a_copy_of_the_checkpoints_finds_entries_that_were_cut_off(self):
        """Even if the database and its local file agree that nothing is missing."""
        tenant, admin = world().tenant_id(1), world().client("ADMIN", 1)
        stack = world().stack
        world().run(1)
        ctl("audit", "checkpoint")
        own = stack.path("data", "checkpoints.jsonl")
        with open(own, encoding="utf-8") as file:
            before = file.read()
        last = json.loads(before.splitlines()[-1])
        newest = last["statement"]["number"]
        head = next(sequence for one, sequence, _ in last["heads"] if one == tenant)
        admin.value("/api/admin/audit-logs")  # the next checkpoint covers this entry
        ctl("audit", "checkpoint")
        copy = own + ".away"
        shutil.copyfile(own, copy)
        code, text = ctl("audit", "verify", "--against", copy)
        verdict = json.loads(text)
        self.assertEqual((code, verdict["verified"], verdict["checkpoints"]["against"]), (0, True, copy), text)

        with stack.pipeline_paused():
            kept = stack.sql(f"SELECT encode(hash, 'hex') FROM audit_head WHERE tenant_id = '{tenant}'")[0][0]
            stack.sql(f"CREATE TABLE cut AS SELECT * FROM audit_log WHERE tenant_id = '{tenant}' AND sequence > {head}; "
                      f"CREATE TABLE cut_checkpoint AS SELECT * FROM audit_checkpoint WHERE number > {newest}")
            last = int(stack.sql("SELECT max(sequence) FROM cut")[0][0])
            stack.tamper(f"DELETE FROM audit_checkpoint WHERE number > {newest}; DELETE FROM audit_log WHERE tenant_id ="
                         f" '{tenant}' AND sequence > {head}; UPDATE audit_head SET sequence = {head}, hash = (SELECT hash"
                         f" FROM audit_log WHERE tenant_id = '{tenant}' AND sequence = {head}) WHERE tenant_id = '{tenant}'")
            with open(own, encoding="utf-8") as file:
                whole = file.read()
            with open(own, "w", encoding="utf-8") as file:
                file.write(before)
            self.assertEqual(ctl("audit", "verify", "--tenant", tenant)[0], 0, "by itself, all of it fits")
            code, text = ctl("audit", "verify", "--against", copy)
            verdict = json.loads(text)
            self.assertEqual((code, verdict["verified"]), (1, False))
            self.assertIn("the copy goes on", verdict["checkpoints"]["firstBroken"]["reason"])
            (broken,) = [one for one in verdict["firstBroken"] if one["tenantId"] == tenant]
            self.assertEqual(broken["sequence"], head + 1)
            self.assertIn("entries are missing that checkpoint", broken["reason"])
            with open(own, "w", encoding="utf-8") as file:
                file.write(whole)
            stack.tamper("INSERT INTO audit_log SELECT * FROM cut; INSERT INTO audit_checkpoint SELECT * FROM"
                         f" cut_checkpoint; UPDATE audit_head SET sequence = {last}, hash = decode('{kept}', 'hex')"
                         f" WHERE tenant_id = '{tenant}'; DROP TABLE cut; DROP TABLE cut_checkpoint")
        self.assertEqual(ctl("audit", "verify", "--against", copy)[0], 0)


class Tampering(unittest.TestCase):
    """Breaks the trail of the second tenant, and repairs it again."""

    def change(self, statement):
        world().stack.tamper(statement)

    def test_a_trail_without_any_checkpoint_is_said_to_be_unproven(self):
        ctl("audit", "checkpoint")
        stack = world().stack
        path = stack.path("data", "checkpoints.jsonl")
        with open(path, encoding="utf-8") as file:
            whole = file.read()

        def write(text):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

        self.assertIsNone(json.loads(ctl("audit", "verify")[1])["checkpoints"]["warning"])
        with stack.pipeline_paused():
            stack.sql("CREATE TABLE kept_checkpoint AS SELECT * FROM audit_checkpoint")
            self.change("DELETE FROM audit_checkpoint")
            write("")
            code, text = ctl("audit", "verify")
            self.change("INSERT INTO audit_checkpoint SELECT * FROM kept_checkpoint; DROP TABLE kept_checkpoint")
            write(whole)
        self.assertIn("No checkpoint has seen", json.loads(text)["checkpoints"]["warning"])
        self.assertEqual(ctl("audit", "verify")[0], 0)

    def test_a_head_that_takes_no_entry_is_no_reason_for_silence(self):
        tenant, admin = world().tenant_id(1), world().client("ADMIN", 1)
        admin.value("/api/admin/audit-logs")
        self.change(f"UPDATE audit_head SET sequence = sequence - 2 WHERE tenant_id = '{tenant}'")
        self.addCleanup(self.change, f"UPDATE audit_head SET sequence = sequence + 2 WHERE tenant_id = '{tenant}'")
        verdict = admin.value("/api/admin/audit-logs/verify")
        self.assertFalse(verdict["verified"])
        self.assertIsNotNone(verdict["firstBroken"])

    def test_a_changed_entry_and_a_cut_file_are_found(self):
        tenant, admin = world().tenant_id(1), world().client("ADMIN", 1)
        world().run(1)
        ctl("audit", "checkpoint")
        where = f" WHERE tenant_id = '{tenant}' AND sequence = 3"
        self.change("UPDATE audit_log SET object_id = object_id || ' '" + where)
        verdict = admin.value("/api/admin/audit-logs/verify")
        self.assertEqual((verdict["verified"], verdict["entries"], verdict["firstBroken"]["sequence"]), (False, 2, 3))
        self.assertIn("hash", verdict["firstBroken"]["reason"])
        code, text = ctl("audit", "verify")
        (broken,) = json.loads(text)["firstBroken"]
        self.assertEqual((code, broken["tenantId"], broken["sequence"]), (1, tenant, 3), text)
        self.assertEqual(ctl("audit", "verify", "--tenant", world().tenant_id(0))[0], 0, "the other's is whole")
        self.change("UPDATE audit_log SET object_id = rtrim(object_id)" + where)
        self.assertTrue(admin.value("/api/admin/audit-logs/verify")["verified"])
        entry = admin.value("/api/admin/audit-logs?action=audit.verify&limit=2")["logs"][1]
        self.assertEqual((entry["outcome"], json.loads(entry["detail"])["firstBroken"]["sequence"]), ("error", 3))

        path = world().stack.path("data", "checkpoints.jsonl")
        with open(path, encoding="utf-8") as file:
            lines = file.readlines()
        shorter = path + ".copy"
        with open(shorter, "w", encoding="utf-8") as file:
            file.writelines(lines[:-1])
        code, text = ctl("audit", "verify", "--checkpoints", shorter)
        self.assertEqual((code, json.loads(text)["checkpoints"]["firstBroken"]["where"]), (1, "file"), text)
        code, text = ctl("audit", "verify", "--checkpoints", path, "--public-key", path)
        self.assertNotEqual(code, 0, "a file without keys is none to trust")
