# SPDX-License-Identifier: Apache-2.0
"""`./assay` itself: starts a system in a state of its own, survives killed processes, is idempotent,
says in one line what it cannot do, and leaves nothing behind. Needs the programs built."""
import functools
import glob
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ASSAY = os.path.join(ROOT, "assay")
PARTS = ("database", "api", "health", "pipeline", "nginx")


def assay(verb, state, *arguments, **environment):
    return subprocess.run([ASSAY, verb, "--state", state, *arguments], capture_output=True, text=True,
                          env={**os.environ, **environment}, timeout=300, check=False)


def running(state):
    """Part -> pid, of the parts that are up."""
    text = assay("status", state).stdout
    return {part: int(pid) for part, pid in re.findall(r"^(\w+) +up +pid (\d+)", text, re.M)}


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def descendants(pid):
    """The process and all below it."""
    found = [pid]
    for path in glob.glob(f"/proc/{pid}/task/*/children"):
        try:
            with open(path, encoding="utf-8") as file:
                for child in file.read().split():
                    found += descendants(int(child))
        except FileNotFoundError:
            pass
    return found


def programs(pid, name):
    """Those of the descendants that run the program of this name."""
    found = []
    for one in descendants(pid):
        try:
            if os.path.basename(os.readlink(f"/proc/{one}/exe")) == name:
                found.append(one)
        except OSError:
            pass
    return found


class Up(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="assay-up-")
        cls.state = cls.folder + "/state"
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.addClassCleanup(assay, "down", cls.state, "--purge")
        done = assay("up", cls.state, "--no-sample", "--port", "0")
        if done.returncode:
            logs = ""
            for path in glob.glob(cls.state + "/log/*.log"):
                with open(path, encoding="utf-8", errors="replace") as file:
                    logs += f"--- {path}\n" + "".join(file.readlines()[-15:])
            raise AssertionError(done.stdout + done.stderr + logs)
        with open(cls.state + "/demo.json", encoding="utf-8") as file:
            cls.demo = json.load(file)

    def status_of(self, path):
        try:
            with urllib.request.urlopen(self.demo["baseUrl"] + path, timeout=10) as response:
                return response.status
        except urllib.error.HTTPError as error:
            return error.code

    def wait_for(self, condition, what, seconds=30):
        deadline = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), deadline, what)
            time.sleep(0.1)

    def test_1_everything_runs(self):
        self.assertEqual(set(running(self.state)), set(PARTS))
        self.assertEqual(self.status_of("/api/health/ready"), 200)
        self.assertEqual(self.status_of("/cm/"), 200)

    def test_2_the_demo_file_names_who_may_sign_in(self):
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

    def test_3_a_second_up_changes_nothing(self):
        before, begun = running(self.state), time.monotonic()
        done = assay("up", self.state, "--no-sample")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertLess(time.monotonic() - begun, 15)
        self.assertEqual(running(self.state), before)
        with open(self.state + "/demo.json", encoding="utf-8") as file:
            self.assertEqual(json.load(file), self.demo)

    def test_4_killed_processes_come_back(self):
        before = running(self.state)
        for part, program, count in (("api", "assay-api", 4 * os.cpu_count()), ("health", "assay-api", 2),
                                     ("pipeline", "assay-pipeline", 1)):
            old = programs(before[part], program)
            self.assertEqual(len(old), count)
            for pid in old:
                os.kill(pid, signal.SIGKILL)
            self.wait_for(lambda p=part, n=program, c=count, o=tuple(old): len(
                [pid for pid in programs(before[p], n) if pid not in o]) == c, program + " is gone")
        self.wait_for(lambda: self.status_of("/api/health/ready") == 200, "not ready again")
        self.assertEqual(running(self.state), before)

    def test_5_up_starts_again_what_is_missing(self):
        before = running(self.state)
        orphans = descendants(before["api"])
        os.kill(before["api"], signal.SIGKILL)
        os.kill(before["nginx"], signal.SIGKILL)
        self.wait_for(lambda: set(running(self.state)) == {"database", "health", "pipeline"}, "still there")
        done = assay("up", self.state, "--no-sample")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        after = running(self.state)
        self.assertEqual(set(after), set(PARTS))
        self.assertEqual(after["pipeline"], before["pipeline"])
        self.wait_for(lambda: not any(map(alive, orphans)), "old API processes are left")

    def test_6_settings_of_the_environment_reach_the_processes(self):
        before = running(self.state)
        done = assay("up", self.state, "--no-sample", ASSAY_LOG_LEVEL="warning",
                     ASSAY_DATABASE_URL="host=/nowhere")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        after = running(self.state)
        self.assertEqual(after["database"], before["database"])
        self.assertNotEqual(after["api"], before["api"])
        with open(self.state + "/etc/api.env", encoding="utf-8") as file:
            settings = file.read()
        self.assertIn("\nASSAY_LOG_LEVEL=warning\n", settings)
        self.assertNotIn("nowhere", settings)

    def test_6b_what_administrators_changed_stays_when_settings_change(self):
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
        done = assay("up", self.state, "--no-sample", ASSAY_LOG_LEVEL="error")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual((ctl("user", "list"), ctl("binding", "list"), self.trail()), before)
        self.assertIn(bound, before[1]["bindings"])

    def ctl(self, *arguments, shared=False):
        """The value that a command prints; the first two arguments name the tenant, unless it is about none."""
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
        """A later version of the shared pack, as a file."""
        with open(os.path.join(ROOT, "db", "sample", "pack.json"), encoding="utf-8") as file:
            pack = json.load(file)
        pack["version"] = "2.0"
        pack["criteria"][0]["requirements"][0]["title"] += " Both are kept."
        path = self.folder + "/newer.json"
        with open(path, "w", encoding="utf-8") as file:
            json.dump(pack, file)
        return path

    def test_6c_wrong_settings_stop_nothing_that_runs(self):
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

    def test_7_psql_and_ctl_belong_to_the_state(self):
        done = assay("psql", self.state, "-Atc", "SELECT current_user, current_database()")
        self.assertEqual(done.stdout, "assay_owner|assay\n", done.stderr)
        done = assay("ctl", self.state, "config")
        self.assertIn("ASSAY_BLOB_DIR", done.stdout, done.stderr)

    def test_8_what_fails_is_said_in_one_line_and_undone(self):
        with socket.socket() as busy:
            busy.bind(("127.0.0.1", 0))
            busy.listen()
            port = busy.getsockname()[1]
            other = self.folder + "/other"
            done = assay("up", other, "--no-sample", "--port", str(port))
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertIn(f"port {port} is taken", done.stderr)
            self.assertEqual(running(other), {})
            self.assertEqual(assay("down", other, "--purge").returncode, 0)
            self.assertFalse(os.path.exists(other))
        done = assay("up", other, "--no-sample", "--port", "0", ASSAY_NO_SUCH_SETTING="1")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertEqual(running(other), {})
        self.assertEqual(assay("down", other, "--purge").returncode, 0)

    def test_9_down_leaves_no_process(self):
        pids = [one for pid in running(self.state).values() for one in descendants(pid)]
        self.assertGreater(len(pids), 6)
        done = assay("down", self.state)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(list(filter(alive, pids)), [])
        self.assertEqual(running(self.state), {})
        self.assertEqual(assay("down", self.state, "--purge").returncode, 0)
        self.assertFalse(os.path.exists(self.state))


if __name__ == "__main__":
    unittest.main()
