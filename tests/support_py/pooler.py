# SPDX-License-Identifier: Apache-2.0
"""A stack whose API and pipeline reach the database through a real pgbouncer in transaction mode. Its sessions are few
and taken in turn, so that what is left in one shows in another's work."""
import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile

from stack import wait_until

_running = []
PROGRAM = "/usr/sbin/pgbouncer"
SETTINGS = """[databases]
assay = host={server} port={port} dbname=assay user={role}
[pgbouncer]
pool_mode = transaction
listen_addr =
listen_port = 6432
unix_socket_dir = {folder}
unix_socket_mode = 0777
auth_type = any
default_pool_size = {sessions}
server_round_robin = 1
max_client_conn = 500
query_wait_timeout = 60
logfile = {folder}/log
pidfile = {folder}/pid
"""


class Pooler:
    """One pgbouncer for each role, since the server knows a role by the user of the process."""

    def __init__(self, stack, sessions=4):
        self.stack, self.sessions = stack, sessions
        self.folder = tempfile.mkdtemp(prefix="assay-pooler-")
        os.chmod(self.folder, 0o755)
        self.processes = {}

    def start(self, name):
        folder, identity = os.path.join(self.folder, name), []
        server, port = self.stack.server()
        os.makedirs(folder, exist_ok=True)
        if os.geteuid() == 0:
            user = pwd.getpwnam(f"assay-{name}")
            os.chown(folder, user.pw_uid, user.pw_gid)
            identity = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--init-groups", "--"]
        with open(os.path.join(folder, "ini"), "w", encoding="utf-8") as file:
            file.write(SETTINGS.format(server=server, port=port, role=f"assay_{name}", folder=folder, sessions=self.sessions))
        self.processes[name] = subprocess.Popen([*identity, PROGRAM, "-q", os.path.join(folder, "ini")],
                                                stdin=subprocess.DEVNULL)
        wait_until(lambda: os.path.exists(os.path.join(folder, ".s.PGSQL.6432")), 20, f"pgbouncer for {name}")

    def kill(self, name):
        self.processes[name].kill()
        self.processes[name].wait(timeout=20)
        with contextlib.suppress(FileNotFoundError):
            os.remove(os.path.join(self.folder, name, ".s.PGSQL.6432"))

    def figures(self, name, what):
        """Rows of SHOW, each a dict."""
        done = subprocess.run(["psql", "-X", "-A", "-h", os.path.join(self.folder, name), "-p", "6432", "-U", "pgbouncer",
                               "-P", "footer=off", "-c", f"SHOW {what}", "pgbouncer"],
                              text=True, capture_output=True, check=True, timeout=20)
        head, *rows = [line.split("|") for line in done.stdout.splitlines()]
        return [dict(zip(head, row)) for row in rows]

    def __enter__(self):
        _running.append(self)
        try:
            for name in ("api", "pipeline"):
                self.start(name)
            self.stack.connect_to({part: f"host={os.path.join(self.folder, name)} port=6432 dbname=assay user=assay_{name}"
                                   for part, name in (("api", "api"), ("health", "api"), ("pipeline", "pipeline"))},
                                  "ASSAY_DATABASE_POOLED=on\n")
            self.stack.assay("stop", "api", "health", "pipeline")
            self.stack.assay("start", "api", "health", "pipeline")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in self.processes.values():
            process.terminate()
            process.wait(timeout=20)
        shutil.rmtree(self.folder, ignore_errors=True)


def pooler():
    """The one of this program's stack."""
    return _running[-1]
