# SPDX-License-Identifier: Apache-2.0
"""The two front pages in a real browser, in front of a stand-in for the application: they show what
the API says, and nothing of them is refused by their own security policy."""
import html
import re
import shutil
import subprocess
import tempfile
import unittest

from fastcgi_stub import Stub
from local_site import LocalSite

USER = {"id": "u1", "email": "admin@tarnholt.example", "displayName": "Ada Minster", "role": "ADMIN",
        "tenantId": "t1", "tenantName": "Tarnholt & Sons"}
SIGNED_IN = ("200 OK", {"accessToken": "a.b.c", "tokenType": "Bearer", "expiresIn": 900,
                        "user": USER})
SIGNED_OUT = ("401 Unauthorized", {"error": "UNAUTHORIZED", "message": "No session."})


def document(number, name, status, **more):
    return {"id": f"d{number}", "originalFilename": name, "fileType": "pdf", "status": status,
            "parentDocumentId": None, "pageCount": None, "chunkCount": None, "failureReason": None,
            "uploadedAt": "2026-01-02T03:04:05.678Z", **more}


DOCUMENTS = [
    document(1, "<b>Policy</b> & more.pdf", "READY", pageCount=12, chunkCount=87),
    document(2, "part.docx", "EXTRACTED", parentDocumentId="d1"),
    document(3, "locked.pdf", "FAILED", failureReason="Needs a password. Upload a copy without one."),
]
RUNS = [
    {"id": "run-1", "status": "COMPLETED", "failureReason": None, "createdAt": "2026-01-02T03:04:05.678Z",
     "startedAt": "2026-01-02T03:04:05.678Z", "completedAt": "2026-01-02T03:04:07.478Z",
     "failedAt": None, "progress": {"requirementsDone": 32, "requirementsTotal": 32},
     "counts": {"COMPLETE": 18, "PARTIAL": 8, "MISSING": 5, "FAILED": 1}},
    {"id": "run-2", "status": "IN_PROGRESS", "failureReason": None,
     "createdAt": "2026-01-02T03:04:05.678Z", "startedAt": "2026-01-02T03:04:05.678Z",
     "completedAt": None, "failedAt": None,
     "progress": {"requirementsDone": 3, "requirementsTotal": 32},
     "counts": {"COMPLETE": 3, "PARTIAL": 0, "MISSING": 0, "FAILED": 0}},
]


class Pages(unittest.TestCase):
    def browse(self, path, canned, *more):
        """The page's document after its scripts ran, and what the browser complained about."""
        site = LocalSite(1048576, 2097152)
        self.addCleanup(site.close)
        stub = Stub(site.socket, canned)
        self.addCleanup(stub.close)
        profile = tempfile.mkdtemp(prefix="assay-browser-")
        self.addCleanup(shutil.rmtree, profile, ignore_errors=True)
        done = subprocess.run(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--user-data-dir=" + profile, "--virtual-time-budget=4000", "--window-size=1200,800",
             "--enable-logging=stderr", "--dump-dom", *more, f"http://127.0.0.1:{site.port}{path}"],
            capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        # That a request was refused is logged by the browser, and is no fault.
        complaints = [line for line in re.findall(r"CONSOLE.*", done.stderr)
                      if "(401" not in line and "(403" not in line]
        self.assertEqual(complaints, [])
        return done.stdout

    def rows(self, page):
        body = re.search(r'<tbody id="rows">(.*?)</tbody>', page, re.S)[1]
        return [[html.unescape(" ".join(re.sub(r"<[^>]+>", " ", cell).split()))
                 for cell in re.findall(r"<t[hd][ >].*?</t[hd]>", row, re.S)]
                for row in re.findall(r"<tr>.*?</tr>", body, re.S)]

    def test_evidence(self):
        page = self.browse("/cm/", {"/api/auth/refresh": SIGNED_IN, "/api/documents": (
            "200 OK", {"documents": DOCUMENTS, "nextCursor": None, "total": 3})})
        self.assertEqual(self.rows(page), [
            ["<b>Policy</b> & more.pdf", "pdf", "Ready", "12", "87", "2 Jan 2026"],
            ["part.docx from <b>Policy</b> & more.pdf", "pdf", "Text extracted", "", "",
             "2 Jan 2026"],
            ["locked.pdf", "pdf", "Failed Needs a password. Upload a copy without one.", "", "",
             "2 Jan 2026"]])
        self.assertIn("3 documents, 1 ready, 1 in progress, 1 failed", page)
        self.assertIn("Tarnholt &amp; Sons", page)
        for shape in ("tick", "half", "triangle"):
            self.assertIn(f"/shared/glyphs.svg#{shape}", page)

    def test_runs(self):
        page = self.browse("/admin/", {"/api/auth/refresh": SIGNED_IN, "/api/admin/runs": (
            "200 OK", {"runs": RUNS, "nextCursor": None, "total": 2})})
        self.assertEqual(self.rows(page), [
            ["run-1", "Completed", "18 complete 8 partial 5 missing 1 failed", "32 of 32",
             "2 Jan 2026", "1.8 s"],
            ["run-2", "In progress", "3 complete 0 partial 0 missing 0 failed", "3 of 32",
             "2 Jan 2026", ""]])
        self.assertIn("2 runs, 1 in progress", page)

    def test_without_a_session_both_ask_to_sign_in(self):
        for path in ("/cm/", "/admin/"):
            page = self.browse(path, {"/api/auth/refresh": SIGNED_OUT})
            self.assertRegex(page, r'<section class="card sign-in"[^>]*aria-labelledby="sign-in-title">')
            self.assertRegex(page, r'<section id="app"[^>]*hidden')

    def test_an_empty_list_says_what_to_do(self):
        page = self.browse("/admin/", {"/api/auth/refresh": SIGNED_IN, "/api/admin/runs": (
            "200 OK", {"runs": [], "nextCursor": None, "total": 0})})
        self.assertRegex(page, r'id="empty">No runs yet')

    def test_an_error_is_told_with_its_request(self):
        page = self.browse("/admin/", {"/api/auth/refresh": SIGNED_IN, "/api/admin/runs": (
            "403 Forbidden", {"error": "FORBIDDEN", "message": "The role ADMIN is required.",
                              "requestId": "r-7"})})
        self.assertIn('role="alert">The role ADMIN is required. (request r-7)</p>', page)


if __name__ == "__main__":
    unittest.main()
