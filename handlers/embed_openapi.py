#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Converts openapi.yaml to a C++ source with its JSON: embed_openapi.py YAML CPP."""
import json
import sys

import yaml

PIECE = 4000  # characters of one string literal; compilers limit their length


class Loader(yaml.SafeLoader):
    """Keeps times as text, as in JSON, and rejects a member that appears twice."""

    def construct_mapping(self, node, deep=False):
        names = [key.value for key, _ in node.value if key.tag != "tag:yaml.org,2002:merge"]
        for name in names:
            if names.count(name) > 1:
                raise yaml.MarkedYAMLError(problem=f"{name} appears twice", problem_mark=node.start_mark)
        return super().construct_mapping(node, deep)


Loader.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()}


def read(source):
    """The description, without the top-level x- members: they only define anchors."""
    with open(source, encoding="utf-8") as file:
        document = yaml.load(file, Loader)
    return {name: value for name, value in document.items() if not name.startswith("x-")}


def main(source, target):
    document = read(source)
    text = json.dumps(document, ensure_ascii=True, separators=(",", ":"))
    pieces = [json.dumps(text[at:at + PIECE]) for at in range(0, len(text), PIECE)]
    with open(target, "w", encoding="utf-8") as file:
        file.write('#include "handlers/routes.hpp"\n\nnamespace assay::handlers {\n\n'
                   "std::string_view openapi_json() {\n  static constexpr char kText[] =\n    ")
        file.write("\n    ".join(pieces))
        file.write(";\n  return {kText, sizeof(kText) - 1};\n}\n\n}  // namespace assay::handlers\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
