# SPDX-License-Identifier: Apache-2.0
"""The systemd units: accepted by systemd-analyze, as confined as promised, and consistent with the paths, users and
settings of the rest of the tree."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
UNITS = ("assay.target", "assay-api.socket", "assay-api@.service", "assay-health.socket", "assay-health.service",
         "assay-pipeline.service", "assay-migrate.service")
# The maximum score of the weakest unit: 0 is confined, 10 is not at all.
WORST_EXPOSURE = 1.2


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def settings_of_the_programs():
    table = re.search(r"kSettings\{(.*?)\n\};", read("core", "settings", "setting_table.cpp"), re.S)[1]
    found = re.findall(r'Setting\{\s*"([^"]+)",\s*"([^"]*)"', table)
    assert len(found) == table.count("Setting{"), "the table of settings has another form now"
    return dict(found)


class Units(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dir = tempfile.mkdtemp(prefix="assay-units-")
        cls.addClassCleanup(shutil.rmtree, cls.dir)
        for name in UNITS:
            # The programs need not be installed on the machine that checks the units.
            text = re.sub(r"^ExecStart=/\S+", "ExecStart=/bin/true", read("systemd", name),
                          flags=re.M)
            with open(os.path.join(cls.dir, name.replace("@", "@1")), "w", encoding="utf-8") as file:
                file.write(text)
        shutil.copy(os.path.join(cls.dir, "assay-api@1.service"),
                    os.path.join(cls.dir, "assay-api@.service"))

    def analyze(self, *arguments):
        return subprocess.run(["systemd-analyze", "--no-pager", *arguments], cwd=self.dir,
                              env={**os.environ, "SYSTEMD_UNIT_PATH": self.dir + ":"},
                              capture_output=True, text=True, check=False)

    def test_systemd_accepts_them(self):
        for name in UNITS:
            done = self.analyze("verify", "--man=no", "./" + name.replace("@", "@1"))
            self.assertEqual((done.returncode, done.stderr), (0, ""), name)

    def test_a_wrong_line_would_be_noticed(self):
        path = os.path.join(self.dir, "wrong.service")
        with open(path, "w", encoding="utf-8") as file:
            file.write("[Service]\nExecStart=/bin/true\nNoSuchSetting=yes\n")
        self.assertIn("NoSuchSetting", self.analyze("verify", "--man=no", "./wrong.service").stderr)

    def test_they_are_confined(self):
        for name in UNITS:
            if name.endswith(".service"):
                done = self.analyze("security", "--offline=true", "./" + name.replace("@", "@1"))
                score = float(re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)[1])
                self.assertLessEqual(score, WORST_EXPOSURE, done.stdout)

    def test_the_reader_may_confine_itself(self):
        for name in ("assay-pipeline.service", "assay-api@.service"):
            added = re.findall(r"^SystemCallFilter=([^~@].*)$", read("systemd", name), re.M)
            self.assertEqual(added, ["seccomp landlock_create_ruleset landlock_add_rule "
                                     "landlock_restrict_self"], name)

    def test_pool_and_socket_belong_together(self):
        service, listen = read("systemd", "assay-api@.service"), read("systemd", "assay-api.socket")
        self.assertIn("\nSockets=assay-api.socket\n", service)
        self.assertIn("\nStandardInput=socket\n", service)
        self.assertIn("\nAccept=no\n", listen)
        self.assertIn("\nListenStream=/run/assay/api.sock\n", listen)
        self.assertIn("unix:/run/assay/api.sock;", read("nginx", "assay.conf"))

    def test_health_is_confined_as_the_pool_is_and_has_a_socket_of_its_own(self):
        def confinement(name):
            settings = [line for line in read("systemd", name).splitlines() if line and not line.startswith("#")]
            return settings[next(i for i, line in enumerate(settings) if line.startswith("UMask=")):]
        self.assertEqual(confinement("assay-health.service"), confinement("assay-api@.service"))
        self.assertIn("\nSockets=assay-health.socket\n", read("systemd", "assay-health.service"))
        self.assertIn("\nListenStream=/run/assay/health.sock\n", read("systemd", "assay-health.socket"))
        self.assertIn("unix:/run/assay/health.sock;", read("nginx", "assay.conf"))

    def test_api_and_pipeline_are_two_users_and_postgresql_knows_each(self):
        users = {name: re.search(r"^User=(\S+)", read("systemd", name), re.M)[1]
                 for name in UNITS if name.endswith(".service")}
        self.assertEqual(users.pop("assay-health.service"), users["assay-api@.service"])
        self.assertEqual(len(set(users.values())), len(users), users)
        roles = dict(re.findall(r"^assay\s+(\S+)\s+(\S+)$", read("systemd", "pg_ident.conf"), re.M))
        for name, user in users.items():
            self.assertIn(f"user={roles[user]}\"", read("systemd", name))
        line = re.search(r"^local +assay +(\S+) +peer map=assay$", read("systemd", "pg_hba.conf"), re.M)
        self.assertEqual(sorted(line[1].split(",")), sorted(set(roles.values())))

    def test_only_the_pipeline_is_given_its_secrets(self):
        for name in UNITS:
            self.assertEqual("/etc/assay/pipeline.env" in read("systemd", name), name == "assay-pipeline.service", name)

    def test_memory_has_room_for_the_readers_and_a_killed_one_ends_alone(self):
        known, unit = settings_of_the_programs(), {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
        reader, workers = int(known["ASSAY_EXTRACT_MEMORY_BYTES"]), int(known["ASSAY_WORKERS"])
        for name, own, readers in (("assay-api@.service", 512 << 20, 1), ("assay-pipeline.service", 4 << 30, 2 * workers)):
            text = read("systemd", name)
            high, most = (int(number) * unit[letter]
                          for number, letter in re.findall(r"^Memory(?:High|Max)=(\d+)([KMG])$", text, re.M))
            self.assertEqual(most, own + readers * reader, name)
            self.assertTrue(most * 0.9 < high < most, name)
            self.assertIn("\nOOMPolicy=continue\n", text)

    def test_users_and_folders_are_made(self):
        users = re.findall(r"^u (\S+)", read("systemd", "assay.sysusers"), re.M) + ["root", "www-data"]
        groups = users + re.findall(r"^g (\S+)", read("systemd", "assay.sysusers"), re.M)
        rows = re.findall(r"^d (\S+)\s+\d+\s+(\S+)\s+(\S+)", read("systemd", "assay.tmpfiles"), re.M)
        folders = {path: owner for path, owner, _ in rows}
        for _, owner, group in rows:
            self.assertIn(owner, users)
            self.assertIn(group, groups)
        for member, group in re.findall(r"^m (\S+)\s+(\S+)", read("systemd", "assay.sysusers"), re.M):
            self.assertIn(member, users)
            self.assertIn(group, groups)
        for name in UNITS:
            text = read("systemd", name)
            for user in re.findall(r"^(?:Socket)?User=(\S+)", text, re.M):
                self.assertIn(user, users, name)
            for paths in re.findall(r"^ReadWritePaths=(.*)$", text, re.M):
                for path in paths.split():
                    self.assertIn(path, folders, name)
        for path in re.findall(r"(?:alias|client_body_temp_path) (\S+?)/?;",
                               read("nginx", "assay.conf")):
            self.assertIn(path, folders)


class Settings(unittest.TestCase):
    def test_the_settings_file_lists_every_setting_with_its_default(self):
        lines = re.findall(r"^#?([A-Z][A-Z_]*)=(.*)$", read("systemd", "assay.env"), re.M)
        listed = {name: value.strip('"') for name, value in lines}
        self.assertEqual(len(listed), len(lines), "a setting is listed twice")
        known = settings_of_the_programs()
        del known["ASSAY_CONFIG"]  # names the file itself
        self.assertEqual(listed, known)

    def test_no_setting_is_switched_on_by_installing_the_file(self):
        self.assertEqual(re.findall(r"^[^#\n].*", read("systemd", "assay.env"), re.M), [])


if __name__ == "__main__":
    unittest.main()
