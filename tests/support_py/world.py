# SPDX-License-Identifier: Apache-2.0
"""Shared by all tests of one program: the stack, a session per user, and a few ready records."""
import secrets
import time
import uuid

import samples
from client import Client, sign_in
from stack import wait_until

RENEWED_AFTER_SECONDS = 600

_worlds = []


class World:
    def __init__(self, stack):
        self.stack, self.demo = stack, stack.demo
        self._kept = {}

    def _once(self, make, *key):
        """The result of the first make() for this key."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def client(self, role="MEMBER", tenant=0):
        """One client for each user. Its token is renewed in time: a busy machine needs longer than a token lives."""
        begun, client = self._once(lambda: (time.monotonic(), sign_in(self.demo, role, tenant)), "client", role, tenant)
        if time.monotonic() - begun > RENEWED_AFTER_SECONDS:
            client.token = sign_in(self.demo, role, tenant).token
            self._kept["client", role, tenant] = time.monotonic(), client
        return client

    def anonymous(self):
        return Client(self.demo["baseUrl"])

    def tenant_id(self, tenant=0):
        return self.demo["tenants"][tenant]["id"]

    def user(self, role, tenant=0):
        return self.client(role, tenant).user

    def document(self, tenant=0):
        """A READY document of the tenant with several chunks; do not delete it."""
        data = samples.markdown(f"shared-{tenant}", 30)
        member = self.client("MEMBER", tenant)
        return self._once(lambda: member.add_ready("shared-policy.md", data), "document", tenant)

    def paged_document(self, tenant=0):
        """A READY document of the tenant whose pages have a fixed look; do not delete it."""
        member = self.client("MEMBER", tenant)
        return self._once(lambda: member.add_ready(*samples.make("pdf", f"paged-{tenant}", 10)), "paged", tenant)

    def corpus(self, tenant=0):
        """A corpus of the tenant without a text."""
        admin = self.client("ADMIN", tenant)

        def make():
            answer = admin.post("/api/admin/corpora", {"title": "Act on Operational Resilience"})
            assert answer.status == 201, f"{answer}"
            return answer.json()["corpus"]
        return self._once(make, "corpus", tenant)

    def run(self, tenant=0):
        """A COMPLETED run of the tenant over every requirement."""
        self.document(tenant)
        return self._once(self.client("MEMBER", tenant).completed_run, "run", tenant)

    def account(self, role="VIEWER", tenant=0):
        """A new user of the tenant, with its initial password."""
        password = secrets.token_urlsafe(12)
        wanted = {"email": f"{secrets.token_hex(6)}@new.example", "displayName": "Somebody new",
                  "role": role, "password": password}
        answer = self.client("ADMIN", tenant).post("/api/admin/users", wanted)
        assert answer.status == 201, f"{answer}"
        return {**answer.json()["user"], "password": password}

    def pack(self, tenant=0, bound=True, wants="Backups are tested"):
        """A new pack of that tenant alone: {packId, criteriaVersionId, requirement record ids}. Some tests upload
        evidence for the default `wants`; a test that needs it to be missing passes another text."""
        pack, version, requirements = str(uuid.uuid4()), str(uuid.uuid4()), [str(uuid.uuid4()) for _ in range(2)]
        owner = self.tenant_id(tenant)
        rows = ", ".join(f"('{id}', '{version}', '{owner}', '{pack}', {n}, '1.{n}', 1, '{wants}, part {n}')"
                         for n, id in enumerate(requirements, 1))
        self.stack.sql(f"""
            INSERT INTO pack (id, owner_tenant_id, name) VALUES ('{pack}', '{owner}', 'Pack {pack}');
            INSERT INTO criteria_version (id, pack_id, owner_tenant_id, version, content_hash)
              VALUES ('{version}', '{pack}', '{owner}', '1', encode(sha256('{version}'), 'hex'));
            INSERT INTO criterion (criteria_version_id, owner_tenant_id, criterion_id, title)
              VALUES ('{version}', '{owner}', 1, 'Backups');
            INSERT INTO requirement (id, criteria_version_id, owner_tenant_id, pack_id, position, requirement_id,
              criterion_id, title)
              VALUES {rows}""")
        if bound:
            self.stack.sql(f"INSERT INTO pack_binding (tenant_id, pack_id, criteria_version_id, created_at) "
                           f"VALUES ('{owner}', '{pack}', '{version}', clock_timestamp() + interval '1 hour')")
        return {"packId": pack, "criteriaVersionId": version, "requirements": requirements}

    def settle(self):
        """Waits for runs in progress and the reports they generate: each stores a file."""
        live = "SELECT 1 FROM work_item WHERE kind IN ('run', 'export') AND state IN ('ready', 'running') LIMIT 1"
        wait_until(lambda: not self.stack.sql(live), 60, "no run or export under way")

    def shared(self, make, tenant=0):
        """The tenant's first result of make (account, pack), shared by tests: do not change it much."""
        return self._once(lambda: make(tenant=tenant), make.__name__, tenant)


def open_world(stack):
    _worlds.append(World(stack))


def world():
    """The world of this program."""
    return _worlds[-1]
