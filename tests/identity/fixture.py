# SPDX-License-Identifier: Apache-2.0
"""The fixture of the tests against the fake provider: the provider, a stack that trusts it, and a sign-in."""
import os
import sys
import unittest

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests", "support_py"), os.path.join(ROOT, "systemd", "local")]
from client import Client, assert_error, assert_fields, sign_in  # noqa: E402
from fake_provider import CLIENT, SECRET, FakeProvider, at_hash  # noqa: E402
from free_port import free_port  # noqa: E402
from single_sign_on import Attempt, error_of, session_of  # noqa: E402
from stack import Stack  # noqa: E402

ROLE = {"realm_access": {"roles": ["staff", "auditors"]}}


class SingleSignOn(unittest.TestCase):
    """The provider decides on roles and tenants, and new people get a user."""
    SETTINGS = {"ASSAY_OIDC_CLIENT_ID": CLIENT, "ASSAY_OIDC_CLIENT_SECRET": SECRET,
                "ASSAY_OIDC_TENANT": "Tarnholt Metrics", "ASSAY_OIDC_TENANT_CLAIM": "org.tenant",
                "ASSAY_OIDC_ROLE_CLAIM": "realm_access.roles", "ASSAY_OIDC_PROVISION": "on",
                "ASSAY_OIDC_ROLES": "auditors=VIEWER,compliance-admins=ADMIN,cn=root=SUPER_ADMIN"}

    stack = None

    @classmethod
    def setUpClass(cls):
        if SingleSignOn.stack is None:
            SingleSignOn.start()

    @classmethod
    def start(cls):
        """Starts the provider and the stack, for all tests of the file."""
        cls.provider = FakeProvider()
        unittest.addModuleCleanup(cls.provider.close)
        port = free_port()
        cls.base_url = f"http://127.0.0.1:{port}"
        cls.stack = Stack({"ASSAY_OIDC_ISSUER": cls.provider.issuer, "ASSAY_PUBLIC_URL": cls.base_url,
                           **cls.SETTINGS}, port)
        cls.stack.__enter__()
        unittest.addModuleCleanup(cls.stack.__exit__)
        cls.tenants = cls.stack.demo["tenants"]

    def setUp(self):
        self.provider.reset()

    def begin(self, return_to=None):
        return Attempt(self.base_url, return_to)

    def claims(self, attempt, **more):
        """A person's valid claims, each of which can be changed; None omits one."""
        return self.provider.claims(attempt.sent["nonce"], **{
            "email": "pat@tarnholt.example", "email_verified": True, "name": "Pat", **ROLE, **more})

    def end(self, attempt, token, **more):
        return attempt.come_back(code=self.provider.code_for(token, **more))

    def sign_in(self, **claims):
        """The response to a whole sign-in with these claims changed."""
        attempt = self.begin()
        return self.end(attempt, self.provider.token(self.claims(attempt, **claims)))

    def session(self, answer):
        return session_of(self.base_url, answer)

    def audit(self, tenant=0, **filters):
        """The newest entries of a tenant's trail, newest first."""
        admin = sign_in(self.stack.demo, "ADMIN", tenant)
        query = "".join(f"&{name}={value}" for name, value in filters.items())
        return admin.value(f"/api/admin/audit-logs?limit=50{query}")["logs"]


__all__ = ["CLIENT", "ROLE", "SECRET", "Client", "SingleSignOn", "assert_error", "assert_fields", "at_hash", "error_of",
           "sign_in"]
