# SPDX-License-Identifier: Apache-2.0
"""assayctl on packs: for the installation and for one tenant."""
import json
import os
import secrets
import subprocess
import tempfile
import unittest

import pack_files
from stack import ASSAY
from world import world


def ctl(*arguments):
    """(exit status, standard output, standard error)."""
    done = subprocess.run([ASSAY, "ctl", "--state", world().stack.state, *arguments], capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr.decode()


class PackCommands(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.name, self.folder = "Pack " + secrets.token_hex(6), folder.name
        self.tenant = world().tenant_id(1)

    def file(self, name, data):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def done(self, *arguments):
        status, out, err = ctl(*arguments)
        self.assertEqual(status, 0, err)
        return json.loads(out)

    def bound(self, tenant):
        return [p["name"] for p in world().client("MEMBER", tenant).all("/api/packs", "packs")]

    def test_a_tenants_pack_from_a_workbook(self):
        path = self.file("Controls.xlsx", pack_files.as_xlsx([("A", [pack_files.HEADER] + pack_files.ROWS)]))
        common = ("pack", "import", path, "--tenant", self.tenant, "--name", self.name, "--version", "7")
        dry = self.done(*common, "--dry-run")
        self.assertEqual((dry["pack"]["id"], dry["report"]["requirements"]), (None, 3))
        self.assertNotIn(self.name, [p["name"] for p in self.done("pack", "list", "--tenant", self.tenant)["packs"]])
        pack = self.done(*common, "--bind")["pack"]
        self.assertIn(self.name, self.bound(1))
        self.assertNotIn(self.name, self.bound(0))
        listed = {p["name"]: p for p in self.done("pack", "list", "--tenant", self.tenant)["packs"]}
        self.assertEqual([v["version"] for v in listed[self.name]["versions"]], ["7"])
        self.assertNotIn(self.name, [p["name"] for p in self.done("pack", "list")["packs"]])
        status, out, err = ctl("pack", "export", "--pack", pack["id"], "--tenant", self.tenant)
        self.assertEqual((status, json.loads(out)["name"]), (0, self.name), err)
        again = self.done("pack", "import", self.file("e.json", out), "--tenant", self.tenant)
        self.assertEqual(again["pack"], pack)
        version = pack["versions"][0]["criteriaVersionId"]
        logs = world().client("ADMIN", 1).value(f"/api/admin/audit-logs?objectId={version}")["logs"]
        self.assertEqual(sorted(entry["action"] for entry in logs), ["pack.export", "pack.import"])
        self.assertEqual({entry["actor"]["id"] for entry in logs}, {"assayctl"})
        for entry in logs:
            self.assertEqual(json.loads(entry["detail"])["packName"], self.name)
        logs = world().client("ADMIN", 1).value(f"/api/admin/audit-logs?action=binding.put&objectId={pack['id']}")["logs"]
        self.assertEqual([json.loads(entry["detail"])["version"] for entry in logs], [{"from": None, "to": "7"}])

    def test_a_shared_pack(self):
        pack = self.done("pack", "import", self.file("p.json", pack_files.as_native(self.name)))["pack"]
        for tenant in (0, 1):
            versions = world().client("ADMIN", tenant).value(f"/api/admin/packs/{pack['id']}/versions")["versions"]
            self.assertEqual([v["shared"] for v in versions], [True])
            logs = world().client("ADMIN", tenant).value(
                f"/api/admin/audit-logs?action=pack.import&objectId={versions[0]['criteriaVersionId']}")["logs"]
            self.assertEqual([json.loads(entry["detail"])["packName"] for entry in logs], [self.name])
        self.assertIn(self.name, [p["name"] for p in self.done("pack", "list")["packs"]])

    def test_what_is_wrong_is_said(self):
        good = self.file("p.json", pack_files.as_native(self.name))
        for arguments, word in (
                (("pack", "import", self.file("a.csv", b"criterionTitle,title\nA,\n")), "line 2, title"),
                (("pack", "import", good, "--bind"), "--tenant"),
                (("pack", "import", good, "--tenant", "nonsense"), "--tenant"),
                (("pack", "import", good, "--tenant", "00000000-0000-7000-8000-000000000000"), "Tenant"),
                (("pack", "import", os.path.join(self.folder, "absent")), "absent"),
                (("pack", "export", "--pack", "nonsense"), "Pack"), (("pack", "export"), "--pack")):
            with self.subTest(arguments=arguments):
                status, _, err = ctl(*arguments)
                self.assertEqual(status, 1, err)
                self.assertIn(word, err)
