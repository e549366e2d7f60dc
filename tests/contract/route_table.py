# SPDX-License-Identifier: Apache-2.0
"""Every route: who may call it, and how to call it with existing things. Tests are driven by it."""
import dataclasses

import shapes
from shapes import Maybe, listed
from world import world

PUBLIC = None
ROLES = ["VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN"]
NOWHERE = "00000000-0000-7000-8000-000000000000"  # well-formed, and nobody's


@dataclasses.dataclass(frozen=True)
class Route:
    method: str
    pattern: str  # {documentId}, {runId}, {taskId}
    role: str = "VIEWER"  # the least; PUBLIC: no session
    shape: object = None  # of the body of a plain 200 to GET
    query: str = ""  # parameters that are required

    def path(self, tenant=0, **ids):
        """The route's path, naming things of that tenant unless given."""
        values = {name: ids[name] if name in ids else IDS[name](tenant)
                  for name in IDS if "{" + name + "}" in self.pattern}
        return self.pattern.format(**values) + (f"?{self.query}" if self.query else "")

    def __str__(self):
        return f"{self.method} {self.pattern}"


def _task(tenant):
    return world().client("MEMBER", tenant).value(f"/api/tasks?runId={world().run(tenant)['id']}")["tasks"][0]["id"]


IDS = {"documentId": lambda tenant: world().document(tenant)["id"],
       "runId": lambda tenant: world().run(tenant)["id"],
       "taskId": _task}

REPLAY = {
    "runId": shapes.ID, "snapshotStatus": {"CAPTURED"}, "source": {"SNAPSHOT"},
    "snapshotHash": shapes.SHA256, "capturedAt": shapes.TIME, "integrity": {"VERIFIED"},
    "run": dict, "criteria": [shapes.CRITERION], "requirements": [dict], "documents": [dict],
    "assessments": [dict], "tasks": [dict], "warnings": [str]}

ROUTES = [
    Route("GET", "/api/health/live", PUBLIC),
    Route("GET", "/api/health/ready", PUBLIC),
    Route("POST", "/api/auth/login", PUBLIC),
    Route("POST", "/api/auth/refresh", PUBLIC),
    Route("POST", "/api/auth/logout", PUBLIC),
    Route("GET", "/api/auth/config", PUBLIC),
    Route("GET", "/api/auth/me", shape=shapes.USER),
    Route("POST", "/api/documents/upload", "MEMBER"),
    Route("GET", "/api/documents", shape=listed("documents", shapes.DOCUMENT, total=shapes.count)),
    Route("GET", "/api/documents/{documentId}", shape=shapes.DOCUMENT),
    Route("DELETE", "/api/documents/{documentId}", "MEMBER"),
    Route("GET", "/api/documents/{documentId}/status", shape=shapes.STATUS),
    Route("GET", "/api/documents/{documentId}/content"),
    Route("GET", "/api/documents/{documentId}/pages/1", shape=shapes.PAGE),
    Route("GET", "/api/documents/{documentId}/chunks", shape=listed("chunks", shapes.CHUNK)),
    Route("POST", "/api/documents/{documentId}/retry", "MEMBER"),
    Route("GET", "/api/search", shape={"results": [shapes.SEARCH_RESULT]}, query="q=backup"),
    Route("GET", "/api/packs", shape=listed("packs", shapes.PACK)),
    Route("GET", "/api/criteria", shape={"criteria": [shapes.CRITERION]}),
    Route("GET", "/api/requirements", shape=listed("requirements", shapes.REQUIREMENT)),
    Route("POST", "/api/runs", "MEMBER"),
    Route("GET", "/api/runs", shape=listed("runs", shapes.RUN, total=shapes.count)),
    Route("GET", "/api/runs/{runId}", shape=shapes.RUN),
    Route("GET", "/api/runs/{runId}/steps", shape={"steps": [shapes.STEP]}),
    Route("GET", "/api/runs/{runId}/assessments", shape=listed("assessments", shapes.ASSESSMENT)),
    Route("POST", "/api/runs/{runId}/cancel", "MEMBER"),
    Route("GET", "/api/tasks", shape=listed("tasks", shapes.TASK)),
    Route("PATCH", "/api/tasks/{taskId}", "MEMBER"),
    Route("GET", "/api/admin/runs", "ADMIN", listed("runs", shapes.RUN, total=shapes.count)),
    Route("GET", "/api/admin/runs/{runId}", "ADMIN", {"run": shapes.RUN, "steps": [shapes.STEP], "pins": dict}),
    Route("GET", "/api/admin/runs/{runId}/replay", "ADMIN", REPLAY),
    Route("GET", "/api/admin/audit-logs", "ADMIN",
          {"logs": [shapes.AUDIT_ENTRY], "total": shapes.count, "nextCursor": Maybe(shapes.TEXT)}),
]
GUARDED = [route for route in ROUTES if route.role is not PUBLIC]
# Lists that are cut into pages whenever they are long.
PAGED = {"/api/documents": "documents", "/api/runs": "runs", "/api/tasks": "tasks",
         "/api/admin/runs": "runs", "/api/admin/audit-logs": "logs"}


def body_of(route):
    """A body that the route would take; None where it takes none."""
    if route.method in ("GET", "DELETE") or route.pattern == "/api/documents/upload":
        return None
    return {"status": "IN_PROGRESS"} if route.method == "PATCH" else {}
