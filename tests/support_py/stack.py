# SPDX-License-Identifier: Apache-2.0
"""A running Assay for tests: started with ./assay, always ended again.

ASSAY_TEST_STACK=DIR leaves the stack running in DIR for inspection; the next program with the same DIR ends it and
starts a new one."""
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from prepared import POSTGRES, copy_into

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ASSAY = os.path.join(ROOT, "assay")
sys.path.append(os.path.join(ROOT, "systemd", "local"))
from supervise import ask  # noqa: E402

PSQL = f"{POSTGRES}/psql"  # Debian's psql in the PATH takes twice as long to start
UP_SECONDS = 900  # a first start also installs and builds
RECORDS = ("export", "run", "run_requirement", "run_step", "run_snapshot", "assessment", "llm_exchange", "audit_log",
           "audit_head", "audit_checkpoint")


@contextlib.contextmanager
def stopped(pids):
    """Suspends these processes while the block runs; skips one that ends in between."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


class StackError(Exception):
    """The system under test did not start, stop or behave correctly."""


def wait_until(condition, seconds, what, pause=0.05):
    """The first true value of condition(); fails after that many seconds."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(pause)


def stat_fields(pid):
    """Of /proc/PID/stat: pid, name, and the list of fields from the state on. None if there is no such process."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            line = file.read()
    except OSError:
        return None
    return line[:line.index("(")], line[line.index("(") + 1:line.rindex(")")], line[line.rindex(")") + 2:].split()


def _pids():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def alive(pid):
    fields = stat_fields(pid)
    return fields is not None and fields[2][0] != "Z"


def without_settings(environment):
    return {name: value for name, value in environment.items()
            if not name.startswith(("ASSAY_", "PG")) and name not in ("SUPER_ADMIN_MODE", "TRACING_OTLP_ENDPOINT")}


class Stack:
    """settings: names and values given to `up` in the environment. port: nginx's; by default any free one. Tests send
    far more requests than one client may, so 127.0.0.1 has no limits; the other addresses of the loopback network
    have the usual ones. No request is traced by chance, so that runs are under no request's span. synced: whether the
    database waits for the disk."""

    def __init__(self, settings=None, port=0, synced=True):
        self.settings, self.port = {"ASSAY_NGINX_UNLIMITED_NETS": "127.0.0.1",
                                         "ASSAY_TRACE_REQUESTS": "0", **(settings or {})}, port
        self._synced = synced
        kept = os.environ.get("ASSAY_TEST_STACK")
        self.kept = bool(kept) and not settings
        self.folder = None if self.kept else tempfile.mkdtemp(prefix="assay-stack-")
        if self.folder:
            os.chmod(self.folder, 0o711)  # as open as ./assay leaves its own folders
        self.state = os.path.abspath(kept) if self.kept else os.path.join(self.folder, "state")
        self.demo = None

    # ---- start and stop --------------------------------------------------------------------

    def _environment(self):
        return {**without_settings(os.environ), **self.settings}

    def _assay(self, verb, *arguments, timeout=UP_SECONDS):
        return subprocess.run([ASSAY, verb, "--state", self.state, *arguments], text=True,
                              env=self._environment(), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                              timeout=timeout)

    def assay(self, verb, *arguments):
        """The output of ./assay VERB, which must succeed."""
        done = self._assay(verb, *arguments)
        if done.returncode:
            raise StackError(f"./assay {verb} ended with {done.returncode}:\n{done.stdout}")
        return done.stdout

    def up(self):
        """Starts the parts that are not running; also repairs a stack with an ended part."""
        port = [] if os.path.exists(self.path("up.conf")) else ["--port", str(self.port)]
        done = self._assay("up", "--no-sample", *port)
        if done.returncode:
            raise StackError(f"./assay up ended with {done.returncode}:\n{done.stdout}\n{self.logs()}")
        with open(self.path("demo.json"), encoding="utf-8") as file:
            self.demo = json.load(file)

    def down(self):
        done = self._assay("down", "--purge", timeout=120)
        if done.returncode:
            raise StackError(f"./assay down ended with {done.returncode}:\n{done.stdout}")

    def __enter__(self):
        try:
            if os.path.isdir(self.state):
                self.down()
            copy_into(self.state, without_settings(os.environ), self._synced)
            self.up()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.kept:
            return
        # The signals that end a test program must not interrupt its cleanup.
        before = {number: signal.signal(number, signal.SIG_IGN)
                  for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            if os.path.isdir(self.state):
                self.down()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
            for number, handler in before.items():
                signal.signal(number, handler)

    # ---- inspection --------------------------------------------------------------------------

    def path(self, *parts):
        return os.path.join(self.state, *parts)

    def logs(self, lines=15):
        """The ends of all logs, for the message of a failed test."""
        text = []
        for name in sorted(os.listdir(self.path("log"))) if os.path.isdir(self.path("log")) else []:
            with open(self.path("log", name), encoding="utf-8", errors="replace") as file:
                text.append(f"--- {name}\n" + "".join(file.readlines()[-lines:]))
        return "\n".join(text)

    def psql(self):
        """The command that runs psql as the owner of the database."""
        host, port = self.server()
        return [PSQL, "-h", host, "-p", port, "-U", "assay_owner", "-d", "assay"]

    def server(self):
        """(host, port) of the database."""
        return os.path.realpath(self.path("run", "pg")), "5432"

    def connect_to(self, addresses, more=""):
        """From their next start on, these parts ({part: address}) reach the database there; more is added to their
        settings."""
        for part, address in addresses.items():
            path = self.path("etc", f"{part}.env")
            with open(path, encoding="utf-8") as file:
                text = file.read()
            text = re.sub(r"^ASSAY_DATABASE_URL=.*$", f"ASSAY_DATABASE_URL={address}", text, flags=re.M)
            with open(path, "w", encoding="utf-8") as file:  # keeps owner and mode
                file.write(text + more)

    def waiting(self):
        """The number of transactions that wait for another one."""
        return int(self.sql("SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted")[0][0])

    def sql(self, text):
        """Rows of one statement, run as the owner of the database; each a list of texts."""
        done = subprocess.run(
            [*self.psql(), "-X", "-q", "-A", "-t", "-F", "\x1f",
             "-v", "ON_ERROR_STOP=1", "-c", text], env=self._environment(), text=True,
            stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60)
        if done.returncode:
            raise StackError(f"psql: {done.stderr}")
        return [line.split("\x1f") for line in done.stdout.splitlines() if line]

    def tamper(self, text):
        """The same in one transaction, with the triggers disabled that protect records."""
        tables = [name for name in RECORDS if re.search(rf"\b{name}\b", text)]
        switch = "".join(f"ALTER TABLE {name} {{0}} TRIGGER USER; " for name in tables)
        # The lock of checkpoints comes first: one that is being made also locks these tables.
        return self.sql("BEGIN; SELECT pg_advisory_xact_lock(7241108266); "
                        f"{switch.format('DISABLE')} {text}; {switch.format('ENABLE')} COMMIT")

    def refreeze(self, run, pattern, replacement):
        """Changes the first match in a run's snapshot and updates everything that must match it, as an attacker who
        controls the database and the checkpoint file could."""
        with open(os.path.join(ROOT, "tests", "support", "forge.sql"), encoding="utf-8") as file:
            functions = file.read()
        self.tamper(f"{functions}; UPDATE run_snapshot SET content = convert_to(regexp_replace("
                    f"convert_from(content, 'UTF8'), '{pattern}', '{replacement}'), 'UTF8') WHERE run_id = '{run}'; "
                    f"SELECT pg_temp.refreeze('{run}')")
        with open(self.path("data", "checkpoints.jsonl"), "w", encoding="utf-8"):
            pass

    def blobs(self):
        """Paths of all files in the blob store."""
        root = self.path("data", "blobs")
        return sorted(os.path.relpath(os.path.join(folder, name), root)
                      for folder, _, names in os.walk(root) for name in names)

    def incoming(self):
        """Unfinished files of the blob store, once no export is in progress (every run makes one)."""
        live = "SELECT 1 FROM work_item WHERE kind = 'export' AND state IN ('ready', 'running') LIMIT 1"
        wait_until(lambda: not self.sql(live), 60, "no export under way")
        return [path for path in self.blobs() if path.startswith("tmp/")]

    # ---- its processes ---------------------------------------------------------------------

    def parts(self):
        """The supervisor's report on each part, by name."""
        answer = ask(os.path.realpath(self.path("run")), "status")
        if answer is None:
            raise StackError("the supervisor is not running")
        return {part["name"]: part for part in answer["parts"]}

    def processes(self, part, program):
        """Pids of a program (assay-api, assay-pipeline, assay-extract) of this stack."""
        sessions, found = self.parts()[part]["pids"], []
        for pid in _pids():
            fields = stat_fields(pid)
            if fields and fields[1] == program[:15] and fields[2][0] != "Z" and int(fields[2][3]) in sessions:
                found.append(pid)
        return found

    def postmaster(self):
        with open(self.path("pg", "postmaster.pid"), encoding="utf-8") as file:
            return int(file.readline())

    def kill(self, part, program, number=signal.SIGKILL):
        """Ends one process of a program; returns its pid."""
        pids = wait_until(lambda: self.processes(part, program), 20, f"a running {program}")
        os.kill(pids[0], number)
        return pids[0]

    @contextlib.contextmanager
    def pipeline_paused(self):
        """Nothing is processed meanwhile: work stays as the API left it. The pause begins between two transactions, since the
        locks of one would hold up the API's own."""
        for _ in range(100):
            with stopped(wait_until(lambda: self.processes("pipeline", "assay-pipeline"), 20, "a pipeline")):
                if self._pipeline_is_between_transactions():
                    yield
                    return
            time.sleep(0.05)
        raise StackError("the pipeline is always amid a transaction")

    def _pipeline_is_between_transactions(self):
        """Waits for statements that are still running."""
        for _ in range(5):
            if not self.sql("SELECT 1 FROM pg_stat_activity WHERE usename = 'assay_pipeline' AND xact_start IS NOT NULL LIMIT 1"):
                return True
            time.sleep(0.1)
        return False

    def everything_of_it(self):
        """Pids of all processes that belong to this stack, by every available sign."""
        places, found = {os.path.realpath(self.path(name)) for name in (".", "pg", "run", "etc")}, []
        for pid in _pids():
            if pid == os.getpid() or not alive(pid):
                continue
            with contextlib.suppress(OSError):
                folder = os.readlink(f"/proc/{pid}/cwd")
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    command = file.read().replace(b"\0", b" ").decode(errors="replace")
                if folder.startswith(tuple(places)) or any(place in command for place in places):
                    found.append((pid, command))
        return found
