# SPDX-License-Identifier: Apache-2.0
"""A run whose names, titles and quotes try to break the formats it is exported to."""
import hashlib
import secrets

from world import world

SCRIPT = "<script>alert('x')</script>"
FORMULA = '=HYPERLINK("http://evil.example","x")'
HEBREW = "מדיניות גיבוי 2026.md"
TURNED = "review\u202etxt.md"  # would reverse the text after it
TITLES = ["Access rights of all accounts are reviewed every quarter by the owner of the system.",
          FORMULA + " is how a formula begins in a spreadsheet.",
          f"Backups of the central database are tested {SCRIPT} every month.",
          "يجب مراجعة حقوق الوصول كل ثلاثة أشهر.",
          "A drone is flown over the data centre before sunrise."]
EVIDENCE = {
    "access.md": f"# Access\n\nAccess rights of all accounts are reviewed every quarter by the owner of the "
                 f"system. {SCRIPT}\n",
    HEBREW: f"# Backups\n\nBackups of the central database are tested {SCRIPT} every month, and the tests are "
            f"recorded.\n",
    TURNED: "يجب مراجعة حقوق الوصول كل ثلاثة أشهر من قبل مالك النظام.\n",
    f"{FORMULA[:30]}.md": f"{FORMULA} is how a formula begins in a spreadsheet.\n",
}


def _bound_pack(admin):
    lines = ["criterionTitle,title"]
    for i, title in enumerate(TITLES):
        quoted = title.replace('"', '""')
        lines.append(f'"{"Access & <b>Review</b>" if i < 2 else "Continuity"}","{quoted}"')
    name = "wicked-" + secrets.token_hex(4)
    answer = admin.upload(name + ".csv", "\r\n".join(lines).encode(),
                          path=f"/api/admin/packs/import?bind=true&name={name}&version=1")
    assert answer.status in (200, 201), f"{answer}"
    return next(p["id"] for p in admin.value("/api/packs")["packs"] if p["name"] == name)


def _make():
    member = world().client("MEMBER")
    pack = _bound_pack(world().client("ADMIN"))
    documents = {name: member.add_ready(name, text.encode()) for name, text in EVIDENCE.items()}
    run = member.completed_run(packId=pack, documentIds=[d["id"] for d in documents.values()])
    assessments = member.value(f"/api/runs/{run['id']}/assessments")["assessments"]
    return {"run": run, "documents": documents, "assessments": assessments}


_made = []


def wicked():
    """{run, documents by name, assessments}, created once."""
    if not _made:
        _made.append(_make())
    return _made[0]


def content(export_id, role="VIEWER"):
    """The bytes of a COMPLETED export, with size and hash checked."""
    client = world().client(role)
    made = client.value(f"/api/exports/{export_id}")
    answer = client.get(f"/api/exports/{export_id}/content")
    assert answer.status == 200, f"{answer}"
    assert len(answer.body) == made["sizeBytes"], made
    assert hashlib.sha256(answer.body).hexdigest() == made["sha256"], made
    return answer.body


def exported(file_format):
    """The wicked run in that format."""
    return content(world().client("MEMBER").export(wicked()["run"]["id"], file_format)["id"])
