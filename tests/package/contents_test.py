# SPDX-License-Identifier: Apache-2.0
"""What is in the Debian package: programs, settings, pages. Checks it as lintian, man, bash and systemd see it."""
import gzip
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

import deb



class Contents(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="assay-deb-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.package = deb.build(cls.folder + "/made")
        cls.root = cls.folder + "/root"
        deb.run("dpkg-deb", "-R", cls.package, cls.root)

    def read(self, path):
        with open(self.root + path, encoding="utf-8") as file:
            return file.read()

    def test_its_name_and_what_it_needs(self):
        self.assertRegex(os.path.basename(self.package), r"^assay_\d+\.\d+\.\d+_[a-z0-9]+\.deb$")
        self.assertIn(f"_{deb.field(self.package, 'Version')}_{deb.field(self.package, 'Architecture')}.deb",
                      self.package)
        needed = deb.field(self.package, "Depends")
        for name in ("libpq5", "libpoppler126", "libtesseract5", "tesseract-ocr-eng", "postgresql-client-15 | "):
            self.assertIn(name, needed)
        # A host of many may have no database and no nginx.
        self.assertNotRegex(needed, r"(^|, )(postgresql-15|nginx)")
        self.assertIn("nginx-light", deb.field(self.package, "Recommends"))

    def test_the_units_find_their_programs(self):
        for name in os.listdir(self.root + "/lib/systemd/system"):
            for program in re.findall(r"^ExecStart=(\S+)", self.read("/lib/systemd/system/" + name), re.M):
                self.assertTrue(os.access(self.root + program, os.X_OK), program)
                self.assertNotIn("not stripped", deb.run("file", self.root + program))
        self.assertTrue(os.access(self.root + "/usr/lib/assay/assay-ocr", os.X_OK), "it is beside assay-extract")

    def test_the_files_that_settings_name_are_there(self):
        settings = {row["name"]: row["default"] for row in self.said("config")["settings"]}
        self.assertTrue(os.access(self.root + settings["ASSAY_EXTRACT_BINARY"], os.X_OK))
        self.assertTrue(os.path.exists(self.root + settings["ASSAY_MODEL_DIR"] + "/dist/model.json"))
        root = re.search(r"^\s*root (\S+);", self.read("/etc/nginx/sites-available/assay.conf"), re.M)[1]
        for page in ("/cm/index.html", "/admin/index.html"):
            self.assertTrue(os.path.exists(self.root + root + page))

    def test_rules_and_dashboard_are_there(self):
        self.assertEqual(sorted(os.listdir(self.root + "/usr/share/assay/observability")),
                         ["assay-dashboard.json", "assay.rules.yml", "prometheus.yml"])

    def test_the_clients_are_among_the_examples(self):
        folder = self.root + "/usr/share/doc/assay/examples/"
        compile(self.read("/usr/share/doc/assay/examples/assay_client.py"), "assay_client.py", "exec")
        self.assertGreater(os.path.getsize(folder + "assay-client.ts"), 100_000)

    def said(self, *words):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ASSAY_")}
        return json.loads(deb.run(self.root + "/usr/bin/assayctl", *words, env=environment))

    def test_everything_in_etc_is_asked_about_before_it_is_replaced(self):
        listed = self.read("/DEBIAN/conffiles").split()
        there = [os.path.join(folder, name)[len(self.root):] for folder, _, names in os.walk(self.root + "/etc")
                 for name in names]
        self.assertEqual(sorted(listed), sorted(there))

    def test_secrets_are_not_for_everybody(self):
        for name, mode in (("assay.env", 0o640), ("pipeline.env", 0o600)):
            self.assertEqual(os.stat(self.root + "/etc/assay/" + name).st_mode & 0o777, mode, name)

    def test_the_manual_describes_every_command_and_setting(self):
        for page, words in (("man8/assayctl.8", [row["command"] for row in self.said("help", "--json")["commands"]]),
                            ("man5/assay.env.5", [row["name"] for row in self.said("config")["settings"]])):
            path = self.root + "/usr/share/man/" + page + ".gz"
            shown = subprocess.run(["man", "--warnings=w", "-l", path], capture_output=True, text=True, check=False,
                                   env={**os.environ, "MANWIDTH": "100", "LC_ALL": "C.UTF-8", "MANPAGER": "cat"})
            self.assertEqual((shown.returncode, shown.stderr), (0, ""))
            for word in words:
                self.assertRegex(shown.stdout, rf"(?m)^ +{re.escape(word)}(\s|$)", page)
        with gzip.open(self.root + "/usr/share/man/man8/assayctl.8.gz", "rt", encoding="utf-8") as file:
            self.assertIn(".TH ASSAYCTL 8", file.read())

    def complete(self, line):
        """What bash offers for the last word of the line."""
        script = f"""source '{self.root}/usr/share/bash-completion/completions/assayctl'
                     COMP_WORDS=({line}) COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _assayctl
                     printf '%s\\n' "${{COMPREPLY[@]}}" """
        return deb.run("bash", "-euc", script).split()

    def test_bash_completes_commands_and_options(self):
        self.assertIn("tenant", self.complete("assayctl ''"))
        self.assertEqual(self.complete("assayctl tenant ''"), ["create", "list", "export", "erase"])
        self.assertEqual(self.complete("assayctl tenant c"), ["create"])
        self.assertEqual(self.complete("assayctl tenant create --"), ["--name"])
        self.assertIn("--against", self.complete("assayctl audit verify --tenant X --"))
        self.assertEqual(self.complete("assayctl bind --c"), ["--complete"])
        self.assertEqual(self.complete("assayctl binding list --"), ["--tenant"])

    @unittest.skipUnless(shutil.which("lintian"), "lintian is not installed")
    def test_lintian_finds_no_errors(self):
        done = subprocess.run(["lintian", "--no-cfg", "--allow-root", "--fail-on", "none", "--tag-display-limit", "0",
                               self.package], capture_output=True, text=True, check=False)
        errors = [line for line in done.stdout.splitlines() if line.startswith("E: ")]
        self.assertEqual(errors, [], done.stdout)
        self.assertEqual(done.stderr, "")


if __name__ == "__main__":
    unittest.main()
