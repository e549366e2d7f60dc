# SPDX-License-Identifier: Apache-2.0
"""The two front pages in a real browser, in front of a stand-in for the application: they show what
the API says, and nothing of them is refused by their own security policy."""
import unittest

from browser import Browser
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


ROWS = """[...document.querySelectorAll('#rows tr')].map(row => [...row.cells].map(cell =>
  cell.textContent.replace(/\\s+/g, ' ').trim()))"""


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.site = LocalSite(1048576, 2097152)
        cls.addClassCleanup(cls.site.close)
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def browse(self, path, canned):
        self.browser.complaints.clear()
        self.stub = Stub(self.site.socket, canned)
        self.browser.open(f"http://127.0.0.1:{self.site.port}{path}")

    def tearDown(self):
        # That a request was refused is told by the browser, and is no fault of the page.
        complaints = [text for text in self.browser.complaints
                      if "the server responded with a status of 40" not in text]
        self.browser.open("about:blank")
        self.stub.close()
        self.assertEqual(complaints, [])

    def test_evidence(self):
        self.browse("/cm/", {"/api/auth/refresh": SIGNED_IN, "/api/documents": (
            "200 OK", {"documents": DOCUMENTS, "nextCursor": None, "total": 3})})
        self.browser.wait_for("document.querySelector('#rows tr')")
        self.assertEqual(self.browser.run(ROWS), [
            ["<b>Policy</b> & more.pdf", "pdf", "Ready", "12", "87", "2 Jan 2026"],
            ["part.docxfrom <b>Policy</b> & more.pdf", "pdf", "Text extracted", "", "",
             "2 Jan 2026"],
            ["locked.pdf", "pdf", "FailedNeeds a password. Upload a copy without one.", "", "",
             "2 Jan 2026"]])
        text = self.browser.run("document.body.innerText")
        self.assertIn("3 documents, 1 ready, 1 in progress, 1 failed", text)
        self.assertIn("Tarnholt & Sons", text)
        self.assertEqual(
            self.browser.run("[...document.querySelectorAll('#rows use')].map(use => use.href.baseVal)"),
            [f"/shared/glyphs.svg#{shape}" for shape in ("tick", "half", "triangle")])

    def test_runs(self):
        self.browse("/admin/", {"/api/auth/refresh": SIGNED_IN, "/api/admin/runs": (
            "200 OK", {"runs": RUNS, "nextCursor": None, "total": 2})})
        self.browser.wait_for("document.querySelector('#rows tr')")
        self.assertEqual(self.browser.run(ROWS), [
            ["run-1", "Completed", "18complete8partial5missing1failed", "32 of 32", "2 Jan 2026",
             "1.8 s"],
            ["run-2", "In progress", "3complete0partial0missing0failed", "3 of 32", "2 Jan 2026",
             ""]])
        self.assertIn("2 runs, 1 in progress", self.browser.run("document.body.innerText"))

    def test_signing_in_and_out(self):
        self.browse("/cm/", {"/api/auth/refresh": SIGNED_OUT, "/api/auth/login": (
            "401 Unauthorized", {"error": "UNAUTHORIZED", "message": "Wrong e-mail or password."}),
            "/api/auth/logout": ("200 OK", {}), "/api/documents": (
                "200 OK", {"documents": [], "nextCursor": None, "total": 0})})
        self.browser.wait_for("document.activeElement.id === 'email'")
        self.assertTrue(self.browser.run("document.getElementById('app').hidden"))
        sign_in = """email.value = 'a@b.example'; password.value = 'secret';
            document.querySelector('#sign-in-form button').click()"""
        self.browser.run(sign_in)
        self.browser.wait_for("document.getElementById('sign-in-error').textContent === "
                              "'Wrong e-mail or password.'")
        self.stub.canned["/api/auth/login"] = SIGNED_IN
        self.browser.run(sign_in)
        self.browser.wait_for("!document.getElementById('empty').hidden")
        self.assertEqual(self.browser.run("document.activeElement.id"), "title")
        self.assertEqual(self.browser.run("password.value"), "")
        self.browser.run("document.getElementById('sign-out').click()")
        self.browser.wait_for("document.getElementById('app').hidden")

    def test_a_person_of_several_tenants_chooses_one(self):
        self.browse("/admin/", {"/api/auth/refresh": SIGNED_OUT, "/api/auth/login": (
            "400 Bad Request", {"error": "VALIDATION_ERROR", "message": "Choose a tenant.",
                                "details": {"tenants": [{"id": "t1", "name": "One"},
                                                        {"id": "t2", "name": "Two"}]}})})
        self.browser.wait_for("document.activeElement.id === 'email'")
        self.browser.run("""email.value = 'a@b.example'; password.value = 'secret';
            document.querySelector('#sign-in-form button').click()""")
        self.browser.wait_for("document.activeElement.id === 'tenant-id'")
        self.assertEqual(self.browser.run(
            "[...document.querySelectorAll('#tenant-id option')].map(one => one.textContent)"),
            ["One", "Two"])

    def test_an_error_is_told_with_its_request(self):
        self.browse("/admin/", {"/api/auth/refresh": SIGNED_IN, "/api/admin/runs": (
            "403 Forbidden", {"error": "FORBIDDEN", "message": "The role ADMIN is required.",
                              "requestId": "r-7"})})
        self.browser.wait_for("document.getElementById('message').textContent === "
                              "'The role ADMIN is required. (request r-7)'")

    def test_it_fits_a_phone(self):
        self.browser.resize(400, 800)
        self.addCleanup(self.browser.resize, 1200, 800)
        self.browse("/cm/", {"/api/auth/refresh": SIGNED_IN, "/api/documents": (
            "200 OK", {"documents": DOCUMENTS, "nextCursor": None, "total": 3})})
        self.browser.wait_for("document.querySelector('#rows tr')")
        self.assertEqual(self.browser.run("[innerWidth, document.documentElement.scrollWidth]"),
                         [400, 400])


if __name__ == "__main__":
    unittest.main()
