# SPDX-License-Identifier: Apache-2.0
"""Tests of a new installation: the package, setup, the services, doctor, a run over TLS."""
import os
import pty
import re
import shutil
import time

import deb
from installation import ADDRESS, PASSWORD, SERVICES, Client, Installation

WORST_EXPOSURE = 1.5  # 0 is confined, 10 is not at all


class FirstDays(Installation):
    def setup(self, *arguments, **options):
        return self.root.run("assayctl", "setup", *arguments, **options)

    def test_01_it_installs_and_says_what_comes_next(self):
        said = self.root.must("dpkg", "-i", self.put(self.package))
        self.assertIn("assayctl setup", said)
        rows = self.root.must("stat", "-c", "%n %U:%G %a", "/etc/assay/assay.env", "/etc/assay/pipeline.env",
                              "/var/lib/assay", "/var/lib/assay/blobs", "/run/assay").splitlines()
        self.assertEqual(rows, ["/etc/assay/assay.env root:assay 640", "/etc/assay/pipeline.env root:root 600",
                                "/var/lib/assay assay-pipeline:assay 710",
                                "/var/lib/assay/blobs assay-pipeline:assay-store 2775",
                                "/run/assay root:assay-store 3771"])
        self.assertEqual(self.root.run("systemctl", "is-active", "assay.target").stdout.strip(), "inactive")

    def test_02_systemd_accepts_the_installed_units(self):
        units = self.root.must("sh", "-c", "ls /lib/systemd/system/assay*").split()
        self.assertEqual(len(units), 7)
        done = self.root.run("systemd-analyze", "verify", "--man=no", *units)
        self.assertEqual((done.returncode, [line for line in done.stderr.splitlines() if "assay" in line]), (0, []))

    def test_03_setup_says_how_to_get_a_database(self):
        done = self.setup()
        self.assertEqual(done.returncode, 1)
        self.assertIn("pg_createcluster 15 main --start", done.stderr)

    def test_04_setup_needs_its_answers_and_makes_everything(self):
        self.root.must("pg_createcluster", "15", "main", "--start")
        done = self.setup()
        self.assertEqual(done.returncode, 1)
        self.assertIn("--tenant: is required", done.stderr)
        done = self.setup("--tenant", "Harbour", "--email", "ada@harbour.example", "--display-name", "Ada",
                          "--password-file", "-", stdin="short\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn("--password-file: the password", done.stderr)
        said = self.root.must("assayctl", "setup", "--tenant", "Harbour", "--email", "Ada@harbour.example",
                              "--display-name", "Ada", "--password-file", "-", "--self-signed", "localhost",
                              stdin=PASSWORD + "\n")
        for line in ("exists  database assay", "exists  schema", "made    tenant Harbour",
                     "made    administrator ada@harbour.example", "made    certificate", "made    site of nginx"):
            self.assertIn("\n" + line, "\n" + said)
        self.assertEqual(self.root.must("stat", "-c", "%U %a", "/var/lib/assay/audit.key").split(),
                         ["assay-pipeline", "600"])

    def test_05_setup_again_changes_nothing(self):
        def state():
            return self.root.must("sha256sum", "/etc/postgresql/15/main/pg_hba.conf",
                                  "/etc/postgresql/15/main/pg_ident.conf", "/etc/assay/tls/fullchain.pem",
                                  "/var/lib/assay/audit.key") + self.root.must("assayctl", "tenant", "list")
        before = state()
        said = self.root.must("assayctl", "setup")
        self.assertNotIn("made ", said)
        said = self.root.must("assayctl", "setup", "--tenant", "Harbour", "--email", "ada@harbour.example",
                              "--display-name", "Other", "--password-file", "-", stdin="another password\n")
        self.assertIn("exists  administrator ada@harbour.example", said)
        self.assertEqual(state(), before)

    def test_06_only_its_own_users_reach_the_database(self):
        def connects(user, role):
            return self.root.run("runuser", "-u", user, "--", "psql", "-X", "-w", "-d", "assay", "-U", role, "-c",
                                 "SELECT 1").returncode == 0
        self.assertTrue(connects("assay-api", "assay_api"))
        self.assertFalse(connects("assay-api", "assay_owner"))
        self.assertFalse(connects("assay-pipeline", "assay_api"))
        self.assertFalse(connects("www-data", "assay_api"))

    def test_07_the_services_start(self):
        self.root.must("systemctl", "enable", "--now", "assay.target")
        self.root.must("systemctl", "start", "nginx")
        self.wait_until_ready()
        states = self.root.must("systemctl", "is-active", *SERVICES).split()
        self.assertEqual(set(states), {"active"})
        for service in ("assay-api@1", "assay-health", "assay-migrate", "assay-pipeline"):
            said = self.root.must("systemd-analyze", "--no-pager", "security", service + ".service")
            self.assertLessEqual(float(re.search(r"exposure level for \S+: ([\d.]+)", said)[1]), WORST_EXPOSURE, said)
        type(self).client = self.sign_in()
        answer = self.client.get("/cm/")
        self.assertEqual((answer.status, "max-age" in answer.headers["strict-transport-security"]), (200, True))

    def test_08_doctor_finds_what_is_wrong_and_says_how_to_mend_it(self):
        healthy, findings = self.doctor()
        self.assertEqual((healthy, sorted(findings)), (True, ["backup", "http"]))
        for finding in findings.values():
            self.root.must("sh", "-c", finding["mend"].rpartition(": ")[2])
        self.assertEqual(self.doctor(), (True, {}))
        for line in self.root.must("assayctl", "doctor").splitlines():
            self.assertTrue(line.startswith("ok    "), line)
        # Each of these is broken, found, and mended as doctor says.
        for check, breaks in (("/etc/assay/assay.env", "chmod 644 /etc/assay/assay.env"),
                              ("/var/lib/assay/blobs", "chmod 777 /var/lib/assay/blobs"),
                              ("/var/lib/assay/audit.key", "chown assay-api /var/lib/assay/audit.key"),
                              ("pipeline", "systemctl stop assay-pipeline"),
                              ("API", "systemctl stop assay-api.socket"),
                              ("/var/lib/assay-uploads", "rm -r /var/lib/assay-uploads")):
            with self.subTest(check):
                self.root.must("sh", "-c", breaks)
                healthy, findings = self.doctor()
                self.assertFalse(healthy)
                self.assertEqual(findings[check]["verdict"], "fail")
                self.root.must("sh", "-c", findings[check]["mend"].rpartition(": ")[2])
                self.wait_until_ready()
                self.assertEqual(self.doctor(), (True, {}))

    def test_09_doctor_names_a_database_and_settings_that_will_not_do(self):
        settings = self.root.path("/etc/assay/assay.env")
        with open(settings, encoding="utf-8") as file:
            before = file.read()
        with open(settings, "a", encoding="utf-8") as file:
            file.write("ASSAY_OCR_LANGUAGES=eng+tlh\nASSAY_LLM_API_KEY=secret\nASSAY_WORKERS=90\n"
                       "ASSAY_MODEL_DIR=/nowhere\nASSAY_MIN_FREE_BYTES=1000000000000000\n")
        _, findings = self.doctor()
        self.assertEqual(findings["OCR"]["mend"], "apt install tesseract-ocr-tlh")
        self.assertIn("ASSAY_LLM_API_KEY", findings["/etc/assay/assay.env"]["found"])
        for check in ("max_connections", "encoder", "disk of originals"):
            self.assertEqual(findings[check]["verdict"], "fail", check)
        with open(settings, "w", encoding="utf-8") as file:
            file.write(before)
        # Two things that only a look at the database shows.
        self.root.must("runuser", "-u", "postgres", "--", "psql", "-X", "-c", "ALTER SYSTEM SET synchronous_commit = off",
                       "-c", "SELECT pg_reload_conf()")
        time.sleep(1)
        self.assertEqual(self.doctor()[1]["durability"]["verdict"], "fail")
        self.root.must("runuser", "-u", "postgres", "--", "psql", "-X", "-c", "ALTER SYSTEM RESET synchronous_commit",
                       "-c", "SELECT pg_reload_conf()")
        self.root.must("systemctl", "stop", "postgresql@15-main")
        healthy, findings = self.doctor()
        self.assertEqual((healthy, findings["database"]["verdict"]), (False, "fail"))
        self.root.must("systemctl", "start", "postgresql@15-main")
        self.wait_until_ready()

    def test_10_a_run_completes(self):
        pack = os.path.join(deb.ROOT, "tests", "sample", "pack.json")
        shutil.copy(pack, self.root.path("/tmp/pack.json"))
        tenant = self.client.value("/api/auth/me")["tenantId"]
        self.root.must("assayctl", "pack", "import", "/tmp/pack.json", "--tenant", tenant, "--bind")
        document = self.client.add_ready("backup.md", b"# Backup policy\n\nBackups are taken every night, encrypted, and "
                                         b"restored as a test every quarter by the operations team.\n")
        run = self.client.completed_run(packId=self.client.value("/api/packs")["packs"][0]["id"])
        type(self).document, type(self).run_id = document["id"], run["id"]
        answer = self.client.get(f"/api/documents/{document['id']}/content")
        self.assertEqual(answer.status, 200, "nginx itself sends the original")

    def test_11_setup_asks_on_a_terminal(self):
        answers = ["nobody", "bo@second.example", "Bo", "short", PASSWORD, "something else", PASSWORD, PASSWORD]
        pid, terminal = pty.fork()
        if pid == 0:
            words = self.root.command("assayctl", "setup", "--tenant", "Second")
            os.execvp(words[0], words)
        seen = b""
        for answer in answers:
            while not seen.endswith(b": "):
                seen += os.read(terminal, 4096)
            os.write(terminal, answer.encode() + b"\n")
            seen += os.read(terminal, 1)
        while b"Next:" not in seen:
            seen += os.read(terminal, 4096)
        self.assertEqual(os.waitpid(pid, 0)[1], 0)
        os.close(terminal)
        said = seen.decode()
        self.assertIn("The two differ.", said)
        self.assertIn("made    administrator bo@second.example", said)
        self.assertNotIn(PASSWORD, said)
        answer = Client(ADDRESS, tls=self.client.tls).post("/api/auth/login",
                                                          {"email": "bo@second.example", "password": PASSWORD})
        self.assertEqual(answer.status, 200)
