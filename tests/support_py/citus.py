# SPDX-License-Identifier: Apache-2.0
"""A stack whose database is spread over the nodes of a Citus cluster that is already running. ASSAY_TEST_CITUS names
them, as HOST:PORT separated by blanks, the coordinator first. Their superuser is postgres, they trust this machine, and the
coordinator should have a logging_collector."""
import json
import os
import subprocess
import sys
import unittest

from stack import ROOT, StackError

_open = []
ROLES = {"api": "api", "health": "api", "pipeline": "pipeline", "ctl": "owner"}


def nodes():
    """(host, port) of each node; none where there is no cluster."""
    return [tuple(node.rsplit(":", 1)) for node in os.environ.get("ASSAY_TEST_CITUS", "").split()]


def psql(node, script, user="postgres", database="assay"):
    """Rows of the last statement, each a list of texts."""
    host, port = node
    done = subprocess.run(["psql", "-X", "-q", "-A", "-t", "-F", "\x1f", "-v", "ON_ERROR_STOP=1", "-h", host, "-p", port,
                           "-U", user, "-d", database, "-f", "-"],
                          input=script, text=True, capture_output=True, check=False, timeout=120)
    if done.returncode:
        raise StackError(f"psql: {done.stderr}")
    return [line.split("\x1f") for line in done.stdout.splitlines() if line]


class Citus:
    """later: the database stays on the first node, without Citus, until grow(). statements: the coordinator's log has
    every statement."""

    def __init__(self, stack, later=False, statements=True):
        self.stack, self.nodes, self.later, self.statements = stack, nodes(), later, statements

    def address(self, role):
        host, port = self.nodes[0]
        return f"host={host} port={port} dbname=assay user=assay_{role}"

    def create(self):
        """An empty database on each node."""
        for node in self.nodes[1:] + self.nodes[:1]:
            psql(node, "DROP DATABASE IF EXISTS assay WITH (FORCE)", database="postgres")
        for node in self.nodes:
            psql(node, f"\\i {ROOT}/db/bootstrap.sql", database="postgres")

    def grow(self):
        """What systemd/README.md asks for: makes the nodes one cluster, and spreads the tables over it."""
        for node in self.nodes:
            psql(node, "CREATE EXTENSION citus")
        host, port = self.nodes[0]
        psql(self.nodes[0], f"SELECT citus_set_coordinator_host('{host}', {port});" +
             "".join(f"SELECT citus_add_node('{host}', {port});" for host, port in self.nodes[1:]))
        self.spread()

    def spread(self):
        """What `assayctl migrate --citus` says."""
        return json.loads(self.stack.assay("ctl", "migrate", "--citus").splitlines()[-1])

    def keep_statements(self):
        psql(self.nodes[0], "ALTER SYSTEM SET log_destination = jsonlog; ALTER SYSTEM SET log_rotation_size = 0;"
             "SELECT pg_reload_conf(); SELECT pg_rotate_logfile(); ALTER DATABASE assay SET log_statement = 'all'")

    def seed(self):
        """Tenants and users of the tests."""
        os.remove(self.stack.path("demo.json"))
        seed = [sys.executable, "-B", os.path.join(ROOT, "tests", "sample", "seed.py"),
                os.path.join(ROOT, "build", "bin", "assayctl"), self.stack.path("demo.json"), self.stack.demo["baseUrl"]]
        own = {name: value for name, value in os.environ.items() if not name.startswith("ASSAY_")}
        done = subprocess.run(seed, env={**own, "ASSAY_CONFIG": self.stack.path("etc", "ctl.env")}, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=120)
        if done.returncode:
            raise StackError(f"seed: {done.stdout}")
        with open(self.stack.path("demo.json"), encoding="utf-8") as file:
            self.stack.demo = json.load(file)

    def sql(self, text):
        """As Stack.sql, on the coordinator."""
        return psql(self.nodes[0], text, "assay_owner")

    def psql(self):
        host, port = self.nodes[0]
        return ["psql", "-h", host, "-p", port, "-U", "assay_owner", "-d", "assay"]

    @staticmethod
    def refreeze(*_):
        raise unittest.SkipTest("Citus refuses the statements that change a snapshot behind the service")

    def keeps_log(self):
        return bool(psql(self.nodes[0], "SELECT pg_current_logfile('jsonlog')")[0][0])

    def statements_run(self):
        """A line of the coordinator's log (JSON) for each named statement that was run."""
        return [line for (line,) in psql(self.nodes[0], r"""
            SELECT DISTINCT ON (name) line FROM (
              SELECT line, substring(line FROM '"message":"execute (\w+):') AS name
              FROM string_to_table(pg_read_file(pg_current_logfile('jsonlog')), E'\n') AS line) l
            WHERE name IS NOT NULL ORDER BY name""")]

    def restart(self, node):
        """Restarts a node at once, as its own user."""
        psql(node, r"""SELECT format('COPY (SELECT) TO PROGRAM %L', 'setsid ' || setting ||
            '/pg_ctl -D "$PWD" -m fast -w restart </dev/null >/dev/null 2>&1 &') FROM pg_config WHERE name = 'BINDIR'
            \gexec""")

    def waiting(self):
        return sum(int(psql(node, "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted")[0][0])
                   for node in self.nodes)

    def __enter__(self):
        self.stack.assay("stop", "api", "health", "pipeline")
        self.stack.connect_to({part: self.address(role) for part, role in ROLES.items()})
        self.create()
        with open(self.stack.path("data", "checkpoints.jsonl"), "w", encoding="utf-8"):
            pass  # they are of the database that the stack had before
        if self.later:
            self.stack.assay("ctl", "migrate")
        else:
            self.grow()
        if self.statements:
            self.keep_statements()
        self.seed()
        self.stack.sql, self.stack.psql, self.stack.waiting = self.sql, self.psql, self.waiting
        self.stack.refreeze, self.stack.server = self.refreeze, lambda: self.nodes[0]
        self.stack.assay("start", "api", "health", "pipeline")
        _open.append(self)
        return self

    def __exit__(self, *_):
        return None


def citus():
    """The one of this program's stack."""
    return _open[-1]
