# SPDX-License-Identifier: Apache-2.0
"""A stack whose database is spread over the nodes of a Citus cluster that is already running. ASSAY_TEST_CITUS names
them, as HOST:PORT separated by blanks, the coordinator first. Their superuser is postgres, they trust this machine, and the
coordinator should have a logging_collector."""
import json
import os
import re
import subprocess
import sys
import unittest

from stack import ROOT, StackError

_open = []
ROLES = {"api": "api", "health": "api", "pipeline": "pipeline", "ctl": "owner"}
# What db/README.md asks of each node.
DATABASE = """
DROP DATABASE IF EXISTS assay WITH (FORCE);
\\i {root}/db/bootstrap.sql
\\connect assay
CREATE EXTENSION citus;
"""


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
    def __init__(self, stack):
        self.stack, self.nodes = stack, nodes()

    def address(self, role):
        host, port = self.nodes[0]
        return f"host={host} port={port} dbname=assay user=assay_{role}"

    def prepare(self):
        for node in self.nodes[1:] + self.nodes[:1]:
            psql(node, "DROP DATABASE IF EXISTS assay WITH (FORCE)", database="postgres")
        for node in self.nodes:
            psql(node, DATABASE.format(root=ROOT), database="postgres")
        host, port = self.nodes[0]
        psql(self.nodes[0], f"SELECT citus_set_coordinator_host('{host}', {port});" +
             "".join(f"SELECT citus_add_node('{host}', {port});" for host, port in self.nodes[1:]))
        psql(self.nodes[0], "ALTER SYSTEM SET log_destination = jsonlog; ALTER SYSTEM SET log_rotation_size = 0;"
             "SELECT pg_reload_conf(); SELECT pg_rotate_logfile(); ALTER DATABASE assay SET log_statement = 'all'")
        self.stack.assay("ctl", "migrate", "--citus")
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

    def somebody_waits(self):
        return any(psql(node, "SELECT 1 FROM pg_locks WHERE NOT granted") for node in self.nodes)

    def __enter__(self):
        self.stack.assay("stop", "api", "health", "pipeline")
        for part, role in ROLES.items():
            path = self.stack.path("etc", f"{part}.env")
            with open(path, encoding="utf-8") as file:
                text = file.read()
            text = re.sub(r"^ASSAY_DATABASE_URL=.*$", f"ASSAY_DATABASE_URL={self.address(role)}", text, flags=re.M)
            with open(path, "w", encoding="utf-8") as file:  # keeps owner and mode
                file.write(text)
        self.prepare()
        self.stack.sql, self.stack.psql, self.stack.somebody_waits = self.sql, self.psql, self.somebody_waits
        self.stack.refreeze = self.refreeze
        self.stack.assay("start", "api", "health", "pipeline")
        _open.append(self)
        return self

    def __exit__(self, *_):
        return None


def citus():
    """The one of this program's stack."""
    return _open[-1]
