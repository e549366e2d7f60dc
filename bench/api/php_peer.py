# SPDX-License-Identifier: Apache-2.0
"""PHP-FPM behind an nginx like Assay's, answering with the same statements on the same database."""
import glob
import json
import os
import pwd
import re
import shutil
import socket
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "systemd", "local"))
from free_port import free_port  # noqa: E402

ENTRY = re.compile(r"^\d{4}-\d\d-\d\d [\d:.]+ UTC \[(\d+)\] (\S*) (LOG|DETAIL):  (.*)$")
POOL = """[global]
error_log = {folder}/fpm.log
daemonize = no
[peer]
listen = {folder}/fpm.sock
listen.backlog = 1024
listen.mode = 0666
pm = static
pm.max_children = {workers}
user = {user}
group = {user}
catch_workers_output = yes
"""


def superuser(stack, sql):
    """Runs one statement as the database's superuser. PostgreSQL knows it by the user of the process."""
    become = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    subprocess.run([*become, "psql", "-X", "-q", "-h", os.path.realpath(stack.path("run", "pg")), "-U", "postgres",
                    "-d", "assay", "-c", sql], check=True, stdout=subprocess.DEVNULL, cwd="/")


def entries(text):
    """(process, LOG or DETAIL, whole text) of each entry of PostgreSQL's log."""
    found = []
    for line in text.splitlines():
        entry = ENTRY.match(line)
        if entry:
            found.append([entry[1], entry[3], entry[4]])
        elif found:
            found[-1][2] += "\n" + line.lstrip("\t")
    return found


def parameters_of(detail):
    """Values in their order; None for NULL."""
    values = []
    for name, value in re.findall(r"(\$\d+) = (NULL|'(?:[^']|'')*')", detail):
        assert name == f"${len(values) + 1}", detail
        values.append(None if value == "NULL" else value[1:-1].replace("''", "'"))
    return values


def statements_of(stack, client, path):
    """The statements with which Assay answers the path, taken from the database's own log, so that the peer always
    runs the same ones."""
    log = stack.path("log", "database.log")
    superuser(stack, "ALTER SYSTEM SET log_statement = 'all'")
    superuser(stack, "SELECT pg_reload_conf()")
    time.sleep(0.5)
    for _ in range(20):  # the first request at each process prepares
        client.get(path)
    start = os.path.getsize(log)
    answer = client.get(path)
    assert answer.status == 200, f"{answer}"
    time.sleep(0.3)
    with open(log, encoding="utf-8") as file:
        file.seek(start)
        found = entries(file.read())
    superuser(stack, "ALTER SYSTEM RESET log_statement")
    superuser(stack, "SELECT pg_reload_conf()")
    begun = [process for process, _, text in found if "BEGIN READ ONLY" in text]
    statements, tenant = [], None
    for (process, kind, text), following in zip(found, found[1:] + [(None, "", "")]):
        if process not in begun or kind != "LOG":
            continue
        tenant = (re.search(r"SET LOCAL assay\.tenant = '([^']+)'", text) or [None, tenant])[1]
        executed = re.match(r"execute (?!tx_)(\w+): (.*)", text, re.DOTALL)
        if executed and following[1] == "DETAIL":
            statements.append({"name": executed[1], "sql": executed[2], "parameters": parameters_of(following[2])})
    assert tenant and len(statements) >= 2, found
    return {"tenant": tenant, "statements": statements}


class PhpPeer:
    """paths: path -> result of statements_of(). workers: number of PHP-FPM workers."""

    def __init__(self, stack, folder, paths, workers):
        os.chmod(folder, 0o755)  # PHP's user reads it
        self.folder, self.processes = folder, []
        self.port = free_port()
        self._write(stack, paths, workers)

    def _write(self, stack, paths, workers):
        with open(stack.path("etc", "api.env"), encoding="utf-8") as file:
            database = re.search(r"^ASSAY_DATABASE_URL=(.*)$", file.read(), re.M)[1]
        key = stack.sql("SELECT encode(public_key, 'hex') FROM signing_key WHERE retires_at IS NULL"
                        " ORDER BY created_at DESC LIMIT 1")[0][0]
        shutil.copy(os.path.join(HERE, "peer.php"), self.folder)
        with open(os.path.join(self.folder, "peer.json"), "w", encoding="utf-8") as file:
            json.dump({"database": database, "key": key, "paths": paths}, file)
        with open(os.path.join(self.folder, "fpm.conf"), "w", encoding="utf-8") as file:
            # The database identifies the API by its user.
            user = "assay-api" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
            file.write(POOL.format(folder=self.folder, workers=workers, user=user))
        shutil.copytree(stack.path("etc", "assay"), os.path.join(self.folder, "assay"))
        with open(os.path.join(self.folder, "assay", "fastcgi.conf"), "a", encoding="utf-8") as file:
            file.write(f"fastcgi_param SCRIPT_FILENAME {self.folder}/peer.php;\n")
        with open(stack.path("etc", "nginx.conf"), encoding="utf-8") as file:
            text = file.read()
        text = re.sub(r"unix:[^\"]*api\.sock", f"unix:{self.folder}/fpm.sock", text)
        text = re.sub(r"listen 127\.0\.0\.1:\d+", f"listen 127.0.0.1:{self.port}", text)
        place = os.path.dirname(os.path.realpath(stack.path("etc")))
        for name in ("tmp/nginx", "log"):
            os.makedirs(os.path.join(self.folder, name))
            text = text.replace(os.path.join(place, name), os.path.join(self.folder, name))
        with open(os.path.join(self.folder, "nginx.conf"), "w", encoding="utf-8") as file:
            file.write(text)

    def __enter__(self):
        fpm = sorted(glob.glob("/usr/sbin/php-fpm*"))[-1]
        self._start(fpm, "-R", "-n", *self._extensions(), "-y", os.path.join(self.folder, "fpm.conf"))
        self._start("/usr/sbin/nginx", "-p", self.folder, "-c", os.path.join(self.folder, "nginx.conf"),
                    "-g", "daemon off;")
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0 and os.path.exists(f"{self.folder}/fpm.sock"):
                    return self
            time.sleep(0.05)
        raise RuntimeError("the peer did not start")

    @staticmethod
    def _extensions():
        return [word for name in ("opcache", "pgsql") for word in
                ("-d", f"{'zend_' if name == 'opcache' else ''}extension={name}")] + ["-d", "opcache.enable=1"]

    def _start(self, *command):
        with open(os.path.join(self.folder, "start.log"), "ab") as log:
            self.processes.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log))

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.terminate()
            process.wait(20)
