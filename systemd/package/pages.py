#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the manual pages assayctl(8) and assay.env(5), bash's completion of assayctl, and the changelog as Debian wants
it, from what the program says of itself.

    pages.py ASSAYCTL VERSION FOLDER
"""
import gzip
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def said_by(program, *words):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ASSAY_")}
    return json.loads(subprocess.run([program, *words], env=environment, stdout=subprocess.PIPE, check=True).stdout)


def roff(text):
    """The text as roff prints it literally."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def head(name, section, version, summary):
    return (f".\\\" SPDX\\-License\\-Identifier: Apache\\-2.0\n.TH {name.upper()} {section} \"\" \"Assay {version}\"\n"
            f".ad l\n.SH NAME\n{roff(name)} \\- {roff(summary)}\n")


def assayctl_page(commands, version):
    lines = [head("assayctl", 8, version, "administer Assay"),
             ".SH SYNOPSIS\n.B assayctl\n.I COMMAND\n[\\fIARGUMENTS\\fR]\n",
             ".SH DESCRIPTION\nCommands print JSON on standard output, and one line on standard error when they fail. "
             "They work on the database as its owner, so run them as root or as the user assay\\-owner. "
             "Settings are read from the environment, from the file that ASSAY_CONFIG names, or from "
             "/etc/assay/assay.env.\n.PP\nWhat a command changes is recorded in the audit trail.\n.SH COMMANDS\n"]
    for row in commands:
        lines.append(f".TP\n.B {roff(row['command'])}\n" if not row["arguments"] else
                     f".TP\n\\fB{roff(row['command'])}\\fR {roff(row['arguments'])}\n")
        lines.append(roff(row["meaning"]) + "\n")
    lines.append(".SH EXIT STATUS\n0: done. 1: failed, or a check found something. 2: there is no such command.\n")
    lines.append(".SH FILES\n.TP\n/etc/assay/assay.env\nsettings, see\n.BR assay.env (5)\n"
                 ".TP\n/var/lib/assay\noriginals, keys, checkpoints\n")
    lines.append(".SH SEE ALSO\n.BR assay.env (5),\n.BR systemctl (1),\n/usr/share/doc/assay/README.md\n")
    return "".join(lines)


def settings_page(settings, version):
    lines = [head("assay.env", 5, version, "settings of Assay"),
             ".SH SYNOPSIS\n/etc/assay/assay.env\n.br\n/etc/assay/pipeline.env\n",
             ".SH DESCRIPTION\nOne NAME=value per line. Lines that begin with # are comments. A name that begins with "
             "ASSAY_ and is none of these is refused. Restart assay\\-migrate.service after a change: everything that "
             "uses it is restarted with it, and requests wait meanwhile.\n.PP\n"
             "Secrets belong in pipeline.env, which only systemd reads, for assay\\-pipeline.service alone.\n"
             ".SH SETTINGS\n"]
    for row in settings:
        default = f" (default: {roff(row['default'])})" if row["default"] else ""
        lines.append(f".TP\n.B {roff(row['name'])}\n{roff(row['meaning'])}{default}\n")
    lines.append(".SH SEE ALSO\n.BR assayctl (8)\n")
    return "".join(lines)


def completion(commands):
    """First the command's words, then its options."""
    words, options = {}, {}
    for row in commands:
        first, _, second = row["command"].partition(" ")
        words.setdefault(first, []).append(second)
        options[row["command"]] = sorted(set(re.findall(r"--[a-z-]+", row["arguments"])))
    lines = ["# SPDX-License-Identifier: Apache-2.0", "# bash completion of assayctl. Written by the build.",
             "_assayctl() {", "  local current=${COMP_WORDS[COMP_CWORD]} candidates=''",
             "  case \"$COMP_CWORD ${COMP_WORDS[*]:1:2}\" in"]
    for first, seconds in sorted(words.items()):
        if any(seconds):
            lines.append(f"    \"2 {first}\"*) candidates='{' '.join(seconds)}' ;;")
    for command, names in sorted(options.items(), key=lambda row: -len(row[0])):
        lines.append(f"    [2-9]*\" {command}\"* | [1-9][0-9]*\" {command}\"*) candidates='{' '.join(names)}' ;;")
    lines += [f"    \"1 \"*) candidates='{' '.join(sorted(words))}' ;;", "  esac",
              "  mapfile -t COMPREPLY < <(compgen -W \"$candidates\" -- \"$current\")",
              "  [[ $current == -* || -n ${COMPREPLY[*]} ]] || mapfile -t COMPREPLY < <(compgen -f -- \"$current\")",
              "}", "complete -F _assayctl assayctl"]
    return "\n".join(lines) + "\n"


def packed(path, text):
    with open(path, "wb") as file, gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as writer:
        writer.write(text.encode())


def main():
    program, version, folder = sys.argv[1:]
    commands = said_by(program, "help", "--json")["commands"]
    packed(f"{folder}/assayctl.8.gz", assayctl_page(commands, version))
    packed(f"{folder}/assay.env.5.gz", settings_page(said_by(program, "config")["settings"], version))
    with open(f"{ROOT}/CHANGELOG.md", encoding="utf-8") as file:
        packed(f"{folder}/changelog.gz", file.read())
    with open(f"{folder}/assayctl.completion", "w", encoding="utf-8") as file:
        file.write(completion(commands))


if __name__ == "__main__":
    main()
