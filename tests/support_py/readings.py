# SPDX-License-Identifier: Apache-2.0
"""What Assay reads of files: runs show_blocks, which reads them as the pipeline does."""
import dataclasses
import json
import subprocess


@dataclasses.dataclass
class Reading:
    """problem is None for a file that was read. blocks: {"kind", "level", "text", "cells"}, pages one after another."""
    path: str
    type: str = ""
    problem: str | None = None
    reason: str = ""
    pages: list = dataclasses.field(default_factory=list)
    seconds: float = 0

    @property
    def blocks(self):
        return [block for page in self.pages for block in page["blocks"]]

    @property
    def recognized(self):
        return any(page["source"] == "recognized" for page in self.pages)

    def texts(self, kind):
        return [block["text"] for block in self.blocks if block["kind"] == kind]

    def text(self):
        """All words in order; the names of a table's columns once and not in each row."""
        out, named = [], set()
        for block in self.blocks:
            if block["kind"] != "row":
                named = set()
                out.append(block["text"])
                continue
            for name, value in block["cells"]:
                if name and name not in named:
                    named.add(name)
                    out.append(name)
                out.append(value)
        return "\n".join(out)


def read_files(bin_folder, paths, languages="eng"):
    """A Reading of each path, in order."""
    done = subprocess.run([f"{bin_folder}/show_blocks", f"{bin_folder}/assay-extract", languages],
                          input="".join(f"{path}\n" for path in paths), stdout=subprocess.PIPE,
                          encoding="utf-8", check=True)
    out = []
    for line in done.stdout.splitlines():
        found = json.loads(line)
        out.append(Reading(found["path"], found.get("type", ""), found.get("problem"), found.get("reason", ""),
                           found.get("pages", []), found["seconds"]))
    return out
