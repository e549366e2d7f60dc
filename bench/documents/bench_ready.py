#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Uploads the files of ASSAY_TEST_DATA to a running system and prints how many become READY, by kind, and why the others do
not. Words of scans and pictures are recognised; files of archives and mails count as files of their own. Starts its own
system and ends it again. --names lists each file that is not READY."""
import collections
import concurrent.futures
import os
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(ROOT, "tests", "support_py"), os.path.join(ROOT, "bench", "extraction")]
import bench_extraction  # noqa: E402
from client import sign_in  # noqa: E402
from stack import Stack, wait_until  # noqa: E402

DATA = os.environ.get("ASSAY_TEST_DATA") or os.path.join(ROOT, "..", "shared", "data")
GOAL, UPLOADS_AT_ONCE, LONGEST_S = .97, 4, 3600
# What no reader can mend: damaged and locked files, files without content, files that are not what their name says, and
# kinds that are refused by their name.
OF_THE_FILE = {"broken", "encrypted", "empty", "type_mismatch", "unsupported"}


def upload(client, path):
    """(kind, reason, path) if the file is refused at once; None if it becomes a document."""
    with open(path, "rb") as file:
        answer = client.upload(os.path.basename(path), file.read())
    if answer.status in (200, 201):
        return None
    error = answer.json()
    details = error.get("details") or {}
    kind = os.path.splitext(path)[1].lower().lstrip(".")
    return kind, str(details.get("reason") or error["error"]).lower(), path


def main():
    if not os.path.isdir(os.path.join(DATA, "extraction")):
        print(f"no real files at {DATA} (ASSAY_TEST_DATA)")
        return
    begun = time.monotonic()
    paths = sorted(bench_extraction.real_files(DATA))
    with Stack() as stack:
        client = sign_in(stack.demo, "MEMBER")
        before = client.value("/api/documents?limit=1")["total"]
        with concurrent.futures.ThreadPoolExecutor(UPLOADS_AT_ONCE) as pool:
            refused = [one for one in pool.map(lambda path: upload(client, path), paths) if one]
        wait_until(lambda: client.value("/api/documents?reading=true&limit=1")["total"] == 0, LONGEST_S, "all files read", 0.5)
        rows = stack.sql("SELECT file_type, status, coalesce(lower(failure_code), ''), original_filename FROM document "
                         f"ORDER BY uploaded_at, id OFFSET {before}")
    kinds = collections.defaultdict(collections.Counter)
    left = [(kind, reason, os.path.basename(path)) for kind, reason, path in refused]
    for kind, status, reason, name in rows:
        kinds[kind]["READY" if status == "READY" else reason] += 1
        if status != "READY":
            left.append((kind, reason, name))
    for kind, reason, _ in left[:len(refused)]:
        kinds[kind][reason] += 1
    for kind, reasons in sorted(kinds.items()):
        others = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common() if reason != "READY")
        print(f"{kind:8} {sum(reasons.values()):5} files, {reasons['READY']:5} READY{'; ' + others if others else ''}")
    ready = sum(reasons["READY"] for reasons in kinds.values())
    own = sum(1 for _, reason, _ in left if reason in OF_THE_FILE)
    silent = sum(1 for _, reason, _ in left if reason == "no_text")
    share = ready / (ready + len(left) - own - silent)
    print(f"{ready} READY of {ready + len(left)} files; {own} are damaged, locked, empty, of other kinds or not what they say; "
          f"in {silent} pictures and drawings no text was found; of the others {share:.3f}, goal {GOAL}: ratio "
          f"{share / GOAL:.2f}; {time.monotonic() - begun:.0f} s")
    if "--names" in sys.argv:
        for kind, reason, name in sorted(left):
            print(f"  {kind:8} {reason:14} {name}")


if __name__ == "__main__":
    main()
