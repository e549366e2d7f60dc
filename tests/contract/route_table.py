# SPDX-License-Identifier: Apache-2.0
"""Every route: who may call it, and how to call it with existing objects. Tests are driven by this table.

A new route needs a row in ROUTES, with the method, path and role of handlers/routes.cpp (assay-api --routes); the
tests fail without it. The row describes a call that is granted, and its response:
  Route("PATCH", "/api/things/{thingId}", "MEMBER", body={"name": "x"})
- {thingId}: IDS gives such an object of a tenant (0 or 1); UNOWNED lists objects that belong to no
  tenant, so that naming one is never foreign.
- body: what to send, a dict or a function of the tenant (for values that must be new each time).
- file: instead of body, a function of the tenant that returns (file name, bytes) for a multipart upload.
- fields: text fields sent with the file.
- raw: instead of body, a function that returns the bytes to send as they are. headers: sent with every call.
- ok: the status of a granted call, if it is not 200 (GET, PATCH, PUT), 201 (POST), 204 (DELETE); or a
  function that returns it, if it depends on the stack's settings.
- fresh: ids to create for each call, {name: function of the tenant}: for objects that the call uses up.
- own: the same, for objects that only their maker may use up: {name: function of the maker's client}.
- elsewhere: the status of a call in another tenant that may be reached, if it differs.
- query: required parameters. shape: of the body of a plain GET's 200.
The access matrix calls each row as every role, for the own and another tenant."""
import dataclasses
import secrets
import uuid

import pack_files
import samples
import shapes
from shapes import Maybe, listed
from tus import TUS, begun
from world import world

PUBLIC = None
ROLES = ["VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN"]
NOWHERE = "00000000-0000-7000-8000-000000000000"  # well-formed, but no object has it
OK = {"GET": 200, "PATCH": 200, "PUT": 200, "POST": 201, "DELETE": 204, "OPTIONS": 204}


@dataclasses.dataclass(frozen=True)
class Route:
    method: str
    pattern: str
    role: str = "VIEWER"  # the minimum; PUBLIC: no session
    shape: object = None
    query: str = ""
    body: object = None
    file: object = None
    fields: dict = None
    raw: object = None
    headers: dict = dataclasses.field(default_factory=dict)
    ok: object = None
    fresh: dict = dataclasses.field(default_factory=dict)
    passes_over_others: bool = False  # ignores unknown parameters
    own: dict = dataclasses.field(default_factory=dict)
    elsewhere: int = None

    @property
    def names(self):
        """The ids in the path."""
        return [part[1:-1] for part in self.pattern.split("/") if part.startswith("{")]

    @property
    def owned(self):
        """Whether the path names an object that belongs to a tenant."""
        return any(name not in UNOWNED for name in self.names)

    @property
    def granted(self):
        return (self.ok() if callable(self.ok) else self.ok) or OK[self.method]

    @property
    def takes_json(self):
        return self.method not in ("GET", "DELETE", "OPTIONS") and self.file is None and self.raw is None

    def path(self, tenant=0, **ids):
        """The route's path. Ids that are not given name objects of that tenant."""
        values = {name: ids[name] if name in ids else {**IDS, **UNOWNED}[name](tenant) for name in self.names}
        return self.pattern.format(**values) + (f"?{self.query}" if self.query else "")

    def call(self, client, path, tenant=0, headers=None):
        """A call with a valid body, on objects of that tenant."""
        headers = {**self.headers, **(headers or {})}
        if self.raw is not None:
            return client.request(self.method, path, self.raw(), headers)
        if self.file is not None:
            return client.upload(*self.file(tenant), path=path, fields=self.fields)
        if not self.takes_json:
            return client.request(self.method, path, headers=headers)
        return client.send(self.method, path, body_of(self, tenant), headers)

    def granted_path(self, tenant, role="ADMIN"):
        """The path of a call that succeeds for that role."""
        ids = {name: make(tenant) for name, make in self.fresh.items()}
        maker = world().client(role if tenant == 0 else "ADMIN", tenant)
        ids.update((name, make(maker)) for name, make in self.own.items())
        return self.path(tenant, **ids)

    def __str__(self):
        return f"{self.method} {self.pattern}"


def body_of(route, tenant=0):
    """A body that the route accepts; None if it takes none."""
    if not route.takes_json:
        return None
    return route.body(tenant) if callable(route.body) else route.body or {}


def with_query(path, query):
    return path + ("&" if "?" in path else "?") + query


def _task(tenant):
    return world().client("MEMBER", tenant).value(f"/api/tasks?runId={world().run(tenant)['id']}")["tasks"][0]["id"]


def _export(tenant):
    """A COMPLETED export of the tenant's run."""
    member = world().client("MEMBER", tenant)
    return member.export(world().run(tenant)["id"], "csv")["id"]


def _captured(tenant):
    return world().run(tenant)["snapshotStatus"] == "CAPTURED"


def _reproduction(tenant):
    """A reproduction of the tenant's run; if runs have no snapshot, one from before that setting."""
    run = world().run(tenant)["id"]
    if _captured(tenant):
        return world().client("ADMIN", tenant).reproduce(run)["id"]
    made = str(uuid.uuid4())
    world().stack.sql("INSERT INTO reproduction (tenant_id, id, run_id, evaluator, evaluator_version, requested_by) "
                      f"VALUES ('{world().tenant_id(tenant)}', '{made}', '{run}', 'builtin', '1', '{uuid.uuid4()}')")
    return made


def _new_token(client):
    answer = client.post("/api/tokens", {"name": "of a test"})
    assert answer.status == 201, f"{answer}"
    return answer.json()["token"]["id"]


def _new_document(tenant):
    return world().client("MEMBER", tenant).add("brief.txt", samples.unique())["id"]


def new_upload(client):
    """An upload in pieces that the client has begun; its id."""
    return begun(client, 9).rsplit("/", 1)[1]


def _own_upload(client):
    """A VIEWER has none: whoever may not make one is refused first."""
    return NOWHERE if client.user["role"] == "VIEWER" else new_upload(client)


def _upload(tenant):
    return new_upload(world().client("ADMIN", tenant))


def _paged_document(tenant):
    return world().paged_document(tenant)["id"]


def _customised(tenant):
    change = {"op": "change", "requirementId": "1.1", "title": "Other " + secrets.token_hex(6)}
    return {"baseVersionId": world().shared(world().pack, tenant)["criteriaVersionId"],
            "version": secrets.token_hex(6), "changes": [change]}


def _new_corpus(tenant):
    answer = world().client("ADMIN", tenant).post("/api/admin/corpora", {"title": "A text to come"})
    return answer.json()["corpus"]["id"]


def _new_webhook(tenant):
    """One that wants what happens in no test of routes, and that nobody would answer for."""
    wanted = {"url": f"https://{secrets.token_hex(6)}.invalid/", "eventTypes": ["run.failed"]}
    answer = world().client("ADMIN", tenant).post("/api/admin/webhooks", wanted)
    assert answer.status == 201, str(answer)
    return answer.json()["webhook"]["id"]


def _webhook(tenant):
    return world().shared(_new_webhook, tenant)


def _delivery(tenant):
    return world().client("ADMIN", tenant).post(f"/api/admin/webhooks/{_webhook(tenant)}/test").json()["delivery"]["id"]


def _assessment(tenant):
    run = world().run(tenant)["id"]
    return world().client("MEMBER", tenant).value(f"/api/runs/{run}/assessments?limit=1")["assessments"][0]["id"]


def _chunk(tenant):
    path = f"/api/documents/{world().document(tenant)['id']}/chunks?limit=1"
    return world().client("MEMBER", tenant).value(path)["chunks"][0]["id"]


def _new_erasure(tenant):
    answer = world().client("ADMIN", tenant).post(f"/api/documents/{_new_document(tenant)}/erasure", {"reason": "of a test"})
    assert answer.status == 202, str(answer)
    return answer.json()["erasure"]["id"]


def _erasure(tenant):
    return world().shared(_new_erasure, tenant)


def _new_hold(tenant):
    """A hold on a document of its own: others are in nobody's way."""
    wanted = {"documentId": _new_document(tenant), "reason": "of a test"}
    answer = world().client("ADMIN", tenant).post("/api/admin/legal-holds", wanted)
    assert answer.status == 201, str(answer)
    return answer.json()["legalHold"]["id"]


def _email(tenant):
    """A message of the tenant, as if there had been a mail server."""
    user = world().shared(world().account, tenant)["id"]
    email = str(uuid.uuid4())
    world().stack.sql(f"""
        INSERT INTO email (tenant_id, id, user_id, kind, about, status, next_attempt_at, finished_at)
          VALUES ('{world().tenant_id(tenant)}', '{email}', '{user}', 'INVITATION', '{{}}', 'FAILED', NULL, now())""")
    return email


IDS = {"assessmentId": _assessment,
       "otherId": lambda tenant: world().run(tenant)["id"],
       "corpusId": lambda tenant: world().corpus(tenant)["id"],
       "documentId": lambda tenant: world().document(tenant)["id"],
       "erasureId": _erasure,
       "legalHoldId": lambda tenant: world().shared(_new_hold, tenant),
       "exportId": lambda tenant: world().shared(_export, tenant),
       "reproductionId": lambda tenant: world().shared(_reproduction, tenant),
       "runId": lambda tenant: world().run(tenant)["id"],
       "taskId": _task,
       "uploadId": lambda tenant: world().shared(_upload, tenant),
       "tokenId": lambda tenant: _new_token(world().client("ADMIN", tenant)),
       "tenantId": lambda tenant: world().tenant_id(tenant),
       "userId": lambda tenant: world().shared(world().account, tenant)["id"],
       "packId": lambda tenant: world().shared(world().pack, tenant)["packId"],
       "webhookId": _webhook,
       "emailId": lambda tenant: world().shared(_email, tenant),
       "deliveryId": lambda tenant: world().shared(_delivery, tenant),
       "versionId": lambda tenant: world().shared(world().pack, tenant)["criteriaVersionId"],
       "otherVersionId": lambda tenant: world().shared(world().pack, tenant)["criteriaVersionId"]}
UNOWNED = {"pageNumber": lambda _: "1", "chunkId": _chunk}

def _account(_):
    return {"email": f"{secrets.token_hex(6)}@new.example", "displayName": "New", "role": "VIEWER"}


def _binding(tenant):
    return {"criteriaVersionId": world().shared(world().pack, tenant)["criteriaVersionId"]}


REPLAY = {
    "runId": shapes.ID, "snapshotStatus": {"CAPTURED"}, "source": {"SNAPSHOT"},
    "snapshotHash": shapes.SHA256, "capturedAt": shapes.TIME, "integrity": {"VERIFIED"},
    "run": dict, "criteria": [shapes.CRITERION], "requirements": [dict], "documents": [dict],
    "documentsNotSearched": [shapes.LEFT_OUT], "assessments": [dict], "tasks": [dict], "warnings": [str]}

TRACE = {
    "traceId": shapes.TRACE, "rootSpanId": shapes.SPAN, "droppedAttributes": shapes.count,
    "spans": [{"spanId": shapes.SPAN, "parentSpanId": Maybe(shapes.SPAN), "name": shapes.TEXT,
               "startedAt": shapes.TIME, "endedAt": Maybe(shapes.TIME),
               "status": {"UNSET", "OK", "ERROR"}, "attributes": dict}]}

ROUTES = [
    Route("GET", "/api/health/live", PUBLIC),
    Route("GET", "/api/health/ready", PUBLIC),
    Route("GET", "/api/openapi.json", PUBLIC),
    Route("POST", "/api/auth/login", PUBLIC, ok=400),  # the empty body is refused
    Route("POST", "/api/auth/refresh", PUBLIC, ok=401),  # there is no cookie
    Route("POST", "/api/auth/logout", PUBLIC, ok=204),
    Route("GET", "/api/auth/config", PUBLIC),
    # Not configured in the stacks of these tests; tests/identity signs in through them.
    Route("GET", "/api/auth/oidc/start", PUBLIC, ok=404),
    Route("GET", "/api/auth/oidc/callback", PUBLIC, ok=404, passes_over_others=True),
    Route("GET", "/api/auth/me", shape=shapes.USER),
    Route("POST", "/api/auth/password", ok=400),  # the empty body is refused
    Route("GET", "/api/me/notifications", shape=shapes.NOTIFICATIONS, elsewhere=400),  # one's own
    Route("PUT", "/api/me/notifications", body={"taskAssigned": True, "runEnded": True, "weeklyDigest": True},
          elsewhere=400),
    Route("GET", "/api/tokens", shape=listed("tokens", shapes.TOKEN)),
    Route("POST", "/api/tokens", body={"name": "of a test"}, elsewhere=400),  # a token belongs to its maker's tenant
    Route("DELETE", "/api/tokens/{tokenId}", own={"tokenId": _new_token}),
    Route("POST", "/api/documents/upload", "MEMBER", file=lambda _: ("new.txt", samples.unique())),
    Route("POST", "/api/documents/bulk-upload", "MEMBER", ok=200, file=lambda _: ("new.txt", samples.unique())),
    Route("OPTIONS", "/api/documents/uploads", PUBLIC),
    Route("POST", "/api/documents/uploads", "MEMBER", raw=lambda: b"", headers={
        **TUS, "Upload-Length": "9", "Upload-Metadata": "filename bmV3LnR4dA=="}),
    # An upload is its maker's alone.
    Route("GET", "/api/documents/uploads/{uploadId}", "MEMBER", shapes.UPLOAD, headers=TUS,
          own={"uploadId": _own_upload}, elsewhere=404),
    Route("PATCH", "/api/documents/uploads/{uploadId}", "MEMBER", raw=lambda: b"of", own={"uploadId": _own_upload}, ok=204,
          headers={**TUS, "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"}, elsewhere=404),
    Route("DELETE", "/api/documents/uploads/{uploadId}", "MEMBER", headers=TUS, own={"uploadId": _own_upload},
          elsewhere=404),
    Route("POST", "/api/documents/reread", "ADMIN", body={"failureCode": "none such"}, ok=202),
    Route("POST", "/api/documents/bulk-delete", "MEMBER", ok=200,
          body=lambda tenant: {"items": [{"documentId": _new_document(tenant)}]}),
    Route("GET", "/api/documents", shape=listed("documents", shapes.DOCUMENT, total=shapes.count)),
    Route("GET", "/api/deletion-preview", shape=shapes.GOES_WITH, query=f"documentIds={NOWHERE}"),
    Route("GET", "/api/documents/{documentId}", shape=shapes.DOCUMENT),
    Route("DELETE", "/api/documents/{documentId}", "MEMBER", fresh={"documentId": _new_document}),
    Route("GET", "/api/documents/{documentId}/status", shape=shapes.STATUS),
    Route("GET", "/api/documents/{documentId}/content"),
    Route("GET", "/api/documents/{documentId}/pages/{pageNumber}", shape=shapes.PAGE),
    Route("GET", "/api/documents/{documentId}/pages/{pageNumber}/words", shape=shapes.WORDS),
    Route("GET", "/api/documents/{documentId}/pages/{pageNumber}/image", fresh={"documentId": _paged_document}),
    Route("GET", "/api/documents/{documentId}/chunks", shape=listed("chunks", shapes.CHUNK)),
    Route("GET", "/api/documents/{documentId}/chunks/{chunkId}", shape={**shapes.CHUNK, "replaced": bool}),
    Route("GET", "/api/documents/{documentId}/citations", shape=shapes.CITING),
    Route("POST", "/api/documents/{documentId}/retry", "MEMBER", ok=409),  # it has not failed
    Route("POST", "/api/documents/{documentId}/reread", "ADMIN", ok=202),
    Route("POST", "/api/documents/{documentId}/erasure", "ADMIN", body={"reason": "of a test"}, ok=202,
          fresh={"documentId": _new_document}),
    Route("GET", "/api/admin/erasures", "ADMIN", listed("erasures", shapes.ERASURE)),
    Route("GET", "/api/admin/erasures/{erasureId}", "ADMIN", shapes.ERASURE_IN_FULL),
    Route("POST", "/api/admin/erasures/{erasureId}/retry", "ADMIN", ok=409),  # it has not failed
    Route("GET", "/api/admin/legal-holds", "ADMIN", listed("legalHolds", shapes.LEGAL_HOLD)),
    # On a document that nobody else uses.
    Route("POST", "/api/admin/legal-holds", "ADMIN",
          body=lambda tenant: {"documentId": _new_document(tenant), "reason": "of a test"}),
    Route("GET", "/api/admin/legal-holds/{legalHoldId}", "ADMIN", shapes.LEGAL_HOLD),
    Route("POST", "/api/admin/legal-holds/{legalHoldId}/release", "ADMIN", ok=200, fresh={"legalHoldId": _new_hold}),
    Route("GET", "/api/admin/retention", "ADMIN", shapes.RETENTION),
    # Rules that keep everything.
    Route("PUT", "/api/admin/retention", "ADMIN", body={"documentDays": None, "exportDays": None}),
    Route("GET", "/api/overview"),  # it changes all the time: overview_test.py
    Route("GET", "/api/coverage", shape=shapes.COVERAGE),
    Route("GET", "/api/people", shape=listed("people", shapes.PERSON)),
    Route("GET", "/api/search", shape={"results": [shapes.SEARCH_RESULT]}, query="q=backup"),
    Route("GET", "/api/packs", shape=listed("packs", shapes.PACK)),
    Route("GET", "/api/packs/{packId}/mappings", shape=listed("mappings", dict)),
    Route("GET", "/api/criteria", shape=listed("criteria", shapes.CRITERION)),
    Route("GET", "/api/requirements", shape=listed("requirements", shapes.REQUIREMENT)),
    Route("POST", "/api/runs", "MEMBER", body={"requirementIds": ["1.1"]}, ok=202),
    Route("GET", "/api/runs", shape=listed("runs", shapes.RUN, total=shapes.count)),
    Route("GET", "/api/runs/estimate"),
    Route("GET", "/api/runs/{runId}", shape=shapes.RUN),
    Route("GET", "/api/runs/{runId}/steps", shape=listed("steps", shapes.STEP)),
    Route("GET", "/api/runs/{runId}/assessments", shape=listed("assessments", shapes.ASSESSMENT)),
    Route("GET", "/api/runs/{runId}/compare/{otherId}", shape={
        "from": shapes.RUN, "to": shapes.RUN, "pins": [dict], "documents": dict, "summary": dict, "requirements": [dict]}),
    Route("GET", "/api/runs/{runId}/what-if", shape={
        "runId": shapes.ID, "from": dict, "thresholds": dict, "counts": dict, "changes": [dict]}),
    Route("POST", "/api/runs/{runId}/cancel", "MEMBER", ok=409),  # it has ended
    Route("POST", "/api/runs/{runId}/reviews", "MEMBER",
          body=lambda tenant: {"reviews": [{"assessmentId": _assessment(tenant), "verdict": "ACCEPTED"}]}),
    Route("POST", "/api/assessments/bulk-reviews", "MEMBER", ok=200,
          body=lambda tenant: {"items": [{"assessmentId": _assessment(tenant), "verdict": "ACCEPTED"}]}),
    Route("GET", "/api/assessments/{assessmentId}", shape=shapes.IN_FULL),
    Route("GET", "/api/assessments/{assessmentId}/reviews", shape=listed("reviews", shapes.REVIEW)),
    Route("POST", "/api/assessments/{assessmentId}/reviews", "MEMBER", body={"verdict": "ACCEPTED"}),
    Route("GET", "/api/tasks", shape=listed("tasks", shapes.TASK)),
    Route("PATCH", "/api/tasks", "MEMBER", body=lambda tenant: {"taskIds": [_task(tenant)], "assignee": "somebody"}),
    Route("POST", "/api/tasks/bulk", "MEMBER", ok=200,
          body=lambda tenant: {"items": [{"taskId": _task(tenant), "assignee": "somebody"}]}),
    Route("GET", "/api/tasks/{taskId}", shape=shapes.TASK),
    Route("PATCH", "/api/tasks/{taskId}", "MEMBER", body={"assignee": "somebody"}),
    Route("POST", "/api/runs/{runId}/exports", "MEMBER", body={"format": "csv"}, ok=202),
    Route("GET", "/api/exports", shape=listed("exports", shapes.EXPORT)),
    Route("GET", "/api/exports/{exportId}", shape=shapes.EXPORT),
    Route("GET", "/api/exports/{exportId}/content"),
    Route("GET", "/api/admin/runs", "ADMIN", listed("runs", shapes.RUN, total=shapes.count)),
    Route("GET", "/api/admin/runs/{runId}", "ADMIN", {"run": shapes.RUN, "steps": [shapes.STEP], "pins": dict}),
    Route("GET", "/api/admin/metrics", "ADMIN"),
    Route("GET", "/api/admin/operations", "ADMIN"),  # it changes all the time: operations_test.py
    Route("GET", "/api/admin/runs/{runId}/trace", "ADMIN", TRACE),
    Route("GET", "/api/admin/runs/{runId}/replay", "ADMIN", REPLAY),
    Route("POST", "/api/admin/runs/{runId}/reproduce", "ADMIN", ok=lambda: 202 if _captured(0) else 409),
    Route("GET", "/api/admin/runs/{runId}/reproductions", "ADMIN", listed("reproductions", shapes.REPRODUCTION)),
    Route("GET", "/api/admin/reproductions/{reproductionId}", "ADMIN", shapes.REPRODUCTION),
    Route("POST", "/api/admin/packs/import", "ADMIN", file=lambda _: (f"{secrets.token_hex(6)}.csv", pack_files.new_csv())),
    Route("GET", "/api/admin/packs", "ADMIN", {"packs": [shapes.AVAILABLE_PACK]}),
    Route("GET", "/api/admin/packs/{packId}/versions", "ADMIN", listed("versions", shapes.PACK_VERSION)),
    Route("POST", "/api/admin/packs/{packId}/versions", "ADMIN", body=_customised),
    Route("GET", "/api/admin/packs/{packId}/versions/{versionId}", "ADMIN", shapes.PACK_CONTENT),
    Route("GET", "/api/admin/packs/{packId}/versions/{versionId}/export", "ADMIN"),
    Route("GET", "/api/admin/packs/{packId}/versions/{versionId}/compare/{otherVersionId}", "ADMIN",
          shapes.PACK_COMPARISON),
    Route("GET", "/api/admin/corpora", "ADMIN", listed("corpora", shapes.CORPUS)),
    Route("POST", "/api/admin/corpora", "ADMIN", file=lambda _: ("act.txt", samples.unique()),
          fields={"title": "An act"}),
    Route("GET", "/api/admin/corpora/{corpusId}", "ADMIN", shapes.CORPUS),
    Route("GET", "/api/admin/corpora/{corpusId}/ingestions", "ADMIN", listed("ingestions", shapes.INGESTION)),
    Route("POST", "/api/admin/corpora/{corpusId}/ingestions", "ADMIN", ok=202,
          file=lambda _: ("act.txt", samples.unique()), fresh={"corpusId": _new_corpus}),
    Route("GET", "/api/admin/corpora/{corpusId}/activations", "ADMIN", listed("activations", shapes.ACTIVATION)),
    # Puts nothing in force: the runs of other tests would pin it.
    Route("POST", "/api/admin/corpora/{corpusId}/activations", "ADMIN", body={"ingestionId": NOWHERE}, ok=404),
    Route("GET", "/api/admin/audit-logs", "ADMIN",
          {"logs": [shapes.AUDIT_ENTRY], "total": shapes.count, "nextCursor": Maybe(shapes.TEXT)}),
    Route("GET", "/api/admin/audit-logs/verify", "ADMIN", shapes.AUDIT_VERDICT),
    Route("GET", "/api/admin/audit-logs/export", "ADMIN"),
    Route("GET", "/api/admin/tenants", "SUPER_ADMIN", listed("tenants", shapes.TENANT, total=shapes.count)),
    Route("POST", "/api/admin/tenants", "SUPER_ADMIN", body=lambda _: {"name": f"Tenant {secrets.token_hex(6)}"}),
    Route("GET", "/api/admin/tenants/{tenantId}", "ADMIN", shapes.TENANT),
    Route("PATCH", "/api/admin/tenants/{tenantId}", "SUPER_ADMIN", body=lambda t: {"name": world().demo["tenants"][t]["name"]}),
    Route("GET", "/api/admin/users", "ADMIN", listed("users", shapes.ACCOUNT, total=shapes.count)),
    Route("POST", "/api/admin/users", "ADMIN", body=_account),
    Route("GET", "/api/admin/users/{userId}", "ADMIN", shapes.ACCOUNT),
    Route("PATCH", "/api/admin/users/{userId}", "ADMIN", body={"displayName": "Renamed"}),
    Route("DELETE", "/api/admin/users/{userId}", "ADMIN",
          fresh={"userId": lambda tenant: world().account(tenant=tenant)["id"]}),
    Route("GET", "/api/admin/bindings", "ADMIN", listed("bindings", shapes.BINDING)),
    Route("GET", "/api/admin/bindings/{packId}", "ADMIN", shapes.BINDING),
    Route("PUT", "/api/admin/bindings/{packId}", "ADMIN", body=_binding),
    Route("DELETE", "/api/admin/bindings/{packId}", "ADMIN",
          fresh={"packId": lambda tenant: world().pack(tenant)["packId"]}),
    Route("GET", "/api/admin/glossary", "ADMIN", shapes.GLOSSARY),
    # The empty body is refused: the runs of other tests would pin a change.
    Route("PUT", "/api/admin/glossary", "ADMIN", ok=400),
    Route("GET", "/api/admin/emails", "ADMIN", listed("emails", shapes.EMAIL)),
    Route("POST", "/api/admin/emails/{emailId}/resend", "ADMIN", ok=409),  # there is no mail server
    Route("GET", "/api/admin/webhooks", "ADMIN", listed("webhooks", shapes.WEBHOOK)),
    Route("POST", "/api/admin/webhooks", "ADMIN", ok=400),  # the empty body is refused: a tenant has room for 20
    Route("GET", "/api/admin/webhooks/{webhookId}", "ADMIN", shapes.WEBHOOK),
    Route("PATCH", "/api/admin/webhooks/{webhookId}", "ADMIN", body={"description": "of a test"}),
    Route("DELETE", "/api/admin/webhooks/{webhookId}", "ADMIN", fresh={"webhookId": _new_webhook}),
    Route("POST", "/api/admin/webhooks/{webhookId}/test", "ADMIN", ok=202),
    Route("POST", "/api/admin/webhooks/{webhookId}/rotate-secret", "ADMIN", ok=200),
    Route("GET", "/api/admin/webhooks/{webhookId}/deliveries", "ADMIN", listed("deliveries", shapes.DELIVERY)),
    Route("POST", "/api/admin/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver", "ADMIN", ok=202),
]
GUARDED = [route for route in ROUTES if route.role is not PUBLIC]
# Lists that are paged when they are long.
PAGED = {"/api/documents": "documents", "/api/runs": "runs", "/api/tasks": "tasks", "/api/tokens": "tokens",
         "/api/exports": "exports", "/api/people": "people",
         "/api/documents/{documentId}/citations": "citations",
         "/api/admin/runs": "runs", "/api/admin/audit-logs": "logs", "/api/admin/users": "users"}
