# SPDX-License-Identifier: Apache-2.0
"""What all tests of one program share: the stack, a session per user, and a few ready records."""
import samples
from client import Client, sign_in

_worlds = []


class World:
    def __init__(self, stack):
        self.stack, self.demo = stack, stack.demo
        self._kept = {}

    def _once(self, make, *key):
        """What make() gave when it was first asked for under this key."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def client(self, role="MEMBER", tenant=0):
        return self._once(lambda: sign_in(self.demo, role, tenant), "client", role, tenant)

    def anonymous(self):
        return Client(self.demo["baseUrl"])

    def tenant_id(self, tenant=0):
        return self.demo["tenants"][tenant]["id"]

    def user(self, role, tenant=0):
        return self.client(role, tenant).user

    def document(self, tenant=0):
        """A READY document of the tenant with several chunks; not to be deleted."""
        data = samples.markdown(f"shared-{tenant}", 30)
        member = self.client("MEMBER", tenant)
        return self._once(lambda: member.add_ready("shared-policy.md", data), "document", tenant)

    def run(self, tenant=0):
        """A COMPLETED run of the tenant over every requirement."""
        self.document(tenant)
        return self._once(self.client("MEMBER", tenant).completed_run, "run", tenant)


def open_world(stack):
    _worlds.append(World(stack))


def world():
    """The world of this program."""
    return _worlds[-1]
