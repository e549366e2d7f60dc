# SPDX-License-Identifier: Apache-2.0
"""What all tests of one program share: the stack, a session per user, and a few ready records."""
import functools

import samples
from client import Client, sign_in

_worlds = []


class World:
    def __init__(self, stack):
        self.stack, self.demo = stack, stack.demo
        self.client = functools.lru_cache(self._client)
        self.document = functools.lru_cache(self._document)
        self.run = functools.lru_cache(self._run)

    def _client(self, role="MEMBER", tenant=0):
        return sign_in(self.demo, role, tenant)

    def anonymous(self):
        return Client(self.demo["baseUrl"])

    def tenant_id(self, tenant=0):
        return self.demo["tenants"][tenant]["id"]

    def user(self, role, tenant=0):
        return self.client(role, tenant).user

    def _document(self, tenant=0):
        """A READY document of the tenant with several chunks; not to be deleted."""
        return self.client("MEMBER", tenant).add_ready("shared-policy.md",
                                                       samples.markdown(f"shared-{tenant}", 30))

    def _run(self, tenant=0):
        """A COMPLETED run of the tenant over every requirement."""
        self.document(tenant)
        return self.client("MEMBER", tenant).completed_run()


def open_world(stack):
    _worlds.append(World(stack))


def world():
    """The world of this program."""
    return _worlds[-1]
