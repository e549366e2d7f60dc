# SPDX-License-Identifier: Apache-2.0
"""Reads openapi.yaml as operations and named types, for the writers of clients.

A type is a tuple: ("name", text), ("list", type), ("map", type), ("union", types), ("words", values) for the words of a
vocabulary, or ("plain", kind) with one of string, integer, number, boolean, null, any, bytes."""
import dataclasses
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from embed_openapi import read  # noqa: E402

METHODS = ("get", "post", "put", "patch", "delete", "options")
PLAIN = {"string", "integer", "number", "boolean", "null"}
ANY, BYTES, NULL = ("plain", "any"), ("plain", "bytes"), ("plain", "null")
FILES = ("list", BYTES)  # of a form
FEW = 3  # words that may stand where they are used


@dataclasses.dataclass(frozen=True)
class Field:
    """A member of an object, a parameter, or a part of a form."""
    name: str
    type: tuple
    required: bool
    description: str


@dataclasses.dataclass(frozen=True)
class Operation:
    name: str  # operationId
    method: str
    path: str
    summary: str
    description: str
    role: str  # the least; "" for a public one
    places: tuple  # Fields in the path, in its order
    query: tuple
    headers: tuple
    body: tuple  # a type, or () without one
    form: tuple  # Fields of multipart/form-data, instead of a body
    body_required: bool
    body_kind: str  # its Content-Type
    result: tuple  # a type; NULL for 204 and for a redirection
    redirects: bool


def words(name):
    """ "tasksList" -> ["tasks", "List"]."""
    return re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+", name)


def pascal(name):
    return "".join(word[:1].upper() + word[1:] for word in words(name))


class Description:
    """types: {name: type, or a list of Fields for an object}. operations: in the order of the description."""

    def __init__(self, path):
        self.document = read(path)
        self.types, self.notes, self.operations = {}, {}, []
        for name, schema in self.document["components"]["schemas"].items():
            self.define(name, schema)
        for url, item in self.document["paths"].items():
            for method in METHODS:
                if method in item:
                    self.operations.append(self.operation(method, url, item))

    # ---- types

    def define(self, name, schema):
        if name in self.types:
            raise ValueError(f"two types are named {name}")
        self.notes[name] = schema.get("description", "")
        self.types[name] = ANY  # keeps the place in the order
        if "properties" in schema and schema.get("type", "object") == "object":
            self.types[name] = self.fields(name, schema)
        else:
            words_of_it = ("words", tuple(schema.get("enum", ())))
            self.types[name] = words_of_it if "enum" in schema else self.type_of(schema, name + "Object")

    def fields(self, owner, schema):
        required = schema.get("required", ())
        return [Field(name, self.type_of(value, owner + pascal(name)), name in required, value.get("description", ""))
                for name, value in schema["properties"].items()]

    def type_of(self, schema, hint):
        """The type of a schema. hint: the name of an object that has none of its own."""
        if "$ref" in schema:
            parts = schema["$ref"].split("/")
            # A part of a schema has no name.
            return ("name", parts[-1]) if len(parts) == 4 else self.type_of(self.resolved(schema), hint)
        if "const" in schema:
            return ("words", (schema["const"],))
        if "enum" in schema:
            kind = self.words_of([word for word in schema["enum"] if word is not None], hint)
            return self.union([kind, NULL] if None in schema["enum"] else [kind])
        for joint in ("anyOf", "oneOf", "allOf"):
            if joint in schema:
                return self.union([self.type_of(one, hint) for one in schema[joint]])
        kinds = schema.get("type", "any")
        return self.union([self.of_kind(kind, schema, hint) for kind in ([kinds] if isinstance(kinds, str) else kinds)])

    def words_of(self, vocabulary, name):
        """A vocabulary of more than a few words gets a name."""
        kind = ("words", tuple(vocabulary))
        if len(vocabulary) <= FEW:
            return kind
        if self.types.setdefault(name, kind) != kind:
            raise ValueError(f"two types are named {name}")
        self.notes[name] = ""
        return ("name", name)

    def of_kind(self, kind, schema, hint):
        if kind == "array":
            return ("list", self.type_of(schema["items"], hint + "Item") if "items" in schema else ANY)
        if kind == "object":
            if "properties" in schema:
                self.define(hint, {**schema, "type": "object"})
                return ("name", hint)
            more = schema.get("additionalProperties")
            return ("map", self.type_of(more, hint + "Value") if isinstance(more, dict) else ANY)
        if kind == "string" and "contentMediaType" in schema:
            return BYTES
        return ("plain", kind) if kind in PLAIN else ANY

    @staticmethod
    def union(types):
        """The types without repetition; a single one stays as it is."""
        flat = []
        for one in types:
            for each in one[1] if one[0] == "union" else (one,):
                if each not in flat:
                    flat.append(each)
        return flat[0] if len(flat) == 1 else ("union", tuple(flat))

    # ---- operations

    def resolved(self, value):
        while "$ref" in value:
            found = self.document
            for name in value["$ref"].split("/")[1:]:
                found = found[name]
            value = found
        return value

    def operation(self, method, url, item):
        told = item[method]
        name = told["operationId"]
        given = [self.resolved(one) for one in item.get("parameters", []) + told.get("parameters", [])]

        def fields(place, without=("traceparent",)):
            return tuple(Field(one["name"], self.type_of(one["schema"], pascal(name) + pascal(one["name"])),
                               one.get("required", False), one.get("description", ""))
                         for one in given if one["in"] == place and one["name"] not in without)
        places = {field.name: field for field in fields("path")}
        content = told.get("requestBody", {}).get("content", {})
        form = content.get("multipart/form-data")
        kind = next((one for one in content if one != "multipart/form-data"), "")
        made = Operation(
            name=name, method=method.upper(), path=url, summary=told["summary"], description=told.get("description", ""),
            role=told.get("x-role", ""),
            places=tuple(places[one] for one in re.findall(r"\{(\w+)\}", url)),
            query=fields("query", places), headers=fields("header"),
            body=self.type_of(content[kind]["schema"], pascal(name) + "Body") if kind else (),
            form=tuple(self.fields(pascal(name) + "Form", form["schema"])) if form and not kind else (),
            body_required=told.get("requestBody", {}).get("required", False), body_kind=kind,
            result=self.result_of(told, name), redirects="302" in told["responses"])
        return made

    def result_of(self, told, name):
        results, seen = [], []
        for status, answer in told["responses"].items():
            content = self.resolved(answer).get("content", {})
            if not status.startswith("2") or content in seen:  # several statuses often share an answer
                continue
            seen.append(content)
            if not content:
                results.append(NULL)
            for kind, media in content.items():
                if not kind.endswith("json"):
                    results.append(BYTES)
                    continue
                hint = pascal(name) + "Result"
                results.append(self.type_of(media["schema"], hint + str(len(seen)) if hint in self.types else hint))
        # Whoever takes files takes all of them as bytes.
        return BYTES if BYTES in results else self.union(results or [NULL])

    def item_of(self, operation):
        """(member, type of an item) of the list that an operation reads page by page; None if it reads none."""
        if not any(field.name == "cursor" for field in operation.query) or operation.result[0] != "name":
            return None
        members = self.types[operation.result[1]]
        for field in members if isinstance(members, list) else ():
            if field.type[0] == "list":
                return field.name, field.type[1]
        return None
