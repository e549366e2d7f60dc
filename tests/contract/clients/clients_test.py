# SPDX-License-Identifier: Apache-2.0
"""The clients that the build makes from the description, each against the service."""
import importlib.util
import inspect
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import types
import typing
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer

import samples
from world import world

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
MADE = os.path.join(ROOT, "build", "clients")
TSC = os.path.join(ROOT, "nginx", "web", "node_modules", ".bin", "tsc")
STRICT = ["--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--noUnusedLocals",
          "--noUnusedParameters", "--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler",
          "--lib", "es2022,dom,dom.iterable"]


def loaded():
    spec = importlib.util.spec_from_file_location("assay_client", os.path.join(MADE, "assay_client.py"))
    module = importlib.util.module_from_spec(spec)
    sys.modules["assay_client"] = module  # where types of the module are looked up
    spec.loader.exec_module(module)
    return module


assay_client = loaded()


class Reluctant(BaseHTTPRequestHandler):
    """Answers with the statuses given, one after another."""
    statuses, asked = [], []

    def do_GET(self):
        self.asked.append((self.command, dict(self.headers)))
        status = self.statuses.pop(0)
        body = b'{"packs": [], "nextCursor": null}' if status == 200 else b'{"error": "UNAVAILABLE", "message": "busy"}'
        self.send_response(status)
        self.send_header("Retry-After", "1")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *_):
        pass


class Python(unittest.TestCase):
    def setUp(self):
        session = world().client("ADMIN")
        self.base = world().demo["baseUrl"]
        self.client = assay_client.Client(self.base, token=lambda: session.token)

    def test_has_a_method_for_every_operation_and_types_that_can_be_looked_up(self):
        description = world().client("VIEWER").value("/api/openapi.json")
        operations = [operation for item in description["paths"].values() for operation in item.values()
                      if isinstance(operation, dict) and "operationId" in operation]
        methods = [name for name, value in vars(assay_client.Client).items() if inspect.isfunction(value)]
        self.assertEqual(len([name for name in methods if not name.endswith("_all")]), len(operations))
        self.assertGreater(len(operations), 100)
        for value in [*vars(assay_client).values(), *vars(assay_client.Client).values()]:
            if typing.is_typeddict(value) or isinstance(value, types.FunctionType):
                typing.get_type_hints(value)

    def test_goes_from_a_sign_in_to_a_report(self):
        user = world().client("MEMBER").user
        anonymous = assay_client.Client(self.base + "/")
        self.assertEqual(anonymous.health_live()["status"], "live")
        anonymous.token = anonymous.auth_login({"email": user["email"], "password": user["password"]})["accessToken"]
        self.assertEqual(anonymous.auth_me()["email"], user["email"])
        renewed = anonymous.auth_refresh()  # by the cookie
        self.assertIn("accessToken", renewed)
        data = samples.unique() + b" Caf\xc3\xa9"
        document = anonymous.documents_upload(data, filename='odd "näme".txt')["document"]
        self.assertEqual(document["originalFilename"], 'odd "näme".txt')
        world().client("MEMBER").wait_ready(document["id"])
        self.assertEqual(anonymous.documents_content(document["id"]), data)
        run = anonymous.runs_start({"requirementIds": ["1.1"]}, idempotency_key="k-" + document["id"])["run"]
        again = anonymous.runs_start({"requirementIds": ["1.1"]}, idempotency_key="k-" + document["id"])["run"]
        self.assertEqual(run["id"], again["id"])
        world().client("MEMBER").wait_run(run["id"])
        report = anonymous.exports_create(run["id"], {"format": "csv"})["export"]
        world().client("MEMBER").wait_export(report["id"])
        self.assertIn(b"1.1", anonymous.exports_content(report["id"]))
        self.assertIsNone(anonymous.documents_delete(document["id"]))

    def test_uploads_in_pieces_and_many_files_at_once(self):
        data, tus = samples.unique(), {"tus_resumable": "1.0.0"}
        self.assertIsNone(self.client.uploads_options())
        upload = self.client.uploads_create(**tus, upload_length=len(data), upload_metadata="filename YS50eHQ=")["upload"]
        self.assertIsNone(self.client.uploads_append(upload["id"], data[:9], **tus, upload_offset=0))
        self.assertEqual(self.client.uploads_get(upload["id"])["receivedBytes"], 9)
        document = self.client.uploads_append(upload["id"], data[9:], **tus, upload_offset=9)["document"]
        self.assertEqual((document["originalFilename"], document["sizeBytes"]), ("a.txt", len(data)))
        self.client.uploads_delete(upload["id"], **tus)
        files = [("b.txt", samples.unique()), ("empty.txt", b""), ("a.txt", data)]
        results = self.client.documents_bulk_upload(files)["results"]
        self.assertEqual([(one["filename"], one["status"]) for one in results],
                         [("b.txt", 201), ("empty.txt", 400), ("a.txt", 200)])

    def test_reads_lists_to_their_end(self):
        made = [self.client.tokens_create({"name": f"No. {n}"})["token"]["id"] for n in range(5)]
        seen = [token["id"] for token in self.client.tokens_list_all(sort="-createdAt", limit=2)]
        self.assertEqual(seen[:5], made[::-1])
        page = self.client.tokens_list(limit=3)
        rest = self.client.tokens_list(limit=200, cursor=page["nextCursor"])
        self.assertEqual([token["id"] for token in page["tokens"] + rest["tokens"]], seen)
        whole = {a["requirementId"] for a in self.client.runs_assessments_all(world().run()["id"], brief=True, limit=7)}
        self.assertEqual(len(whole), 32)
        for one in made:
            self.client.tokens_delete(one)

    def test_sends_flags_names_and_reserved_words(self):
        self.assertEqual(self.client.documents_list(cited=False, from_="2100-01-01")["documents"], [])
        run = world().run()["id"]
        self.assertEqual(self.client.runs_compare(run, run)["from"]["id"], run)
        self.assertEqual(self.client.people_list(q="+&=ü")["people"], [])

    def test_says_what_is_wrong(self):
        with self.assertRaises(assay_client.ApiError) as caught:
            self.client.runs_list(limit=0)
        error = caught.exception
        self.assertEqual((error.status, error.error, error.details["fields"][0]["field"]), (400, "VALIDATION_ERROR", "limit"))
        self.assertTrue(error.request_id)
        self.assertIn(error.request_id, str(error))
        with self.assertRaises(assay_client.ApiError) as caught:
            self.client.tasks_get("../../health/live")
        self.assertEqual((caught.exception.status, caught.exception.error), (404, "NOT_FOUND"))
        results = self.client.tasks_bulk({"items": [{"taskId": "nonsense", "assignee": "Bo"}]})["results"]
        self.assertEqual(results[0]["error"]["error"], "NOT_FOUND")

    def test_waits_when_it_is_asked_to(self):
        server = HTTPServer(("127.0.0.1", 0), Reluctant)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        client = assay_client.Client(f"http://127.0.0.1:{server.server_port}")
        for statuses, call, good, tries in (
                ([503, 200], client.packs_list, True, 2), ([429, 429, 200], client.packs_list, True, 3),
                ([503, 200], lambda: client.auth_logout(), False, 1), ([503] * 3, client.packs_list, False, 3)):
            Reluctant.statuses, Reluctant.asked = list(statuses), []
            if good:
                call()
            else:
                with self.assertRaises(assay_client.ApiError) as caught:
                    call()
                self.assertEqual((caught.exception.status, caught.exception.retry_after), (503, 1))
            self.assertEqual(len(Reluctant.asked), tries)
        impatient = assay_client.Client(client.base_url, patience=0.5)
        Reluctant.statuses = [503]
        self.assertRaises(assay_client.ApiError, impatient.packs_list)


class TypeScript(unittest.TestCase):
    def test_is_sound_and_does_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            for source in (os.path.join(MADE, "assay-client.ts"), os.path.join(HERE, "usage.ts"),
                           os.path.join(HERE, "client_test.mjs")):
                shutil.copy(source, folder)
            with open(os.path.join(folder, "package.json"), "w", encoding="utf-8") as file:
                file.write('{"type": "module"}')
            compiled = subprocess.run([TSC, *STRICT, "usage.ts", "assay-client.ts"], cwd=folder, check=False, text=True,
                                      capture_output=True)
            self.assertEqual((compiled.returncode, compiled.stdout), (0, ""))
            run = world().run()["id"]
            done = subprocess.run(
                ["node", "--test", os.path.join(folder, "client_test.mjs")], check=False, text=True,
                capture_output=True, timeout=120,
                env={**os.environ, "ASSAY_URL": world().demo["baseUrl"], "ASSAY_TOKEN": world().client("ADMIN").token,
                     "ASSAY_RUN": run})
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
