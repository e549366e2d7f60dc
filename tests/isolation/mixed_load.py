# SPDX-License-Identifier: Apache-2.0
"""Mixed requests of two tenants, and the check that no response contains anything of the other one."""
import random
import re
import time

from client import Client

WORDS = ("heliotrope", "obsidian")  # occur in every document of one tenant, and nowhere else
UUID = re.compile(rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Side:
    """One tenant: what its responses may contain, and what reveals it in another's."""

    def __init__(self, world, tenant):
        self.number, self.id = tenant, world.tenant_id(tenant)
        self.word = WORDS[tenant]
        member, admin = world.client("MEMBER", tenant), world.client("ADMIN", tenant)
        text = "\n\n".join(f"Backups of {self.word} {n} are restored every quarter." for n in range(12))
        self.documents = [member.add_ready(f"{self.word}-{n}.md", f"# {self.word} {n}\n\n{text}".encode())["id"]
                          for n in range(4)]
        self.runs = [member.completed_run(requirementIds=["1.1", "1.2"])["id"] for _ in range(2)]
        self.tasks = [task["id"] for task in member.value("/api/tasks")["tasks"]]
        self.pack = world.shared(world.pack, tenant)
        self.account = world.shared(world.account, tenant)
        self.tokens = [client.token for client in (member, admin)]
        self.words = [word.encode() for word in self._words(world)]
        found = {match.decode() for path in self._inventory() for match in UUID.findall(admin.get(path).body)}
        self.ids = found - self._of_both(world)

    def _words(self, world):
        """Words that identify the tenant, except those of SUPER_ADMIN, who acts in both."""
        emails = [u["email"] for u in world.demo["users"] if u["tenantId"] == self.id and u["role"] != "SUPER_ADMIN"]
        return [self.word, self.account["email"], *emails]

    @staticmethod
    def _of_both(world):
        """Ids of objects that all tenants share, and of SUPER_ADMIN, whose work is in both."""
        rows = world.stack.sql(
            "SELECT id FROM pack WHERE owner_tenant_id IS NULL UNION ALL "
            "SELECT id FROM criteria_version WHERE owner_tenant_id IS NULL UNION ALL "
            "SELECT r.id FROM requirement r JOIN criteria_version v ON v.id = r.criteria_version_id "
            "WHERE v.owner_tenant_id IS NULL UNION ALL SELECT id FROM app_user WHERE role = 'SUPER_ADMIN'")
        return {row[0] for row in rows}

    def _inventory(self):
        paths = ["/api/documents?limit=200", "/api/runs", "/api/tasks?limit=200", "/api/admin/users?limit=200",
                 f"/api/admin/bindings/{self.pack['packId']}", f"/api/requirements?packId={self.pack['packId']}"]
        paths += [f"/api/documents/{document}/chunks" for document in self.documents]
        return paths + [f"/api/runs/{run}/assessments" for run in self.runs]


def reads(side, dice):
    """A path to read in that tenant, and whether its response may contain ids of the other tenant's objects: the
    trail names what a refused request asked for."""
    document, run = dice.choice(side.documents), dice.choice(side.runs)
    path = dice.choice([
        "/api/documents", f"/api/documents/{document}", f"/api/documents/{document}/status",
        f"/api/documents/{document}/chunks", f"/api/documents/{document}/content",
        f"/api/documents/{document}/pages/1", "/api/search?q=backups+restored", "/api/packs",
        f"/api/criteria?packId={side.pack['packId']}", f"/api/requirements?packId={side.pack['packId']}",
        "/api/runs", f"/api/runs/{run}", f"/api/runs/{run}/steps", f"/api/runs/{run}/assessments", "/api/tasks",
        f"/api/tasks?runId={run}", "/api/admin/runs", f"/api/admin/runs/{run}", f"/api/admin/runs/{run}/replay",
        f"/api/admin/users/{side.account['id']}", "/api/admin/users", "/api/admin/bindings",
        "/api/admin/audit-logs?limit=20", "/api/auth/me"])
    return path, path.startswith("/api/admin/audit-logs")


def read_patiently(client, path):
    """The response to a GET; if the server has no room for another search, retries as clients are told to."""
    for _ in range(10):
        answer = client.get(path)
        if answer.status != 503 or "retry-after" not in answer.headers:
            break
        time.sleep(int(answer.headers["retry-after"]))
    return answer


def named(path, side):
    return f"{path}{'&' if '?' in path else '?'}tenantId={side.id}"


class Worker:
    """One client: a seeded sequence of requests, each response checked. foreign: findings of the other tenant;
    unexpected: responses with a wrong status."""

    def __init__(self, base_url, sides, chief, seed):
        self.base_url, self.sides, self.chief, self.dice = base_url, sides, chief, random.Random(seed)
        self.seed, self.mine = seed, {side.number: [] for side in sides}
        self.counts, self.foreign, self.unexpected = {}, [], []

    def run(self, requests):
        steps = [(self.read, 70), (self.reach, 12), (self.denied, 10), (self.change, 4), (self.upload, 2),
                 (self.remove, 2)]
        for _ in range(requests):
            step = self.dice.choices([s for s, _ in steps], [weight for _, weight in steps])[0]
            step(self.dice.choice(self.sides))
            self.counts[step.__name__] = self.counts.get(step.__name__, 0) + 1
        return self.counts, self.foreign, self.unexpected

    def client(self, token):
        return Client(self.base_url, token)

    def check(self, answer, side, status, *, ids=True, asked=()):
        """Checks that the response belongs to that tenant alone; asked: ids that the request itself named."""
        if answer.status != status:
            self.unexpected.append(str(answer)[:300])
        other = self.sides[1 - side.number]
        text = answer.body + str(sorted(answer.headers.items())).encode()
        found = [word for word in other.words if word in text]
        if ids:
            found += (({match.decode() for match in UUID.findall(text)} & other.ids) - set(asked))
        if found:
            self.foreign.append(f"{answer.what} for {side.word}: {found} in {text[:300]!r}")

    def read(self, side):
        path, trail = reads(side, self.dice)
        admin = path.startswith("/api/admin")
        answer = read_patiently(self.client(side.tokens[1] if admin else self.dice.choice(side.tokens)), path)
        self.check(answer, side, 200, ids=not trail)

    def reach(self, side):
        """SUPER_ADMIN in either tenant, by the tenant's name or by one of its objects alone."""
        path, trail = reads(side, self.dice)
        if path == "/api/auth/me":
            return
        thing = any(item in path for item in (*side.documents, *side.runs))
        answer = read_patiently(self.client(self.chief), path if thing and self.dice.random() < 0.5 else named(path, side))
        self.check(answer, side, 200, ids=not trail)

    def denied(self, side):
        """A person of the tenant requests an object of the other one."""
        other = self.sides[1 - side.number]
        thing = self.dice.choice(other.documents + other.runs)
        kind = "documents" if thing in other.documents else "runs"
        path = self.dice.choice([f"/api/{kind}/{thing}", named("/api/documents", other),
                                 f"/api/tasks?runId={other.runs[0]}", f"/api/criteria?packId={other.pack['packId']}"])
        answer = self.client(self.dice.choice(side.tokens)).get(path)
        self.check(answer, side, 403, asked=[match.decode() for match in UUID.findall(path.encode())])

    def change(self, side):
        task = self.dice.choice(side.tasks)
        answer = self.client(side.tokens[0]).patch(f"/api/tasks/{task}", {"assignee": f"{side.word} {self.seed}"})
        self.check(answer, side, 200)

    def upload(self, side):
        """Uploads as a member, or as SUPER_ADMIN in the tenant's name."""
        reaching = self.dice.random() < 0.3
        path = named("/api/documents/upload", side) if reaching else "/api/documents/upload"
        data = f"Written by client {self.seed} for {side.word}: {self.dice.random()}\n".encode()
        answer = self.client(self.chief if reaching else side.tokens[0]).upload(f"{side.word}-new.txt", data, path)
        self.check(answer, side, 201)
        if answer.status == 201:
            self.mine[side.number].append(answer.json()["document"]["id"])

    def remove(self, side):
        """Keeps the lists short, and the pipeline busy with both tenants."""
        if not self.mine[side.number]:
            return
        document = self.mine[side.number].pop()
        self.check(self.client(side.tokens[1]).delete(f"/api/documents/{document}"), side, 204)
