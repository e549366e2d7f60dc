# SPDX-License-Identifier: Apache-2.0
"""Shapes of the resources: exact field names, and the type of each value.

A shape is a type, a compiled pattern (the value is a text that matches), a set (one of these), a
dict (exactly these members), a list of one shape (all items), Maybe(shape) (or null), or a
function that answers whether the value will do."""
import re

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
SHA256 = re.compile(r"[0-9a-f]{64}")
TRACE, SPAN = re.compile(r"[0-9a-f]{32}"), re.compile(r"[0-9a-f]{16}")
DATE = re.compile(r"\d{4}-\d\d-\d\d")
TEXT = re.compile(r"(?s).+")


class Maybe:
    def __init__(self, shape):
        self.shape = shape


class Sometimes:
    """A member that may be absent."""
    def __init__(self, shape):
        self.shape = shape


def count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def fraction(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1


def problems(value, shape, path="$"):
    """Every violation of shape in value, as sentences."""
    if isinstance(shape, Sometimes):
        return problems(value, shape.shape, path)
    if isinstance(shape, Maybe):
        return [] if value is None else problems(value, shape.shape, path)
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return [f"{path} is no object: {value!r}"]
        needed = {name for name, one in shape.items() if not isinstance(one, Sometimes)}
        found = [f"{path} lacks {name}" for name in needed - value.keys()]
        found += [f"{path} has unknown {name}" for name in value.keys() - shape.keys()]
        for name in shape.keys() & value.keys():
            found += problems(value[name], shape[name], f"{path}.{name}")
        return found
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{path} is no array: {value!r}"]
        return [p for i, item in enumerate(value) for p in problems(item, shape[0], f"{path}[{i}]")]
    if isinstance(shape, set):
        good = value in shape
    elif isinstance(shape, re.Pattern):
        good = isinstance(value, str) and shape.fullmatch(value) is not None
    elif isinstance(shape, type):
        good = isinstance(value, shape) and (shape is bool or not isinstance(value, bool))
    else:
        good = shape(value)
    return [] if good else [f"{path} is {value!r}"]


def assert_shape(value, shape):
    found = problems(value, shape)
    assert not found, "; ".join(sorted(found)[:12])


MEMBER = {"path": TEXT, "documentId": Sometimes(ID), "outcome": {"STORED", "DUPLICATE", "LEFT_OUT"},
          "reason": Sometimes(TEXT)}
LEGAL_HOLD = {"id": ID, "documentId": Maybe(ID), "originalFilename": Maybe(TEXT), "reason": TEXT, "createdBy": ID,
              "createdAt": TIME, "releasedBy": Maybe(ID), "releasedAt": Maybe(TIME)}
UPLOAD = {"id": ID, "originalFilename": TEXT, "sizeBytes": count, "receivedBytes": count, "documentId": Maybe(ID),
          "createdAt": TIME, "expiresAt": TIME}
FACT_NAMES = {"title", "author", "owner", "version", "state", "approvedBy", "approvedAt", "effectiveFrom", "validUntil",
              "reviewDue", "created", "changed", "language"}
FACT = {"name": FACT_NAMES, "value": TEXT, "date": Maybe(re.compile(r"\d{4}(-\d\d(-\d\d)?)?")), "ambiguous": bool,
        "origin": {"METADATA", "FILE_NAME", "TEXT"},
        "place": Sometimes({"pageNumber": count, "startOffset": count, "endOffset": count, "text": TEXT})}
DOCUMENT = {
    "id": ID, "tenantId": ID, "originalFilename": TEXT, "fileType": TEXT, "contentType": TEXT,
    "sizeBytes": count, "status": {"UPLOADED", "EXTRACTED", "PARSED", "INDEXED", "READY", "FAILED"},
    "sha256Hash": SHA256, "parentDocumentId": Maybe(ID), "uploadedAt": TIME,
    "extractedAt": Maybe(TIME), "parsedAt": Maybe(TIME), "indexedAt": Maybe(TIME),
    "readyAt": Maybe(TIME), "failedAt": Maybe(TIME), "failureCode": Maybe(TEXT), "failureReason": Maybe(TEXT),
    "pageCount": Maybe(count), "chunkCount": Maybe(count), "childCount": count, "citedBy": count,
    "uploadedBy": Maybe(ID), "readerVersion": Maybe(count), "members": Sometimes([MEMBER]),
    "facts": Sometimes([FACT]), "pageLabels": Sometimes([TEXT]), "legalHolds": Sometimes([LEGAL_HOLD]),
    "rereading": Sometimes({"status": {"UPLOADED", "EXTRACTED", "PARSED", "INDEXED", "FAILED"}, "requestedAt": TIME,
                            "failedAt": Maybe(TIME), "failureCode": Maybe(TEXT), "failureReason": Maybe(TEXT)})}
STATUS = {
    **{name: DOCUMENT[name] for name in ("id", "status", "uploadedAt", "extractedAt", "parsedAt",
                                         "indexedAt", "readyAt", "failedAt", "failureCode", "failureReason")},
    "progress": {"stage": Maybe({"EXTRACTION", "CHUNKING", "EMBEDDING", "INDEXING"}),
                 "done": count, "total": count}}
PAGE = {"pageNumber": count, "text": str, "startOffset": count, "label": Sometimes(TEXT),
        "blocks": [{"kind": {"HEADING", "PARAGRAPH", "LIST_ITEM", "TABLE_ROW"}, "level": count, "start": count, "end": count}]}
WORDS = {"pageNumber": count, "startOffset": count, "width": Maybe(float), "height": Maybe(float), "rotation": count,
         "missing": Maybe({"FORMAT", "READ_EARLIER"}),
         "words": [{"text": TEXT, "start": count, "end": count, "x": fraction, "y": fraction, "width": fraction,
                    "height": fraction, "confidence": Sometimes(fraction)}]}
CHUNK = {"id": ID, "documentId": ID, "chunkIndex": count, "pageNumber": count, "startOffset": count,
         "endOffset": count, "tokenCount": count, "headingPath": str, "content": TEXT}
SEARCH_RESULT = {"documentId": ID, "chunkId": ID, "text": TEXT, "pageNumber": count, "pageLabel": Sometimes(TEXT),
                 "originalFilename": TEXT, "headingPath": str, "score": float}
THRESHOLDS = {"complete": fraction, "partial": fraction}
PACK = {"id": ID, "name": TEXT, "description": str, "version": TEXT, "criteriaVersionId": ID,
        "requirementCount": count, "thresholds": THRESHOLDS}
GLOSSARY = {"entries": [{"expression": TEXT, "meaning": TEXT}], "version": count, "sha256": Maybe(SHA256),
            "updatedAt": Maybe(TIME), "updatedBy": Maybe(ID)}
CRITERION = {"criterionId": count, "criterionTitle": TEXT, "criterionDescription": str}
REQUIREMENT = {"id": ID, "requirementId": re.compile(r"\d+(\.[0-9a-z]+)+"), "criterionId": count,
               "criterionTitle": TEXT, "title": TEXT, "subcheckLabel": Maybe(TEXT)}
PACK_VERSION = {"criteriaVersionId": ID, "version": TEXT, "baseVersionId": Maybe(ID), "shared": bool,
                "sourceKey": Maybe(TEXT), "contentHash": SHA256, "criteriaCount": count,
                "requirementCount": count, "createdAt": TIME}
AVAILABLE_PACK = {"id": ID, "name": TEXT, "description": str, "copyright": str, "shared": bool,
                  "newest": Maybe(PACK_VERSION), "boundVersionId": Maybe(ID)}
PACK_COMPARISON = {"from": PACK_VERSION, "to": PACK_VERSION, "added": dict, "removed": dict, "changed": dict}
EXPANSION = {"phrases": [TEXT], "model": TEXT, "promptVersion": TEXT, "createdAt": TIME}
PACK_CONTENT = {**PACK_VERSION, "packId": ID, "changes": Maybe([dict]),
                "criteria": [{**CRITERION, "label": Maybe(TEXT)}],
                "requirements": [{**REQUIREMENT, "expectedEvidence": [TEXT], "guidance": Maybe(TEXT),
                                  "sourceKey": Maybe(TEXT), "expansion": Sometimes(EXPANSION)}]}
RUN = {
    "id": ID, "tenantId": ID, "packId": ID,
    "status": {"QUEUED", "IN_PROGRESS", "COMPLETED", "FAILED", "CANCELLED"},
    "triggerType": {"manual"}, "snapshotStatus": Maybe({"CAPTURED", "LEGACY"}),
    "snapshotHash": Maybe(SHA256), "snapshotCriteriaVersionId": ID,
    "snapshotCorpusActivationId": Maybe(ID), "traceId": TRACE, "rootSpanId": SPAN,
    "createdAt": TIME, "startedAt": Maybe(TIME), "completedAt": Maybe(TIME),
    "failedAt": Maybe(TIME), "cancelledAt": Maybe(TIME), "failureReason": Maybe(TEXT),
    "startedBy": Maybe(ID), "rerunOf": Maybe(ID), "evaluator": TEXT,
    "evaluatorVersion": Maybe(TEXT), "calibrationVersion": Maybe(count), "glossaryVersion": Maybe(count),
    "evaluatorModel": Maybe(TEXT), "model": TEXT,
    "thresholds": THRESHOLDS, "similarityThreshold": fraction,
    "progress": {"requirementsDone": count, "requirementsTotal": count},
    "counts": {"COMPLETE": count, "PARTIAL": count, "MISSING": count, "FAILED": count}}
STEP_NAMES = ["INGESTION", "RETRIEVAL", "VERIFICATION", "ASSESSMENT", "TASK_GENERATION", "EXPORT"]
STEP = {"runId": ID, "stepName": set(STEP_NAMES), "stepIndex": count,
        "status": {"NOT_EXECUTED", "IN_PROGRESS", "COMPLETED", "FAILED"}, "startedAt": Maybe(TIME),
        "completedAt": Maybe(TIME), "spanId": SPAN, "inputRefs": dict, "outputRefs": dict,
        "errorDetails": Maybe(TEXT)}
CITATION = {"documentId": ID, "chunkId": ID, "text": TEXT, "pageNumber": count, "pageLabel": Sometimes(TEXT)}
REVIEW = {"id": ID, "assessmentId": ID, "runId": ID, "verdict": {"ACCEPTED", "OVERRIDDEN"},
          "status": {"COMPLETE", "PARTIAL", "MISSING"}, "note": Maybe(TEXT),
          "reviewer": {"id": ID, "email": TEXT}, "createdAt": TIME}
ASSESSMENT = {
    "id": ID, "runId": ID, "requirementId": REQUIREMENT["requirementId"],
    "status": {"COMPLETE", "PARTIAL", "MISSING", "FAILED"}, "confidence": fraction,
    "citations": [CITATION], "reasoning": TEXT, "details": dict, "durationMs": count,
    "createdAt": TIME, "review": Sometimes(REVIEW),
    "requirement": {"id": ID, "title": TEXT, "criterionId": count, "criterionTitle": TEXT,
                    "subcheckLabel": Maybe(TEXT)}}
BRIEF = {**{name: ASSESSMENT[name] for name in ("id", "runId", "requirementId", "status", "confidence", "createdAt",
                                                 "requirement")},
         "packId": ID, "citationCount": count, "needsReview": bool,
         "review": Maybe({"verdict": REVIEW["verdict"], "status": REVIEW["status"]})}
IN_FULL = {**ASSESSMENT, "places": [Maybe({"startOffset": count, "endOffset": count})],
           "sources": [{"documentId": ID, "originalFilename": TEXT, "fileType": TEXT, "present": bool}]}
CITING = {"citations": [{**BRIEF, "citations": [CITATION]}], "total": count, "nextCursor": Maybe(TEXT),
          "goesWith": {"documents": count, "chunks": count, "sizeBytes": count}}
SUMS = {"requirements": count, "counts": RUN["counts"], "held": RUN["counts"], "notAssessed": count,
        "reviewed": count, "toDecide": count, "decided": count, "openTasks": count}
GOES_WITH = {"documents": count, "chunks": count, "sizeBytes": count, "citedBy": count}
COVERAGE = {**SUMS, "packId": ID, "criteriaVersionId": ID, "thresholds": THRESHOLDS,
            "criteria": [{**SUMS, "criterionId": count, "criterionTitle": TEXT}],
            "items": Sometimes([{**REQUIREMENT, "standing": Maybe(BRIEF), "openTaskId": Maybe(ID)}])}
TASK = {"id": ID, "runId": ID, "requirementId": REQUIREMENT["requirementId"], "criterionId": count,
        "title": TEXT, "description": TEXT, "status": {"PENDING", "IN_PROGRESS", "COMPLETED"},
        "assignee": Maybe(TEXT), "dueDate": Maybe(DATE), "createdAt": TIME, "updatedAt": TIME,
        "lastRunId": ID, "seenInRuns": count, "satisfiedInRunId": Maybe(ID)}
EXPORT = {"id": ID, "runId": ID, "format": {"json", "csv", "xlsx", "pdf", "html", "oscal", "package"},
          "status": {"QUEUED", "IN_PROGRESS", "COMPLETED", "FAILED"}, "requestedBy": Maybe(ID), "createdAt": TIME,
          "completedAt": Maybe(TIME), "failedAt": Maybe(TIME), "failureCode": Maybe(TEXT), "failureReason": Maybe(TEXT),
          "sizeBytes": Maybe(count), "sha256": Maybe(SHA256), "erasedAt": Maybe(TIME)}
ERASURE = {"id": ID, "documentId": ID, "originalFilename": TEXT, "reason": TEXT,
           "status": {"QUEUED", "IN_PROGRESS", "COMPLETED", "FAILED"}, "documentCount": count, "exportCount": count,
           "requestedBy": Maybe(ID), "createdAt": TIME, "completedAt": Maybe(TIME), "failedAt": Maybe(TIME),
           "failureReason": Maybe(TEXT)}
ERASURE_IN_FULL = {
    **ERASURE, "documents": [{"id": ID, "originalFilename": TEXT, "sha256Hash": SHA256, "sizeBytes": count}],
    "runs": [{"runId": ID, "packId": ID, "status": TEXT, "createdAt": TIME, "quotes": count}],
    "runsQuoting": count, "runsSearched": count}
RETENTION = {"documentDays": Maybe(count), "exportDays": Maybe(count), "updatedAt": Maybe(TIME), "updatedBy": Maybe(ID),
             "appliedFrom": Maybe(TIME), "due": {"documents": count, "exports": count}}
REPRODUCTION = {"id": ID, "runId": ID, "status": {"QUEUED", "IN_PROGRESS", "COMPLETED", "FAILED"},
                "identical": Maybe(bool), "differences": [dict],
                "evaluator": {"id": TEXT, "version": TEXT, "model": Maybe(TEXT)}, "requestedBy": ID, "createdAt": TIME,
                "completedAt": Maybe(TIME), "failedAt": Maybe(TIME), "failureReason": Maybe(TEXT)}
PINNED_DOCUMENT = {"id": ID, "originalFilename": TEXT, "fileType": TEXT, "sha256Hash": SHA256,
                   "chunkCount": count}
LEFT_OUT = {"documentId": ID, "originalFilename": TEXT, "status": DOCUMENT["status"], "reason": TEXT,
            "message": Maybe(TEXT)}
AUDIT_ENTRY = {
    "id": ID, "tenantId": ID, "sequence": count, "action": re.compile(r"[a-z_]+(\.[a-z_]+)+"),
    "objectType": TEXT, "objectId": TEXT,
    "actor": {"type": {"user", "token", "system", "anonymous"}, "id": Maybe(TEXT), "email": Maybe(TEXT)},
    "outcome": {"allow", "deny", "error"}, "requestId": Maybe(TEXT), "runId": Maybe(ID),
    "ip": Maybe(TEXT), "actorRole": Maybe(TEXT), "authMethod": Maybe(TEXT), "userAgent": Maybe(TEXT),
    "detail": Maybe(TEXT), "createdAt": TIME, "hashVersion": {1, 2}, "previousHash": SHA256, "hash": SHA256}
AUDIT_VERDICT = {
    "verified": bool, "entries": count, "head": {"sequence": count, "hash": SHA256},
    "checkpoints": {"checked": count, "signatures": {"VERIFIED", "NOT_VERIFIED"}},
    "firstBroken": Maybe({"sequence": count, "id": Maybe(ID), "reason": TEXT})}
ACCOUNT = {"id": ID, "tenantId": ID, "email": re.compile(r"[^@]+@[^@]+"), "displayName": TEXT,
           "role": {"VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN"}, "hasPassword": bool, "disabled": bool,
           "createdAt": TIME, "disabledAt": Maybe(TIME), "deletedAt": Maybe(TIME)}
TENANT = {"id": ID, "name": TEXT, "createdAt": TIME}
BINDING = {"packId": ID, "packName": TEXT, "criteriaVersionId": ID, "version": TEXT,
           "requirementCount": count, "thresholds": THRESHOLDS, "evaluator": {"builtin", "llm"},
           "createdAt": TIME, "updatedAt": TIME}
EVENT_TYPES = {"document.ready", "document.failed", "run.completed", "run.failed", "run.cancelled", "task.changed",
               "review.made", "webhook.test"}
WEBHOOK = {
    "id": ID, "tenantId": ID, "url": TEXT, "description": str, "eventTypes": Maybe([EVENT_TYPES]), "enabled": bool,
    "disabledAt": Maybe(TIME), "disabledReason": Maybe({"BY_ADMINISTRATOR", "FAILING", "GONE"}),
    "failingSince": Maybe(TIME), "previousSecretUntil": Maybe(TIME), "createdBy": ID, "createdAt": TIME}
DELIVERY = {
    "id": ID, "webhookId": ID, "eventId": ID, "eventType": EVENT_TYPES,
    "event": {"type": EVENT_TYPES, "timestamp": TIME, "data": dict}, "status": {"PENDING", "DELIVERED", "FAILED"},
    "attempts": count, "nextAttemptAt": Maybe(TIME), "lastAttemptAt": Maybe(TIME), "durationMs": Maybe(count),
    "responseStatus": Maybe(count), "responseBody": Maybe(str), "error": Maybe(TEXT), "finishedAt": Maybe(TIME),
    "createdAt": TIME}
EMAIL = {"id": ID, "kind": {"TASK_ASSIGNED", "RUN_ENDED", "WEEKLY_DIGEST", "INVITATION"}, "userId": ID, "address": TEXT,
         "status": {"PENDING", "SENT", "SKIPPED", "FAILED"}, "attempts": count, "nextAttemptAt": Maybe(TIME),
         "lastAttemptAt": Maybe(TIME), "reason": Maybe(TEXT), "finishedAt": Maybe(TIME), "createdAt": TIME}
NOTIFICATIONS = {"emailAvailable": bool, "taskAssigned": bool, "runEnded": bool, "weeklyDigest": bool}
CORPUS = {"id": ID, "tenantId": ID, "title": TEXT, "packId": Maybe(ID), "sourceUrl": Maybe(TEXT),
          "createdBy": Maybe(ID), "createdAt": TIME}
INGESTION = {
    "id": ID, "corpusId": ID, "status": {"PENDING", "FETCHING", "PARSING", "INDEXING", "COMPLETED", "FAILED"},
    "sourceUrl": Maybe(TEXT), "originalFilename": Maybe(TEXT), "fileType": Maybe(TEXT),
    "contentType": Maybe(TEXT), "sizeBytes": Maybe(count), "sha256Hash": Maybe(SHA256),
    "pageCount": Maybe(count), "passageCount": Maybe(count), "createdBy": Maybe(ID), "createdAt": TIME,
    "fetchingAt": Maybe(TIME), "parsingAt": Maybe(TIME), "indexingAt": Maybe(TIME),
    "completedAt": Maybe(TIME), "failedAt": Maybe(TIME), "errorDetails": Maybe(TEXT)}
ACTIVATION = {"id": ID, "corpusId": ID, "ingestionId": ID, "packId": Maybe(ID), "activatedBy": Maybe(ID),
              "activatedAt": TIME}
REGULATION = {"corpusId": ID, "ingestionId": ID, "passageId": ID, "headingPath": str, "pageNumber": count,
              "score": fraction, "text": TEXT}
USER = {"id": ID, "email": re.compile(r"[^@]+@[^@]+"), "displayName": TEXT,
        "role": {"VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN"}, "tenantId": ID, "tenantName": TEXT,
        "mayCrossTenants": bool}
PERSON = {"id": ID, "displayName": TEXT, "email": USER["email"], "active": bool}
TOKEN = {"id": ID, "name": TEXT, "role": USER["role"], "scope": {"API", "SCIM"}, "createdBy": {"id": ID, "email": USER["email"]},
         "createdAt": TIME, "expiresAt": Maybe(TIME), "lastUsedAt": Maybe(TIME)}
SESSION = {"accessToken": TEXT, "tokenType": {"Bearer"}, "expiresIn": count, "user": USER}


def listed(plural, shape, **more):
    return {plural: [shape], "nextCursor": Maybe(TEXT), **more}
