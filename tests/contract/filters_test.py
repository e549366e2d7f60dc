# SPDX-License-Identifier: Apache-2.0
"""Query parameters of every list: a value outside a parameter's vocabulary is refused, and the error names the valid
ones."""
import unittest
import urllib.parse

from client import assert_fields
from references import resolved
from route_table import ROUTES, with_query
from world import world

# Parameters that take any value: text, identifiers, places in a list. An unknown value finds nothing.
FREE = {"q", "who", "assignee", "requirementId", "documentIds", "objectId", "actor", "cursor", "name", "version",
        "returnTo", "uploadedBy", "code", "state", "error", "iss"}


class Filters(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.description = world().client("ADMIN").value("/api/openapi.json")

    def parameters(self):
        """(path to request, name, schema) of every query parameter of every GET."""
        found = []
        for route in ROUTES:
            if route.method != "GET":
                continue
            item = self.description["paths"][route.pattern]
            for parameter in item.get("parameters", []) + item["get"].get("parameters", []):
                parameter = resolved(self.description, parameter)
                if parameter["in"] == "query":
                    found.append((route, parameter["name"], resolved(self.description, parameter["schema"])))
        return found

    def words(self):
        """The same for those that have a vocabulary, with its words."""
        return [(route, name, schema.get("enum") or ["true", "false"]) for route, name, schema in self.parameters()
                if "enum" in schema or schema.get("type") == "boolean"]

    def test_every_parameter_has_a_form(self):
        for route, name, schema in self.parameters():
            with self.subTest(route=str(route), parameter=name):
                plain = schema.get("type") == "string" and "format" not in schema and "pattern" not in schema
                identifier = name.endswith("Id") or name == "startedBy"
                self.assertTrue(not plain or identifier or name in FREE,
                                "is it a closed vocabulary? Then give it an enum; else add it to FREE")

    def test_words_of_a_vocabulary_are_taken(self):
        admin = world().client("ADMIN")
        self.assertGreater(len(self.words()), 15)
        for route, name, words in self.words():
            if route.role == "SUPER_ADMIN":
                continue
            for word in words:
                with self.subTest(route=str(route), word=word):
                    path = with_query(route.path(), f"{name}={urllib.parse.quote(word)}")
                    self.assertEqual(admin.get(path).status, 200, path)

    def test_any_other_word_is_refused_and_the_words_are_named(self):
        admin = world().client("ADMIN")
        for route, name, words in self.words():
            if route.role == "SUPER_ADMIN":
                continue
            for word in ("NONSENSE", "", words[0].swapcase(), words[0] + "%20", words[0] + "," + words[-1]):
                with self.subTest(route=str(route), parameter=name, word=word):
                    answer = admin.get(with_query(route.path(), f"{name}={word}"))
                    assert_fields(answer, name)
                    (field,) = answer.json()["details"]["fields"]
                    self.assertEqual(sorted(field["issue"].removeprefix("must be one of ").split(", ")), sorted(words))
