# SPDX-License-Identifier: Apache-2.0
"""Writes the TypeScript client: runtime.ts, the types, and a method for each operation."""
import json
import os
import re
import textwrap

from description import BYTES, FILES, NULL, pascal

WIDTH = 118
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null", "any": "unknown",
         "bytes": "Blob"}


def written(kind):
    how, what = kind
    if how == "name":
        return what
    if how == "list":
        inner = written(what)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if how == "map":
        return f"Record<string, {written(what)}>"
    if how == "union":
        return " | ".join(written(one) for one in what)
    if how == "words":
        return " | ".join(json.dumps(word) for word in what)
    return PLAIN[what]


def member(name):
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else json.dumps(name)


def comment(parts, indent):
    """A documentation comment; "" for nothing to say."""
    pad = " " * indent
    paragraphs = [textwrap.wrap(" ".join(part.split()).replace("*/", "* /"), WIDTH - indent - 3) for part in parts if part]
    if not paragraphs:
        return ""
    if len(paragraphs) == 1 and len(paragraphs[0]) == 1 and len(paragraphs[0][0]) + indent + 7 <= WIDTH:
        return f"{pad}/** {paragraphs[0][0]} */\n"
    lines = []
    for paragraph in paragraphs:
        lines += ([""] if lines else []) + paragraph
    return f"{pad}/**\n" + "".join(f"{pad} * {line}".rstrip() + "\n" for line in lines) + f"{pad} */\n"


def type_definition(description, name):
    made, note = description.types[name], comment([description.notes[name]], 0)
    if not isinstance(made, list):
        return f"\n{note}export type {name} = {written(made)};\n"
    lines = [f"\n{note}export interface {name} {{\n"]
    for field in made:
        lines.append(comment([field.description], 2))
        lines.append(f"  {declared(field)};\n")
    return "".join(lines) + "}\n"


def declared(field):
    return f"{member(field.name)}{'' if field.required else '?'}: {written(field.type)}"


def query_type(operation):
    lines = [f"\n/** The query of {operation.name}. */\nexport interface {pascal(operation.name)}Query {{\n"]
    for field in operation.query:
        lines.append(comment([field.description], 2))
        lines.append(f"  {declared(field)};\n")
    return "".join(lines) + "}\n"


def parameters_of(operation):
    """What the method takes: parts of the path, the body or the parts of the form, the query, and options."""
    made = [f"{field.name}: {written(field.type)}" for field in operation.places]
    if operation.body:
        made.append(f"body{'' if operation.body_required else '?'}: {written(operation.body)}")
    if operation.form:
        parts = [f"{member(field.name)}: NamedFile[]" if field.type == FILES else declared(field) for field in operation.form]
        made.append(f"form: {{ {', '.join(parts)} }}")
        if any(field.type == BYTES for field in operation.form):
            made.append("filename: string")
    if operation.query:
        name = pascal(operation.name) + "Query"
        made.append(f"query: {name}" if any(field.required for field in operation.query) else f"query: {name} = {{}}")
    return made + ["options?: RequestOptions"]


def path_of(operation):
    text = re.sub(r"\{(\w+)\}", r"${encodeURIComponent(\1)}", operation.path)
    return f"`{text}`" if operation.places else json.dumps(operation.path)


def sent_by(operation):
    made = ["query"] if operation.query else []
    if operation.body:
        made.append("body")
        if operation.body_kind != "application/json":
            made.append(f"kind: {json.dumps(operation.body_kind)}")
    if operation.form:
        name = ", filename" if any(field.type == BYTES for field in operation.form) else ""
        made.append(f"form: formOf({{ ...form }}{name})")
    return "{ " + ", ".join([*made, "options"]) + " }"


def method(operation, description):
    role = f"Needs the role {operation.role}." if operation.role else "Needs no token."
    headers = "Headers: " + ", ".join(field.name for field in operation.headers) + "." if operation.headers else ""
    text = comment([operation.summary + ".", operation.description, headers, role], 2)
    if operation.redirects:
        result, how = "string", "location"
    elif operation.result == NULL:
        result, how = "void", "none"
    elif operation.result == BYTES:
        result, how = "Blob", "bytes"
    else:
        result, how = written(operation.result), "json"
    text += f"  {operation.name}({', '.join(parameters_of(operation))}): Promise<{result}> {{\n"
    text += f"    return this.{how}({json.dumps(operation.method)}, {path_of(operation)}, {sent_by(operation)});\n  }}\n"
    return text + all_pages(operation, description)


def all_pages(operation, description):
    item = description.item_of(operation)
    if item is None:
        return ""
    name, kind = item
    places = [field.name for field in operation.places]
    query = pascal(operation.name) + "Query"
    given = [f"{field.name}: {written(field.type)}" for field in operation.places]
    given += [f'query: Omit<{query}, "cursor"> = {{}}', "options?: RequestOptions"]
    asked = "{ limit: MAX_PAGE, ...query, ...(cursor ? { cursor } : {}) }"
    call = f"this.{operation.name}({', '.join([*places, asked, 'options'])})"
    return (f"\n  /** Every item of {operation.name}, read page by page; limit: of a page. */\n"
            f"  {operation.name}All({', '.join(given)}): AsyncGenerator<{written(kind)}> {{\n"
            f"    return eachOf(async (cursor) => {{\n      const page = await {call};\n"
            f"      return [page.{name}, page.nextCursor];\n    }});\n  }}\n")


def write(description, path):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "runtime.ts"), encoding="utf-8") as file:
        text = file.read()
    text += "\n// ---- types, by the names of the description\n"
    text += "".join(type_definition(description, name) for name in description.types)
    text += "".join(query_type(operation) for operation in description.operations if operation.query)
    text += "\n/** The operations of the API. */\nexport class Client extends Transport {\n"
    text += "\n".join(method(operation, description) for operation in description.operations)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text + "}\n")
