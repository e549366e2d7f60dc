# SPDX-License-Identifier: Apache-2.0
"""One client of two tenants: mixed requests, and the check that no response contains anything of the other tenant."""
import random
import time

from client import FINAL_RUN, Client
from sides import UUID

KEPT = 20  # findings that are kept of each kind


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
        "/api/admin/audit-logs?limit=20", "/api/auth/me", "/api/exports"])
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


def at_most(items, item):
    if len(items) < KEPT:
        items.append(item)


class Worker:
    """A seeded sequence of requests, each response checked. At most one run and one export of a worker are in progress
    in each tenant, so that the work never grows faster than it is done. foreign: findings of the other tenant;
    unexpected: responses with a wrong status."""

    def __init__(self, base_url, sides, chief, seed):
        self.base_url, self.sides, self.chief, self.dice = base_url, sides, chief, random.Random(seed)
        self.seed, self.mine = seed, {side.number: [] for side in sides}
        self.running, self.exporting, self.tags = {}, {}, {}
        self.counts, self.foreign, self.unexpected = {}, [], []

    def run(self, more):
        """Goes on while more(number of steps so far)."""
        steps = [(self.read, 560), (self.poll, 140), (self.reach, 110), (self.denied, 90), (self.change, 40),
                 (self.judge, 25), (self.export, 12), (self.upload, 10), (self.remove, 12), (self.sign_in, 3)]
        names, weights = zip(*steps)
        done = 0
        while more(done):
            step = self.dice.choices(names, weights)[0]
            step(self.dice.choice(self.sides))
            self.counts[step.__name__] = self.counts.get(step.__name__, 0) + 1
            done += 1
        return self.counts, self.foreign, self.unexpected

    def client(self, token):
        return Client(self.base_url, token)

    def check(self, answer, side, *statuses, ids=True, asked=()):
        """Checks that the response belongs to that tenant alone; asked: ids that the request itself named. Returns
        whether the status is one of these."""
        if answer.status not in statuses:
            at_most(self.unexpected, str(answer)[:300])
        other = self.sides[1 - side.number]
        text = answer.body + str(sorted(answer.headers.items())).encode()
        found = [word for word in other.words if word in text]
        if ids:
            found += (({match.decode() for match in UUID.findall(text)} & other.ids) - set(asked))
        if found:
            at_most(self.foreign, f"{answer.what} for {side.word}: {found} in {text[:300]!r}")
        return answer.status in statuses

    # ---- reading ---------------------------------------------------------------------------------

    def token_for(self, path, side):
        return side.admin if path.startswith("/api/admin") else self.dice.choice(side.readers)

    def read(self, side):
        path, trail = reads(side, self.dice)
        self.check(read_patiently(self.client(self.token_for(path, side)), path), side, 200, ids=not trail)

    def poll(self, side):
        """Asks again for what was there last time, as browsers do."""
        kind = self.dice.choice(("documents", "runs"))
        thing = self.dice.choice(side.documents if kind == "documents" else side.runs)
        path = f"/api/{kind}/{thing}"
        tag = self.tags.get(path)
        answer = self.client(side.member).get(path, **({"If_None_Match": tag} if tag else {}))
        if self.check(answer, side, 200, *([304] if tag else [])):
            self.tags[path] = answer.headers["etag"]

    def reach(self, side):
        """SUPER_ADMIN in either tenant, by the tenant's name or by one of its objects alone."""
        path, trail = reads(side, self.dice)
        if path == "/api/auth/me":
            return
        thing = any(item in path for item in (*side.documents, *side.runs))
        answer = read_patiently(self.client(self.chief), path if thing and self.dice.random() < 0.5 else named(path, side))
        self.check(answer, side, 200, ids=not trail)

    def denied(self, side):
        """A person of the tenant requests, or tries to change, an object of the other one."""
        other = self.sides[1 - side.number]
        document, run = self.dice.choice(other.documents), self.dice.choice(other.runs)
        method, path, body = self.dice.choice([
            ("GET", f"/api/documents/{document}", None), ("GET", f"/api/documents/{document}/content", None),
            ("GET", f"/api/runs/{run}", None), ("GET", f"/api/runs/{run}/assessments", None),
            ("GET", named("/api/documents", other), None), ("GET", f"/api/tasks?runId={run}", None),
            ("GET", f"/api/criteria?packId={other.pack['packId']}", None), ("DELETE", f"/api/documents/{document}", None),
            ("PATCH", f"/api/tasks/{self.dice.choice(other.tasks)}", {"assignee": f"{side.word} thief"}),
            ("POST", f"/api/runs/{run}/exports", {"format": "json"}),
            ("POST", f"/api/assessments/{self.dice.choice(other.assessments)}/reviews",
             {"verdict": "ACCEPTED", "note": f"{side.word} thief"})])
        client = self.client(self.dice.choice(side.readers[:2]) if method == "GET" else side.admin)
        answer = client.request(method, path) if body is None else client.send(method, path, body)
        self.check(answer, side, 403, asked=[match.decode() for match in UUID.findall(path.encode())])

    # ---- changes ---------------------------------------------------------------------------------

    def change(self, side):
        task = self.dice.choice(side.tasks)
        self.check(self.client(side.member).patch(f"/api/tasks/{task}", {"assignee": f"{side.word} {self.seed}"}), side, 200)

    def judge(self, side):
        """Starts a run; later looks whether it has ended, and then reviews what it found."""
        member = self.client(side.member)
        run = self.running.get(side.number)
        if run is None:
            answer = member.post("/api/runs", {"requirementIds": [self.dice.choice(("1.1", "1.2"))]})
            if self.check(answer, side, 202):
                self.running[side.number] = answer.json()["run"]["id"]
            return
        answer = member.get(f"/api/runs/{run}")
        if self.check(answer, side, 200) and answer.json()["status"] in FINAL_RUN:
            del self.running[side.number]
            if answer.json()["status"] != "COMPLETED":
                at_most(self.unexpected, str(answer)[:300])
            answer = member.get(f"/api/runs/{run}/assessments")
            if self.check(answer, side, 200):
                path = f"/api/assessments/{answer.json()['assessments'][0]['id']}/reviews"
                self.check(member.post(path, {"verdict": "ACCEPTED", "note": f"Seen by {side.word}"}), side, 201)

    def export(self, side):
        """Orders an export; later looks whether it is made, and then downloads it."""
        member = self.client(side.member)
        export = self.exporting.get(side.number)
        if export is None:
            answer = member.post(f"/api/runs/{self.dice.choice(side.runs)}/exports",
                                 {"format": self.dice.choice(("json", "csv", "html"))})
            if self.check(answer, side, 202):
                self.exporting[side.number] = answer.json()["export"]["id"]
            return
        answer = member.get(f"/api/exports/{export}")
        if self.check(answer, side, 200) and answer.json()["status"] in ("COMPLETED", "FAILED"):
            del self.exporting[side.number]
            self.check(member.get(f"/api/exports/{export}/content"), side, 200)

    def upload(self, side):
        """Uploads as a member, or as SUPER_ADMIN in the tenant's name."""
        reaching = self.dice.random() < 0.3
        path = named("/api/documents/upload", side) if reaching else "/api/documents/upload"
        data = f"Written by client {self.seed} for {side.word}: {self.dice.random()}\n".encode()
        answer = self.client(self.chief if reaching else side.member).upload(f"{side.word}-new.txt", data, path)
        if self.check(answer, side, 201):
            self.mine[side.number].append(answer.json()["document"]["id"])

    def remove(self, side):
        """Keeps the lists short, and the pipeline busy with both tenants."""
        if self.mine[side.number]:
            document = self.mine[side.number].pop()
            self.check(self.client(side.admin).delete(f"/api/documents/{document}"), side, 204)

    def sign_in(self, side):
        self.check(self.client(None).post("/api/auth/login", side.credentials()), side, 200)
