# SPDX-License-Identifier: Apache-2.0
"""A client of SCIM as an identity provider is one: its token, its media type, and how its errors look."""
import json
import secrets

from client import Client
from world import world

BASE = "/api/scim/v2"
MEDIA = "application/scim+json"
USER = "urn:ietf:params:scim:schemas:core:2.0:User"
GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group"
PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
ERROR = "urn:ietf:params:scim:api:messages:2.0:Error"
LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse"

# Its routes: (method, pattern).
SCIM_ROUTES = [("GET", f"{BASE}/{name}") for name in (
    "ServiceProviderConfig", "ResourceTypes", "ResourceTypes/{name}", "Schemas", "Schemas/{name}", "Users", "Users/{userId}",
    "Groups", "Groups/{groupId}")]
SCIM_ROUTES += [("POST", f"{BASE}/Groups"), ("PUT", f"{BASE}/Groups/{{groupId}}"), ("PATCH", f"{BASE}/Groups/{{groupId}}")]
SCIM_ROUTES += [("POST", f"{BASE}/Users"), *((method, f"{BASE}/Users/{{userId}}") for method in ("PUT", "PATCH", "DELETE"))]


def body_of(answer):
    """The body, checked to be of SCIM's type."""
    assert answer.headers.get("content-type", "").split(";")[0] == MEDIA, f"{answer}: {answer.headers}"
    return json.loads(answer.body)


def assert_refused(answer, status, scim_type=None):
    """Checks the exact error body of RFC 7644, section 3.12; returns the detail."""
    assert answer.status == status, f"{status} expected: {answer}"
    body = body_of(answer)
    assert set(body) == {"schemas", "status", "detail"} | ({"scimType"} if scim_type else set()), f"{answer}"
    assert (body["schemas"], body["status"], body.get("scimType")) == ([ERROR], str(status), scim_type), f"{answer}"
    assert body["detail"].strip(), f"{answer}"
    return body["detail"]


def new_token(admin, **more):
    """A new SCIM token: its record and its value."""
    answer = admin.post("/api/tokens", {"name": "Provider of a test", "scope": "SCIM", **more})
    assert answer.status == 201, f"{answer}"
    record = answer.json()["token"]
    return record, record.pop("value")


class Provider:
    """An identity provider of the tenant."""

    def __init__(self, tenant=0, token=None):
        admin = world().client("ADMIN", tenant)
        self.record, self.token = token or new_token(admin)
        self.client = Client(world().demo["baseUrl"], self.token)

    def send(self, method, path, body=None, headers=None):
        sent = {"Accept": MEDIA, **(headers or {})}
        if body is not None:
            sent.setdefault("Content-Type", MEDIA)
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.client.request(method, BASE + path, body, sent)

    def get(self, path, **headers):
        return self.send("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})

    def value(self, path):
        answer = self.get(path)
        assert answer.status == 200, f"{answer}"
        return body_of(answer)

    def found(self, query):
        """The resources of a list, checked to be a ListResponse."""
        page = self.value(query)
        assert set(page) == {"schemas", "totalResults", "startIndex", "itemsPerPage", "Resources"}, f"{page}"
        assert page["schemas"] == [LIST] and page["itemsPerPage"] == len(page["Resources"]), f"{page}"
        return page["Resources"]

    def make(self, **more):
        """A new user, whose userName is an address."""
        answer = self.send("POST", "/Users", new_user(**more))
        assert answer.status == 201, f"{answer}"
        return body_of(answer)

    def patch(self, path, *operations, headers=None):
        return self.send("PATCH", path, {"schemas": [PATCH], "Operations": list(operations)}, headers)

    def patched(self, user, *operations):
        """The user as it is after the operations."""
        answer = self.patch(f"/Users/{user['id']}", *operations)
        assert answer.status == 200, f"{answer}"
        return body_of(answer)


def new_user(**more):
    return {"schemas": [USER], "userName": f"{secrets.token_hex(6)}@provided.example", **more}
