# SPDX-License-Identifier: Apache-2.0
"""Writes the Python client: runtime.py, the types, and a method for each operation."""
import json
import keyword
import os
import textwrap

from description import BYTES, FILES, NULL, words

WIDTH = 118
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None", "any": "Any",
         "bytes": "bytes"}


def snake(name):
    return "_".join(word.lower() for word in words(name))


def argument(name):
    made = snake(name)
    return made + "_" if keyword.iskeyword(made) else made


def written(kind):
    """A type as an annotation."""
    how, what = kind
    if how == "name":
        return what
    if how == "list":
        return f"list[{written(what)}]"
    if how == "map":
        return f"dict[str, {written(what)}]"
    if how == "union":
        return " | ".join(written(one) for one in what)
    if how == "words":
        return "Literal[" + ", ".join(json.dumps(word) if isinstance(word, str) else repr(word) for word in what) + "]"
    return PLAIN[what]


def plain(name):
    return name.isidentifier() and not keyword.iskeyword(name)


def comment(text, indent):
    lines = textwrap.wrap(" ".join(text.split()), WIDTH - indent - 2)
    return "".join(f"{' ' * indent}# {line}\n" for line in lines)


def docstring(parts, indent):
    pad = " " * indent
    paragraphs = [textwrap.fill(" ".join(part.split()).replace("\\", "\\\\").replace('"""', "'''"), WIDTH - indent,
                                break_long_words=False).replace("\n", "\n" + pad) for part in parts if part]
    text = ("\n\n" + pad).join(paragraphs)
    return f'{pad}"""{text}{" " if text.endswith(chr(34)) else ""}"""\n'


def alias(name, kind):
    line = f"{name} = {kind}\n"
    if len(line) <= WIDTH or not kind.endswith("]"):
        return line
    head, rest = kind[:-1].split("[", 1)
    return f"{name} = {head}[\n{textwrap.fill(rest, WIDTH, initial_indent='    ', subsequent_indent='    ')}\n]\n"


def type_definition(description, name):
    made, note = description.types[name], comment(description.notes[name], 0)
    if not isinstance(made, list):
        return note + alias(name, written(made))
    if all(plain(field.name) for field in made):
        lines = [f"{note}class {name}(TypedDict):\n"]
        for field in made:
            kind = written(field.type)
            lines.append(comment(field.description, 4))
            lines.append(f"    {field.name}: {kind if field.required else f'NotRequired[{kind}]'}\n")
        return "\n\n" + "".join(lines or ["    pass\n"])
    members = []
    for field in made:
        kind = written(field.type)
        members.append(f"    {json.dumps(field.name)}: {json.dumps(kind if field.required else f'NotRequired[{kind}]')},\n")
    return f"\n\n{note}{name} = TypedDict({json.dumps(name)}, {{\n{''.join(members)}}})\n"


def defined_in_order(description):
    """The names of types: aliases of others behind what they name."""
    done, order = set(), []

    def visit(name):
        if name in done:
            return
        done.add(name)
        made = description.types[name]
        if not isinstance(made, list):
            for other in named_in(made):
                visit(other)
        order.append(name)
    for name in description.types:
        visit(name)
    return order


def named_in(kind):
    how, what = kind
    if how == "name":
        return [what]
    if how in ("list", "map"):
        return named_in(what)
    return [name for one in what for name in named_in(one)] if how == "union" else []


def declared(field):
    return f"{argument(field.name)}: {written(field.type)}" + ("" if field.required else " | None = None")


def parameters_of(operation, with_cursor=True):
    """The parameters of the method, as they are declared."""
    made = ["self", *(declared(field) for field in operation.places)]
    if operation.body:
        made.append(f"body: {written(operation.body)}" + ("" if operation.body_required else " | None = None"))
    made += [f"{argument(field.name)}: list[tuple[str, bytes]]" if field.type == FILES else declared(field)
             for field in operation.form if field.required]
    named = ["filename: str"] if any(field.type == BYTES for field in operation.form) else []
    named += [declared(field) for field in operation.form if not field.required]
    named += [declared(field) for field in operation.query if with_cursor or field.name != "cursor"]
    named += [declared(field) for field in operation.headers]
    return made + (["*", *named] if named else [])


def declaration(name, parameters, result):
    head, tail = f"    def {name}(", f") -> {result}:\n"
    one_line = f"{head}{', '.join(parameters)}) -> {result}:\n"
    if len(one_line) <= WIDTH:
        return one_line
    filled = textwrap.fill(", ".join(p.replace(" ", "\0") for p in parameters) + tail.replace(" ", "\0").rstrip("\n"),
                           WIDTH - len(head), break_long_words=False)
    return head + filled.replace("\0", " ").replace("\n", "\n" + " " * len(head)) + "\n"


def path_of(operation):
    parts, rest = [], operation.path
    for field in operation.places:
        before, rest = rest.split("{" + field.name + "}", 1)
        parts += [json.dumps(before), argument(field.name)]
    parts.append(json.dumps(rest))
    if len(parts) == 1:
        return parts[0]
    return f"self._path({', '.join(parts)})"


def pairs(fields):
    return "{" + ", ".join(f"{json.dumps(field.name)}: {argument(field.name)}" for field in fields) + "}"


def call_of(operation):
    made = [json.dumps(operation.method), path_of(operation)]
    if operation.query:
        made.append("query=" + pairs(operation.query))
    if operation.body:
        made.append("body=body")
        if operation.body_kind != "application/json":
            made.append(f"kind={json.dumps(operation.body_kind)}")
    if operation.form:
        made.append("form=" + pairs(operation.form))
        if any(field.type == BYTES for field in operation.form):
            made.append("filename=filename")
    if operation.headers:
        made.append("headers=" + pairs(operation.headers))
    return f"self.send({', '.join(made)})"


def method(operation, description):
    result = "str" if operation.redirects else written(operation.result)
    role = f"Needs the role {operation.role}." if operation.role else "Needs no token."
    text = declaration(snake(operation.name), parameters_of(operation), result)
    where = ["Returns where the answer leads to."] if operation.redirects else []
    text += docstring([operation.summary + ".", operation.description, *where, role], 8)
    call = call_of(operation)
    if operation.redirects:
        body = f'return {call}.headers["Location"]'
    elif operation.result == NULL:
        body = call
    elif operation.result == BYTES:
        body = f"return {call}.body"
    else:
        body = f"return {call}.json()"
    return text + wrapped(body) + all_pages(operation, description)


def wrapped(line):
    """One statement of a method, broken after commas where it is too long."""
    if len(line) + 8 <= WIDTH:
        return f"        {line}\n"
    filled = textwrap.fill(line, WIDTH - 12, break_long_words=False, break_on_hyphens=False)
    return "        " + filled.replace("\n", "\n            ") + "\n"


def all_pages(operation, description):
    item = description.item_of(operation)
    if item is None:
        return ""
    member, kind = item
    given = [argument(field.name) for field in operation.places]
    named = [f"{argument(field.name)}={argument(field.name)}" for field in operation.query
             if field.name not in ("cursor", "limit")]
    limit = "limit=MAX_PAGE if limit is None else limit"
    call = f"self.{snake(operation.name)}({', '.join([*given, *named, limit, 'cursor=cursor'])})"
    text = "\n" + declaration(snake(operation.name) + "_all", parameters_of(operation, False), f"Iterator[{written(kind)}]")
    text += docstring([f"Every item of {snake(operation.name)}, read page by page; limit: of a page."], 8)
    return text + wrapped(f"return self._each(lambda cursor: {call}, {json.dumps(member)})")


def write(description, path):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "runtime.py"), encoding="utf-8") as file:
        text = file.read()
    text += "\n\n# ---- types, by the names of the description"
    text += "\n\n" + "".join(type_definition(description, name) for name in defined_in_order(description))
    text += "\n\nclass Client(Transport):\n"
    text += '    """The operations of the API."""\n'
    text += "".join("\n" + method(operation, description) for operation in description.operations)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
