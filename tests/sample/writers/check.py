# SPDX-License-Identifier: Apache-2.0
# Checks that expected.json agrees with pack.json and that the evidence contains its quotes.

import collections
import io
import json
import zipfile

from .text_of import TextError, text_of

_STATUSES = ("COMPLETE", "PARTIAL", "MISSING")
_REQUIREMENTS, _CRITERIA = 32, 8


def check_expected(folder, files):
    """Returns a message for each disagreement; `files` maps evidence names to bytes."""
    pack = json.loads((folder / "pack.json").read_text(encoding="utf-8"))
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["requirements"]
    problems = _check_pack(pack)
    in_pack = [r["requirementId"] for c in pack["criteria"] for r in c["requirements"]]
    if [entry["requirementId"] for entry in expected] != in_pack:
        problems.append("expected.json: requirements are not those of pack.json in its order")
    for entry in expected:
        problems += [f"expected.json {entry['requirementId']}: {issue}" for issue in _check_entry(entry, files)]
    counts = collections.Counter(entry["status"] for entry in expected)
    print("outcome: " + ", ".join(f"{counts[status]} {status}" for status in _STATUSES))
    return problems


def _check_pack(pack):
    problems = []
    ids = []
    for criterion in pack["criteria"]:
        for requirement in criterion["requirements"]:
            key, label = requirement["requirementId"], requirement.get("subcheckLabel")
            ids.append(key)
            parts = key.split(".")
            if int(parts[0]) != criterion["criterionId"] or (parts[2] if len(parts) == 3 else None) != label:
                problems.append(f"pack.json {key}: identifier, criterion and sub-check label disagree")
    if len(ids) != _REQUIREMENTS or len(set(ids)) != len(ids) or len(pack["criteria"]) != _CRITERIA:
        problems.append(f"pack.json: not {_REQUIREMENTS} distinct requirements in {_CRITERIA} criteria")
    return problems


def _check_entry(entry, files):
    if entry["status"] not in _STATUSES:
        return [f"unknown status {entry['status']}"]
    if not entry["why"]:
        return ["no reason given"]
    if bool(entry["evidence"]) == (entry["status"] == "MISSING"):
        return ["evidence is due exactly where the status is not MISSING"]
    return [issue for quote in entry["evidence"] for issue in _check_quote(quote, files)]


def _check_quote(quote, files):
    name = quote["file"]
    try:
        data = _open(files, quote.get("container"), name)
        text = text_of(name, data, quote.get("page"), quote.get("sheet"))
    except (KeyError, TextError) as error:
        return [f"{name}: {error}"]
    if " ".join(quote["words"].split()) not in " ".join(text.split()):
        return [f"{name}: words not found: {quote['words']}"]
    return []


def _open(files, container, name):
    """Bytes of a file, or of a member of the (possibly nested) archive named by container."""
    if container is None:
        return files[name]
    steps = container.split("/") + [name]
    data = files[steps[0]]
    for step in steps[1:]:
        data = zipfile.ZipFile(io.BytesIO(data)).read(step)
    return data
