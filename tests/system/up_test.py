# SPDX-License-Identifier: Apache-2.0
"""`./assay` itself: starts a system in its own state, keeps each part running, is idempotent, reports in one line what
it cannot do, and leaves nothing behind. Needs the programs built."""
import functools
import glob
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.request

from local_system import (ASSAY, PARTS, ROOT, USERS, alive, ask, assay, demo_of, descendants, everything, kill, parts,
                          running, status_of, up, user_of, wait_for)


class Up(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="assay-up-")
        cls.state = cls.folder + "/state"
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.addClassCleanup(assay, "down", cls.state, "--purge")
        cls.first = up(cls.state, "--port", "0")
        cls.demo = demo_of(cls.state)

    def test_01_everything_runs_and_the_last_line_says_how_to_sign_in(self):
        self.assertEqual(set(running(self.state)), set(PARTS))
        self.assertEqual(status_of(self.state), 200)
        self.assertEqual(status_of(self.state, "/cm/"), 200)
        last = self.first.stdout.splitlines()[-1]
        url, email, password = re.fullmatch(r"Open (\S+) and sign in as (\S+) with the password (\S+)", last).groups()
        self.assertEqual(url, self.demo["baseUrl"] + "/cm/")
        self.assertIn((email, password), [(user["email"], user["password"]) for user in self.demo["users"]])

    def test_02_the_demo_file_names_who_may_sign_in(self):
        self.assertEqual(set(self.demo), {"baseUrl", "tenants", "users"})
        first, second = (tenant["id"] for tenant in self.demo["tenants"])
        roles = [(user["tenantId"], user["role"]) for user in self.demo["users"]]
        self.assertEqual(sorted(roles), sorted(
            [(first, role) for role in ("VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN")]
            + [(second, "MEMBER"), (second, "ADMIN")]))
        for user in self.demo["users"]:
            body = json.dumps({"email": user["email"], "password": user["password"]}).encode()
            request = urllib.request.Request(self.demo["baseUrl"] + "/api/auth/login", body,
                                             {"Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=10) as response:
                signed_in = json.load(response)["user"]
            self.assertEqual({key: signed_in[key] for key in ("email", "role", "tenantId")},
                             {key: user[key] for key in ("email", "role", "tenantId")})

    def test_03_doctor_finds_it_healthy(self):
        done = assay("ctl", self.state, "doctor", "--json")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        checks = {row["check"]: row["verdict"] for row in json.loads(done.stdout)["checks"]}
        self.assertEqual({check for check, verdict in checks.items() if verdict != "ok"}, {"backup"})
        for check in ("schema", "API", "pipeline", "reader", "sandbox", "encoder"):
            self.assertIn(check, checks)

    def test_03_a_second_up_changes_nothing(self):
        before, begun = running(self.state), time.monotonic()
        up(self.state)
        self.assertLess(time.monotonic() - begun, 60)
        self.assertEqual(running(self.state), before)
        self.assertEqual(demo_of(self.state), self.demo)

    def test_04_each_part_runs_as_its_own_user(self):
        me = user_of(os.getpid())
        for part, pids in running(self.state).items():
            for pid in [one for leader in pids for one in descendants(leader)]:
                self.assertEqual(user_of(pid), USERS[part] if os.geteuid() == 0 else me, part)

    def test_05_killed_parts_come_back(self):
        for part in PARTS:
            old = [one for pid in running(self.state)[part] for one in descendants(pid)]
            kill(*running(self.state)[part])
            wait_for(lambda p=part, o=set(old): not set(running(self.state).get(p, o)) & o, part + " is started again")
            wait_for(lambda o=tuple(old): not any(map(alive, o)), "what the killed one left is gone: " + part)
            wait_for(lambda: status_of(self.state) == 200, "ready without " + part)
        self.assertTrue(all(part["restarts"] >= 1 for part in parts(self.state).values()))
        self.assertRegex(assay("status", self.state).stdout, r"nginx +up +pid \d+  restarts: \d+ \(last: SIGKILL\)")

    def test_06_a_part_that_keeps_ending_is_tried_with_growing_pauses_and_shown(self):
        script = self.state + "/etc/parts/pipeline"
        with open(script, encoding="utf-8") as file:
            good = file.read()
        self.addCleanup(up, self.state)
        with open(script, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nexit 7\n")
        before = parts(self.state)["pipeline"]["restarts"]
        kill(*running(self.state)["pipeline"])
        found = {}

        def pauses():
            found.update(parts(self.state)["pipeline"])
            return found["state"] == "waiting" and (found["retrySeconds"] or 0) >= 2
        wait_for(pauses, "a pause of some seconds")
        self.assertEqual(found["lastEnd"], "exit 7")
        self.assertGreaterEqual(found["restarts"] - before, 2)
        shown = []

        def is_shown():  # it is up for a moment after each pause
            shown.append(assay("status", self.state))
            return shown[-1].returncode == 3
        wait_for(is_shown, "status 3")
        self.assertRegex(shown[-1].stdout, r"pipeline +waiting .*last: exit 7.*, next try in \d+ s")
        with open(script, "w", encoding="utf-8") as file:
            file.write(good)
        wait_for(lambda: "pipeline" in running(self.state), "the pipeline")

    def test_07_without_its_supervisor_it_goes_on_until_the_next_up(self):
        before = running(self.state)
        kill(ask(self.state, "status")["supervisor"])
        done = assay("status", self.state)
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stdout, r"(?m)^supervisor down$")
        self.assertRegex(done.stdout, r"(?m)^nginx +alone")
        self.assertEqual(status_of(self.state), 200)
        up(self.state)
        self.assertEqual(set(running(self.state)), set(PARTS))
        self.assertFalse(any(alive(pid) for pids in before.values() for pid in pids))

    def test_08_settings_of_the_environment_reach_the_processes(self):
        before = running(self.state)
        up(self.state, ASSAY_LOG_LEVEL="warning", ASSAY_DATABASE_URL="host=/nowhere",
           ASSAY_LLM_API_KEY="for-the-pipeline-alone")
        after = running(self.state)
        self.assertEqual(after["database"], before["database"])
        self.assertNotEqual(after["api"], before["api"])
        for part in ("api", "pipeline", "ctl"):
            with open(f"{self.state}/etc/{part}.env", encoding="utf-8") as file:
                settings = file.read()
            self.assertIn("\nASSAY_LOG_LEVEL=warning\n", settings)
            self.assertNotIn("nowhere", settings)
            self.assertEqual("for-the-pipeline-alone" in settings, part == "pipeline", part)

    def test_08b_what_administrators_changed_stays_when_settings_change(self):
        tenant = self.demo["tenants"][0]
        person = next(u for u in self.demo["users"] if u["tenantId"] == tenant["id"] and u["role"] == "ADMIN")
        viewer = next(u for u in self.demo["users"] if u["tenantId"] == tenant["id"] and u["role"] == "VIEWER")
        ctl = functools.partial(self.ctl, "--tenant", tenant["id"])
        pack = ctl("binding", "list")["bindings"][0]
        token = self.api("POST", "/api/auth/login", {"email": person["email"], "password": person["password"]})["accessToken"]
        own = self.api("POST", f"/api/admin/packs/{pack['packId']}/versions", {
            "baseVersionId": pack["criteriaVersionId"], "version": "ours",
            "changes": [{"op": "remove", "requirementId": "8.4"}]}, token)["version"]["criteriaVersionId"]
        bound = self.api("PUT", f"/api/admin/bindings/{pack['packId']}", {
            "criteriaVersionId": own, "thresholds": {"complete": 0.9, "partial": 0.5}}, token)["binding"]
        ctl("pack", "import", self.newer_pack(), shared=True)
        ctl("user", "set-role", "--email", viewer["email"], "--role", "MEMBER")
        ctl("user", "disable", "--email", viewer["email"])
        before = ctl("user", "list"), ctl("binding", "list"), self.trail()
        up(self.state, ASSAY_LOG_LEVEL="error")
        self.assertEqual((ctl("user", "list"), ctl("binding", "list"), self.trail()), before)
        self.assertIn(bound, before[1]["bindings"])

    def ctl(self, *arguments, shared=False):
        """The output of a command as a value. The first two arguments name the tenant; with shared they are
        omitted."""
        words = arguments[2:] if shared else (*arguments[2:], *arguments[:2])
        done = assay("ctl", self.state, *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def api(self, method, path, body, token=None):
        request = urllib.request.Request(self.demo["baseUrl"] + path, json.dumps(body).encode(), method=method, headers={
            "Content-Type": "application/json", **({"Authorization": "Bearer " + token} if token else {})})
        with urllib.request.urlopen(request, timeout=10) as response:
            return json.load(response)

    def trail(self):
        return assay("psql", self.state, "-Atc", "SELECT tenant_id, sequence FROM audit_head ORDER BY 1").stdout

    def newer_pack(self):
        """A newer version of the shared pack, as a file."""
        with open(os.path.join(ROOT, "tests", "sample", "pack.json"), encoding="utf-8") as file:
            pack = json.load(file)
        pack["version"] = "2.0"
        pack["criteria"][0]["requirements"][0]["title"] += " Both are kept."
        path = self.folder + "/newer.json"
        with open(path, "w", encoding="utf-8") as file:
            json.dump(pack, file)
        return path

    def test_08c_wrong_settings_stop_nothing_that_runs(self):
        def state():
            files = {}
            for path in glob.glob(self.state + "/etc/*"):
                if os.path.isfile(path):
                    with open(path, "rb") as file:
                        files[path] = file.read()
            return running(self.state), files
        before = state()
        for name, value in (("ASSAY_ACCESS_TOKEN_S", "soon"), ("ASSAY_NO_SUCH_SETTING", "1"), ("SUPER_ADMIN_MODE", "perhaps"),
                            ("TRACING_OTLP_ENDPOINT", "ftp://collector"), ("ASSAY_MAX_UPLOAD_BYTES", "many"),
                            ("ASSAY_HEARTBEAT_S", "1000"), ("ASSAY_NGINX_UNLIMITED_NETS", "127.0.0.1; }"),
                            ("ASSAY_NGINX_TRUSTED_PROXIES", "10.0.0.0/8,proxy")):
            with self.subTest(name):
                done = assay("up", self.state, "--no-sample", **{name: value})
                self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
                self.assertIn(name, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                self.assertEqual(state(), before)

    def test_09_psql_and_ctl_belong_to_the_state(self):
        done = assay("psql", self.state, "-Atc", "SELECT current_user, current_database()")
        self.assertEqual(done.stdout, "assay_owner|assay\n", done.stderr)
        done = assay("ctl", self.state, "config")
        self.assertIn("ASSAY_BLOB_DIR", done.stdout, done.stderr)

    def assert_refused(self, done, what):
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(what, done.stderr)

    def test_10_what_fails_is_said_in_one_line_and_undone(self):
        other = self.folder + "/other"
        with socket.socket() as busy:
            busy.bind(("127.0.0.1", 0))
            busy.listen()
            port = busy.getsockname()[1]
            self.assert_refused(assay("up", other, "--no-sample", "--port", str(port)), f"port {port} is taken")
            self.assertFalse(os.path.exists(other + "/log/build.log"), "it is found out before anything is built")
            before = running(self.state)
            self.assert_refused(assay("up", self.state, "--no-sample", "--port", str(port)), f"port {port} is taken")
            self.assertEqual(running(self.state), before)
        self.assert_refused(assay("up", other, "--no-sample", "--port", "65536"), "port 65536 does not exist")
        done = assay("up", other, "--no-sample", "--port", "0", ASSAY_NO_SUCH_SETTING="1")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertEqual(running(other), {})
        self.assertEqual(assay("down", other, "--purge").returncode, 0)
        self.assertFalse(os.path.exists(other))

    def test_11_no_other_folder_is_taken_for_a_state(self):
        other = self.folder + "/photographs"
        os.mkdir(other)
        with open(other + "/one.jpg", "wb") as file:
            file.write(b"\xff\xd8")
        self.assert_refused(assay("up", other, "--no-sample"), "holds something other")
        self.assertEqual(assay("down", other, "--purge").stdout, f"Nothing runs in {other}.\n")
        self.assertEqual(os.listdir(other), ["one.jpg"])

    def test_12_two_at_once_take_turns(self):
        before = running(self.state)
        both = [subprocess.Popen([ASSAY, "up", "--state", self.state, "--no-sample"], stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True) for _ in range(2)]
        for one in both:
            text, _ = one.communicate(timeout=300)
            self.assertEqual(one.returncode, 0, text)
        self.assertEqual(running(self.state)["database"], before["database"])

    def test_13_down_leaves_no_process(self):
        pids = everything(self.state)
        self.assertGreater(len(pids), 6)
        done = assay("down", self.state)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(list(filter(alive, pids)), [])
        self.assertEqual(running(self.state), {})
        places = {os.path.realpath(f"{self.state}/{name}") for name in ("pg", "run", "etc", "data")}
        self.assertEqual(assay("down", self.state, "--purge").returncode, 0)
        for place in places | {self.state}:
            self.assertFalse(os.path.lexists(place), place)


if __name__ == "__main__":
    unittest.main()
