#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turns coefficients.json into a C++ source that holds it: embed_coefficients.py JSON CPP."""
import json
import sys

PIECE = 4000  # of one string literal; compilers limit their length


def main(source, target):
    with open(source, "rb") as file:
        data = file.read()
    text = json.dumps(json.loads(data), ensure_ascii=True, separators=(",", ":"))
    pieces = [json.dumps(text[at:at + PIECE]) for at in range(0, len(text), PIECE)]
    with open(target, "w", encoding="utf-8") as file:
        file.write('#include "pipeline/assess/coefficients.hpp"\n\nnamespace assay::assess {\n\n'
                   "std::string_view coefficients_json() {\n  static constexpr char kText[] =\n    ")
        file.write("\n    ".join(pieces))
        file.write(";\n  return {kText, sizeof(kText) - 1};\n}\n\n"
                   "}  // namespace assay::assess\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
