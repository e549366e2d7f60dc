# SPDX-License-Identifier: Apache-2.0
"""The two tenants of a test, each with words and ids that must never be in an answer to the other."""
import re

WORDS = ("heliotrope", "obsidian")  # occur in every document of one tenant, and nowhere else
UUID = re.compile(rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Side:
    """One tenant: what its responses may contain, and what reveals it in another's. member, admin and readers are
    access tokens; the readers are a viewer's and a machine's too."""

    def __init__(self, world, tenant):
        self.number, self.id = tenant, world.tenant_id(tenant)
        self.word = WORDS[tenant]
        member, admin = world.client("MEMBER", tenant), world.client("ADMIN", tenant)
        text = "\n\n".join(f"Backups of {self.word} {n} are restored every quarter." for n in range(12))
        self.documents = [member.add_ready(f"{self.word}-{n}.md", f"# {self.word} {n}\n\n{text}".encode())["id"]
                          for n in range(4)]
        self.runs = [member.completed_run(requirementIds=["1.1", "1.2"])["id"] for _ in range(2)]
        self.tasks = [task["id"] for task in member.value("/api/tasks")["tasks"]]
        self.assessments = [one["id"] for run in self.runs
                            for one in member.value(f"/api/runs/{run}/assessments")["assessments"]]
        self.pack = world.shared(world.pack, tenant)
        self.account = world.shared(world.account, tenant)
        self.member, self.admin = member.token, admin.token
        self.readers = [member.token, admin.token, *self._others(world, member)]
        self.words = [word.encode() for word in self._words(world)]
        found = {match.decode() for path in self._inventory() for match in UUID.findall(admin.get(path).body)}
        self.ids = found - self._of_both(world)

    def _others(self, world, member):
        """Tokens of a viewer and of a machine."""
        signed_in = world.anonymous().post("/api/auth/login", self.credentials())
        machine = member.post("/api/tokens", {"name": f"{self.word} machine"})
        assert (signed_in.status, machine.status) == (200, 201), f"{signed_in} {machine}"
        return [signed_in.json()["accessToken"], machine.json()["token"]["value"]]

    def credentials(self):
        return {name: self.account[name] for name in ("email", "password")}

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
                 "/api/tokens", f"/api/admin/bindings/{self.pack['packId']}",
                 f"/api/requirements?packId={self.pack['packId']}"]
        paths += [f"/api/documents/{document}/chunks" for document in self.documents]
        return paths + [f"/api/runs/{run}/assessments" for run in self.runs]
