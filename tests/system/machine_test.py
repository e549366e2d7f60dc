# SPDX-License-Identifier: Apache-2.0
"""`./assay up` under real conditions: as root and as another user, with an unusual path, interrupted anywhere, over
the state of an earlier version, after a PostgreSQL upgrade. Needs the programs built."""
import os
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from local_system import (ASSAY, PARTS, ROOT, USERS, alive, ask, assay, demo_of, everything, kill, parts, running,
                          status_of, up, user_of, wait_for)

POSTGRES = "/usr/lib/postgresql/15/bin"
ROLES = {"api": "assay_api", "pipeline": "assay_pipeline"}


def as_user(name, *groups):
    """Arguments of a command that runs the rest as that user."""
    return ["setpriv", "--reuid", name, "--regid", name, "--groups", ",".join([name, *groups]), "--"]


def as_reader_of_checkout(name):
    """The same; the user may also read a checkout that only its owner can reach (one made by mktemp -d, say)."""
    words = as_user(name)
    if subprocess.run([*words, "test", "-x", ASSAY], check=False).returncode == 0:
        return words
    return [*words[:-1], "--inh-caps", "+dac_read_search", "--ambient-caps", "+dac_read_search", "--"]


# The users of the parts according to systemd/assay.sysusers.
IDENTITY = {"api": as_user("assay-api", "assay", "assay-store"),
            "pipeline": as_user("assay-pipeline", "assay", "assay-store"),
            "nginx": as_user("www-data", "assay"), "stranger": as_user("nobody")}


class Folder(unittest.TestCase):
    """A folder that every user can reach, with a system in it that is ended and removed after the tests."""
    name = "state"

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="assay-machine-", dir="/tmp")
        os.chmod(cls.folder, 0o755)
        cls.state = os.path.join(cls.folder, cls.name)
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.addClassCleanup(assay, "down", cls.state, "--purge")

    def upload(self, text):
        """Path of the stored original of a new READY document."""
        demo = demo_of(self.state)
        script = ("import sys, os; sys.path.insert(0, os.path.join(sys.argv[1], 'tests/support_py'))\n"
                  "import json; from client import sign_in\n"
                  "member = sign_in(json.load(open(sys.argv[2])), 'MEMBER')\n"
                  "document = member.upload('note.txt', sys.argv[3].encode()).json()['document']\n"
                  "member.wait_ready(document['id'])\n"
                  "body = member.get('/api/documents/' + document['id'] + '/content')\n"
                  "assert body.status == 200, body.status\n"
                  "print(document['tenantId'], document['sha256Hash'], document['id'])\n")
        done = subprocess.run(["/usr/bin/python3", "-B", "-c", script, ROOT, self.state + "/demo.json", text],
                              capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        tenant, sha256, _ = done.stdout.split()
        self.assertIn(tenant, [each["id"] for each in demo["tenants"]])
        return os.path.join(os.path.realpath(self.state + "/data/blobs"), tenant, sha256[:2], sha256)


class OddPath(Folder):
    name = "odd näme, 100% #1 (x) & more"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        up(cls.name, "--port", "0", "--workers", "1", cwd=cls.folder)  # relative

    def test_1_it_runs(self):
        self.assertEqual(set(running(self.state)), set(PARTS))
        self.assertEqual(status_of(self.state), 200)

    def allowed(self, who, *command):
        return subprocess.run([*(IDENTITY[who] if os.geteuid() == 0 else ()), *command], capture_output=True,
                              stdin=subprocess.DEVNULL, check=False, timeout=30, cwd="/").returncode == 0

    def reads(self, who, *path):
        return self.allowed(who, "cat", os.path.join(self.state, *path))

    def connects(self, who, role):
        return self.allowed(who, "psql", "-X", "-w", "-h", os.path.realpath(self.state + "/run/pg"), "-U", role,
                            "-d", "assay", "-c", "SELECT 1")

    def test_2_each_user_reaches_what_it_needs_and_no_more(self):
        original = self.upload("Backups are taken every night and tested every month.\n")
        self.assertTrue(self.reads("api", "etc/api.env"))
        self.assertTrue(self.reads("pipeline", "etc/pipeline.env"))
        for part, role in ROLES.items():
            self.assertTrue(self.connects(part, role))
        for part in ("api", "pipeline", "nginx"):
            self.assertTrue(self.reads(part, original))
        self.assertTrue(self.reads("api", "data/audit.key.pub"))
        if os.geteuid():
            return  # everything belongs to one user: there is nobody to exclude
        self.assertFalse(self.reads("api", "etc/pipeline.env"))
        self.assertFalse(self.reads("pipeline", "etc/api.env"))
        self.assertFalse(self.reads("api", "data/audit.key"))
        self.assertFalse(self.connects("api", "assay_pipeline"))
        self.assertFalse(self.connects("pipeline", "assay_api"))
        for who in ("api", "pipeline", "nginx", "stranger"):
            self.assertFalse(self.connects(who, "assay_owner"), who)
            self.assertFalse(self.connects(who, "postgres"), who)
            for name in ("demo.json", "etc/ctl.env", "log/api.log"):
                self.assertFalse(self.reads(who, name), (who, name))
        for who in ("nginx", "stranger"):
            self.assertFalse(self.reads(who, "etc/api.env"), who)
            self.assertFalse(self.allowed(who, "touch", os.path.dirname(original) + "/new"), who)
            self.assertFalse(self.allowed(who, "rm", "-f", original), who)
        self.assertFalse(self.reads("stranger", original))
        self.assertFalse(self.allowed("stranger", "ls", os.path.realpath(self.state + "/data")))
        self.assertFalse(self.allowed("pipeline", "dd", "of=" + original, "conv=notrunc"), "originals do not change")
        self.assertFalse(self.allowed("api", "rm", "-f", os.path.realpath(self.state + "/run/search.sock")))
        self.assertTrue(self.allowed("pipeline", "rm", original), "the pipeline removes what the API wrote")

    def test_3_postgresql_is_restarted_when_its_package_was_upgraded(self):
        # A server of an older minor version: the same program with a different number in it.
        version = re.search(r"15\.\d+ \([^)]*\)", subprocess.check_output([POSTGRES + "/postgres", "--version"],
                                                                        text=True))[0]
        older = re.sub(r"^15\.(\d+)", lambda match: "15." + str(int(match[1]) - 1).zfill(len(match[1])), version)
        place = os.path.join(self.folder, "lib/postgresql/15")
        os.makedirs(place)
        os.makedirs(self.folder + "/share/postgresql")
        os.symlink("/usr/share/postgresql/15", self.folder + "/share/postgresql/15")
        os.symlink("/usr/lib/postgresql/15/lib", place + "/lib")
        shutil.copytree(POSTGRES, place + "/bin")
        with open(place + "/bin/postgres", "r+b") as file:
            program = file.read()
            self.assertEqual(len(older), len(version))
            file.seek(0)
            file.write(program.replace(version.encode(), older.encode()))
        script = self.state + "/etc/parts/database"
        with open(script, encoding="utf-8") as file:
            good = file.read()
        with open(script, "w", encoding="utf-8") as file:
            file.write(good.replace(POSTGRES, place + "/bin"))
        kill(*running(self.state)["database"])  # the supervisor starts the older one
        show = ("psql", self.state, "-Atc", "SHOW server_version")
        wait_for(lambda: assay(*show).stdout == older + "\n", "the older server")
        others = {name: pids for name, pids in running(self.state).items() if name != "database"}
        self.assertIn("PostgreSQL is restarted", up(self.state).stdout)
        self.assertEqual(assay(*show).stdout, version + "\n")
        self.assertEqual({name: pids for name, pids in running(self.state).items() if name != "database"}, others)

    def test_4_the_state_of_an_earlier_version_is_taken_over(self):
        original = self.upload("The register of risks is reviewed every quarter.\n")
        # It had neither keys of events nor a list of the keys that hosts share.
        forgotten = assay("psql", self.state, "-c", "DELETE FROM host_key WHERE name = 'events'")
        self.assertEqual(forgotten.returncode, 0, forgotten.stderr)
        self.assertEqual(assay("down", self.state).returncode, 0)
        data, me = self.state + "/data", pwd.getpwuid(os.geteuid()).pw_name
        with open(data + "/audit.key", "rb") as file:
            key = file.read()
        os.rename(data + "/blobs", self.state + "/blobs")
        for name, place in (("audit.key", "etc"), ("audit.key.pub", "etc"), ("checkpoints.jsonl", ".")):
            os.rename(f"{data}/{name}", f"{self.state}/{place}/{name}")
        shutil.rmtree(data)
        os.rename(self.state + "/up.conf", self.state + "/etc/up.conf")
        with open(self.state + "/etc/assay_api.password", "w", encoding="utf-8") as file:
            file.write("secret")
        subprocess.run(["chown", "-R", me, self.state + "/blobs", self.state + "/checkpoints.jsonl",
                        self.state + "/etc"], check=True)
        subprocess.run(["chmod", "-R", "u=rwX,go=", self.state + "/blobs"], check=True)
        # One of its processes is still running.
        left = subprocess.Popen(["sleep", "600"], start_new_session=True)
        self.addCleanup(left.wait)
        self.addCleanup(left.kill)
        with open(f"/proc/{left.pid}/stat", encoding="utf-8") as file:
            began = file.read().rpartition(")")[2].split()[19]
        with open(os.path.realpath(self.state + "/run") + "/api.pid", "w", encoding="utf-8") as file:
            file.write(f"{left.pid} {began}\n")
        up(self.state)
        self.assertFalse(alive(left.pid))
        self.assertEqual(len(running(self.state)["api"]), 1, "the number of processes is remembered")
        with open(data + "/audit.key", "rb") as file:
            self.assertEqual(file.read(), key)
        self.assertTrue(os.path.exists(original))
        for name in ("blobs", "checkpoints.jsonl", "etc/audit.key", "etc/assay_api.password", "etc/up.conf"):
            self.assertFalse(os.path.exists(os.path.join(self.state, name)), name)
        again = self.upload("The register of risks is reviewed every quarter.\n")
        self.assertEqual(again, original, "it is known already")
        self.upload("New evidence beside the earlier one.\n")


class Interrupted(Folder):
    def interrupt(self, log):
        """Kills an `up` once it has begun the step of that log, and leaves its running child processes alone."""
        path, begun = f"{self.state}/log/{log}.log", time.time()
        one = subprocess.Popen([ASSAY, "up", "--state", self.state, "--no-sample", "--port", "0"],
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            wait_for(lambda: one.poll() is not None or os.path.exists(path) and os.stat(path).st_mtime >= begun, log)
            self.assertIsNone(one.poll(), one.stdout.read() if one.poll() is not None else "")
        finally:
            one.send_signal(signal.SIGKILL)
            one.stdout.close()
            one.wait()

    def test_at_any_step_the_next_up_completes(self):
        for log in ("build", "initdb", "database", "bootstrap", "migrate", "seed", "api"):
            with self.subTest(step=log):
                self.interrupt(log)
        done = up(self.state)
        self.assertEqual(set(running(self.state)), set(PARTS), done.stdout)
        self.assertEqual(status_of(self.state), 200)
        pids = everything(self.state)
        self.assertEqual(assay("down", self.state).returncode, 0)
        self.assertEqual([pid for pid in pids if alive(pid)], [])


class OrdinaryUser(Folder):
    def test_everything_is_its_own_and_needs_no_root(self):
        prefix = as_reader_of_checkout("daemon") if os.geteuid() == 0 else []
        if prefix:
            shutil.chown(self.folder, "daemon", "daemon")
            self.addCleanup(assay, "down", self.state, "--purge", prefix=prefix)
        # No sudo: everything needed is already installed.
        done = assay("up", self.state, "--no-sample", "--port", "0", prefix=prefix, PATH="/usr/bin:/bin")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertEqual(status_of(self.state), 200)
        me = "daemon" if prefix else user_of(os.getpid())
        self.assertEqual({user_of(pid) for pid in everything(self.state)}, {me})
        if prefix:  # another user is told the owner, and changes nothing
            for verb in ("up", "down", "status"):
                refused = assay(verb, self.state)
                self.assertEqual((refused.returncode, refused.stderr),
                                 (1, f"assay: {self.state} belongs to the user daemon: run ./assay as that user\n"))
        pids = everything(self.state)
        self.assertEqual(assay("down", self.state, "--purge", prefix=prefix).returncode, 0)
        self.assertEqual([pid for pid in pids if alive(pid)], [])


if __name__ == "__main__":
    unittest.main()
