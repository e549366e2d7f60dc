#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the API's description against the route table it was built with: openapi_test.py ASSAY_API. Operations,
minimum roles and query parameters are the same on both sides; the description is valid OpenAPI 3.1 and its
examples match their schemas."""
import copy
import json
import os
import subprocess
import sys
import tempfile
import threading
import types
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "support_py"))
import client  # noqa: E402
import described  # noqa: E402

METHODS = ("get", "post", "put", "patch", "delete", "options")
API = sys.argv.pop(1)


def printed(option):
    return json.loads(subprocess.run([API, option], check=True, stdout=subprocess.PIPE).stdout)


def operations(description):
    """{(method, path): (minimum role or None, query parameters)} of a description."""
    found = {}
    for path, item in description["paths"].items():
        for method in METHODS:
            if method not in item:
                continue
            parameters = set()
            for parameter in item.get("parameters", []) + item[method].get("parameters", []):
                if "$ref" in parameter:
                    parameter = description["components"]["parameters"][parameter["$ref"].split("/")[-1]]
                if parameter["in"] == "query":
                    parameters.add(parameter["name"])
            found[method.upper(), path] = (item[method].get("x-role"), parameters)
    return found


def routes():
    return {(route["method"], route["path"]):
            (route["role"], set(route["parameters"].split()) | ({"tenantId"} if route["role"] else set()))
            for route in printed("--routes")["routes"]}


def owed(operation, method):
    """The statuses that the service may return for any operation of this kind, and the code that produces
    them."""
    # 405 by the router and by nginx; 507 if a disk is full, including the database's.
    wanted = {"400", "405", "500", "503", "507"}
    if "x-role" in operation:
        wanted |= {"401", "403", "404"}  # 404 for an unknown tenantId (handlers/http/access.cpp)
    if tagged(operation, method):
        wanted.add("304")  # handlers/http/envelope.cpp
    if method not in ("get", "options"):
        wanted |= {"413", "415"}  # handlers/http/input.cpp; a DELETE has no body and refuses one
    if "multipart/form-data" in operation.get("requestBody", {}).get("content", {}):
        wanted.add("429")  # nginx: concurrent uploads of one address
    if "*/*" in operation["responses"].get("200", {}).get("content", {}):
        wanted.add("206")  # nginx: a part of a stored file
    return wanted


def tagged(operation, method):
    """Whether its 200 has an ETag: every response that is not streamed has one."""
    content = operation["responses"].get("200", {}).get("content", {})
    return method == "get" and any(kind != "application/x-ndjson" for kind in content)


def undeclared(description):
    found = []
    for path, item in description["paths"].items():
        for method in METHODS:
            if method not in item:
                continue
            operation = item[method]
            missing = owed(operation, method) - operation["responses"].keys()
            if tagged(operation, method) and "ETag" not in operation["responses"]["200"].get("headers", {}):
                missing.add("ETag")
            found += [f"{method.upper()} {path}: {name}" for name in sorted(missing)]
    return found


def complaints(description):
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(description, file)
        file.flush()
        done = subprocess.run(["node", os.path.join(HERE, "check.mjs"), file.name], check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return "" if done.returncode == 0 else done.stdout


class Description(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.description = printed("--openapi")

    def test_has_an_operation_for_each_route_and_no_other(self):
        described, real = operations(self.description), routes()
        self.assertEqual(sorted(real.keys() - described.keys()), [], "routes that are not described")
        self.assertEqual(sorted(described.keys() - real.keys()), [], "operations without a route")
        for name in sorted(real):
            with self.subTest(operation=name):
                self.assertEqual(described[name], real[name])

    def test_public_operations_say_so(self):
        for (method, path), (role, _) in routes().items():
            with self.subTest(operation=(method, path)):
                operation = self.description["paths"][path][method.lower()]
                self.assertEqual("security" in operation, role is None)

    def test_declares_what_its_kind_of_operation_may_answer(self):
        self.assertEqual(undeclared(self.description), [])

    def test_is_valid_and_its_examples_fit(self):
        self.assertEqual(complaints(self.description), "")

    def test_mistakes_are_noticed(self):
        def changed(change):
            description = copy.deepcopy(self.description)
            change(description)
            return complaints(description)
        live = ("paths", "/api/health/live", "get")

        def at(description, *path):
            for name in path:
                description = description[name]
            return description
        content = (*live, "responses", "200", "content", "application/json")
        self.assertIn("example", changed(lambda d: at(d, *content).update(example={"status": "dead"})))
        self.assertIn("has no example", changed(lambda d: at(d, *content).pop("example")))
        self.assertIn("not OpenAPI", changed(lambda d: d["info"].pop("title")))
        for path, method, name in (("/api/runs", "get", "404"), ("/api/tasks", "get", "304"),
                                   ("/api/admin/packs/import", "post", "429"), ("/api/runs", "post", "415"),
                                   ("/api/packs", "get", "405"), ("/api/tokens", "post", "507"),
                                   ("/api/exports/{exportId}/content", "get", "206")):
            description = copy.deepcopy(self.description)
            del description["paths"][path][method]["responses"][name]
            self.assertEqual(undeclared(description), [f"{method.upper()} {path}: {name}"])
        self.assertIn("summary", changed(lambda d: at(d, *live).pop("summary")))


class Kept(unittest.TestCase):
    def test_answers_of_several_threads_are_kept_each_whole(self):
        answer = types.SimpleNamespace(status=200, headers={"content-type": "application/json"},
                                       body=json.dumps(["long"] * 2000).encode())
        with described.Described() as kept:
            asking = [threading.Thread(target=lambda: [kept.keep("GET", "/api/packs", answer) for _ in range(20)])
                      for _ in range(8)]
            for thread in asking:
                thread.start()
            for thread in asking:
                thread.join()
            kept.answers.flush()
            with open(kept.answers.name, encoding="utf-8") as file:
                bodies = [json.loads(line)["body"] for line in file]
        self.assertEqual(bodies, [answer.body.decode()] * 160)


if __name__ == "__main__":
    unittest.main(verbosity=2)
