# SPDX-License-Identifier: Apache-2.0
"""assayctl on tenants, users and bindings: the API shows what it creates and changes."""
import json
import os
import pwd
import secrets
import subprocess
import unittest

from client import assert_error
from shapes import ACCOUNT, BINDING, TENANT, assert_shape
from stack import ASSAY
from world import world


def ctl(*arguments, stdin="", fails=False):
    """The command's output as a value; its error message if it must fail."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ASSAY_", "PG"))}
    done = subprocess.run([ASSAY, "ctl", "--state", world().stack.state, *arguments], input=stdin, text=True,
                          env=environment, capture_output=True, check=False, timeout=60)
    assert bool(done.returncode) == fails, f"{arguments}: {done.returncode} {done.stdout} {done.stderr}"
    return done.stderr if fails else json.loads(done.stdout)


def told_by(test, entry):
    """The change that an entry records; checks that it names the command line and the person."""
    test.assertEqual((entry["actor"]["type"], entry["actor"]["id"], entry["authMethod"]),
                     ("system", "assayctl", "command_line"))
    detail = json.loads(entry["detail"])
    test.assertEqual(detail.pop("osUser"), pwd.getpwuid(os.getuid()).pw_name)
    return detail


def sign_in(email, password):
    """The response to a sign-in, regardless of earlier failures."""
    world().stack.sql("DELETE FROM login_failure")
    return world().anonymous().post("/api/auth/login", {"email": email, "password": password})


class Tenants(unittest.TestCase):
    def test_are_made_once_and_listed(self):
        name = "Tenant " + secrets.token_hex(6)
        made = ctl("tenant", "create", "--name", name)
        self.assertEqual(ctl("tenant", "create", "--name", name), made)
        newest = ctl("tenant", "list")["tenants"][0]
        assert_shape(newest, TENANT)
        self.assertEqual((newest["id"], newest["name"]), (made["id"], name))
        self.assertEqual(ctl("user", "list", "--tenant", made["id"]), {"users": []})
        self.assertEqual(ctl("binding", "list", "--tenant", made["id"]), {"bindings": []})


class Documents(unittest.TestCase):
    def test_are_read_again_by_reason(self):
        tenant = ctl("tenant", "create", "--name", "Reread " + secrets.token_hex(6))["id"]
        command = ("documents", "reread", "--tenant", tenant)
        self.assertEqual(ctl(*command, "--dry-run"), {"queued": 0, "dryRun": True})
        document = world().document()
        own = ("documents", "reread", "--tenant", world().tenant_id(), "--document", document["id"])
        self.assertEqual(ctl(*own, "--dry-run"), {"queued": 1, "dryRun": True})
        self.assertEqual(ctl(*own, "--status", "FAILED"), {"queued": 0, "dryRun": False})
        self.assertEqual(ctl(*own, "--older-than-reader"), {"queued": 0, "dryRun": False})
        trail = f"/api/admin/audit-logs?action=document.reread&objectId={document['id']}&limit=1"
        detail = told_by(self, world().client("ADMIN").value(trail)["logs"][0])
        self.assertEqual(detail, {"queued": 0, "olderThanReader": True, "status": None, "failureCode": None})
        self.assertIn("--status", ctl(*command, "--status", "UPLOADED", fails=True))
        self.assertIn("--failure-code", ctl(*command, "--status", "READY", "--failure-code", "x", fails=True))


class Users(unittest.TestCase):
    def setUp(self):
        self.admin, self.email = world().client("ADMIN"), f"{secrets.token_hex(6)}@ctl.example"
        self.who = ("--tenant", world().tenant_id(), "--email", self.email)
        self.user = ctl("user", "create", *self.who, "--role", "MEMBER", "--display-name", "By hand",
                        "--password-file", "-", stdin="first password\n")

    def test_are_made_changed_and_listed(self):
        assert_shape(self.user, ACCOUNT)
        self.assertEqual(self.admin.value(f"/api/admin/users/{self.user['id']}"), self.user)
        self.assertEqual(sign_in(self.email, "first password").status, 200)
        self.assertEqual(ctl("user", "set-role", *self.who, "--role", "ADMIN")["role"], "ADMIN")
        ctl("user", "set-password", *self.who, "--password-file", "-", stdin="second password")
        assert_error(sign_in(self.email, "first password"), 401, "UNAUTHORIZED")
        self.assertEqual(sign_in(self.email, "second password").json()["user"]["role"], "ADMIN")
        self.assertTrue(ctl("user", "disable", *self.who)["disabled"])
        assert_error(sign_in(self.email, "second password"), 401, "UNAUTHORIZED")
        self.assertFalse(ctl("user", "enable", *self.who)["disabled"])
        self.assertEqual(sign_in(self.email, "second password").status, 200)
        listed = ctl("user", "list", "--tenant", world().tenant_id())["users"]
        self.assertEqual([u["role"] for u in listed if u["id"] == self.user["id"]], ["ADMIN"])
        logs = self.admin.value(f"/api/admin/audit-logs?objectType=user&objectId={self.user['id']}")["logs"]
        by_hand = [e for e in logs[::-1] if e["actor"]["type"] == "system"]
        self.assertEqual([e["action"] for e in by_hand],
                         ["user.put", "user.role", "user.password", "user.disable", "user.enable"])
        details = [told_by(self, e) for e in by_hand]
        self.assertEqual(details[0]["email"], {"from": None, "to": self.email})
        self.assertEqual(details[1], {"role": {"from": "MEMBER", "to": "ADMIN"}})
        self.assertEqual(details[3:], [{"disabled": {"from": False, "to": True}},
                                       {"disabled": {"from": True, "to": False}}])
        self.assertNotIn("password", "".join(e["detail"] for e in by_hand).replace("hasPassword", ""))

    def test_mistakes_are_named(self):
        for arguments, word in ((("set-role", *self.who, "--role", "OWNER"), "--role"),
                                (("set-password", *self.who, "--password-file", "/dev/null"), "12 characters"),
                                (("disable", *self.who[:2], "--email", "nobody@ctl.example"), "User not found"),
                                (("disable", *self.who[:2]), "--email"),
                                (("list", "--tenant", "00000000-0000-7000-8000-000000000000"), "Tenant not found"),
                                (("list", "--tenant", "nonsense"), "--tenant")):
            self.assertIn(word, ctl("user", *arguments, fails=True))


class Bindings(unittest.TestCase):
    def test_are_made_changed_and_listed(self):
        pack = world().pack(bound=False)
        what = ("--tenant", world().tenant_id(), "--pack", pack["packId"])
        made = ctl("bind", *what)
        assert_shape(made, BINDING)
        self.assertEqual(made["criteriaVersionId"], pack["criteriaVersionId"])
        changed = ctl("bind", *what, "--complete", "0.9", "--evaluator", "builtin")
        self.assertEqual(changed["thresholds"], {"complete": 0.9, "partial": 0.4})
        self.assertIn(changed, ctl("binding", "list", "--tenant", world().tenant_id())["bindings"])
        self.assertEqual(world().client("ADMIN").value(f"/api/admin/bindings/{pack['packId']}"), changed)
        for option, value in (("--partial", "0.95"), ("--complete", "2"), ("--complete", "x"), ("--evaluator", "x")):
            self.assertIn(option, ctl("bind", *what, option, value, fails=True))
        complaint = ctl("bind", *what, "--evaluator", "llm", fails=True)
        self.assertIn("--evaluator", complaint)
        self.assertIn("ASSAY_LLM_BASE_URL", complaint)
        self.assertIn(changed, ctl("binding", "list", "--tenant", world().tenant_id())["bindings"])

    def test_keep_the_version_that_is_bound(self):
        pack, admin = world().pack(bound=False), world().client("ADMIN")
        what = ("--tenant", world().tenant_id(), "--pack", pack["packId"])
        made = ctl("bind", *what)
        answer = admin.post(f"/api/admin/packs/{pack['packId']}/versions",
                            {"baseVersionId": pack["criteriaVersionId"], "version": "ours", "changes": [
                                {"op": "remove", "requirementId": "1.2"}]})
        self.assertEqual(answer.status, 201, str(answer))
        newer = answer.json()["version"]["criteriaVersionId"]
        kept = ctl("bind", *what, "--complete", "0.8")
        self.assertEqual(kept["criteriaVersionId"], made["criteriaVersionId"])
        self.assertEqual(ctl("bind", *what, "--version", newer)["criteriaVersionId"], newer)
        logs = admin.value(f"/api/admin/audit-logs?action=binding.put&objectId={pack['packId']}")["logs"]
        first, second, third = [told_by(self, e) for e in logs[::-1]]
        self.assertEqual(first["criteriaVersionId"], {"from": None, "to": made["criteriaVersionId"]})
        self.assertEqual(second, {"thresholds": {"from": {"complete": 0.75, "partial": 0.4},
                                                 "to": {"complete": 0.8, "partial": 0.4}}})
        self.assertEqual(third["criteriaVersionId"], {"from": made["criteriaVersionId"], "to": newer})

    def test_take_no_version_of_another_tenant_or_pack(self):
        pack, foreign, other = world().pack(), world().pack(1), world().pack()
        what = ("--tenant", world().tenant_id(), "--pack")
        self.assertIn("another tenant", ctl("bind", *what, foreign["packId"], "--version",
                                            foreign["criteriaVersionId"], fails=True))
        self.assertIn("not found", ctl("bind", *what, pack["packId"], "--version", other["criteriaVersionId"],
                                       fails=True))
