#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sample tenants, users and the sample pack, made through assayctl; used by `./assay up`.

    seed.py ASSAYCTL DEMO_JSON BASE_URL

ASSAY_CONFIG names the settings of assayctl. Writes DEMO_JSON, which says who can sign in. Safe to
run again: what exists is kept, passwords that DEMO_JSON already holds stay as they are.
"""
import json
import os
import secrets
import subprocess
import sys

PACK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pack.json")
TENANTS = [
    ("Tarnholt Metrics", "tarnholt.example", ("VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN")),
    ("Quillmoor Orchards", "quillmoor.example", ("MEMBER", "ADMIN")),
]


def ctl(assayctl, *arguments, stdin=""):
    done = subprocess.run([assayctl, *arguments], input=stdin, text=True, stdout=subprocess.PIPE,
                          check=False)
    if done.returncode:
        sys.exit(f"assayctl {' '.join(arguments[:2])} failed with {done.returncode}")
    return json.loads(done.stdout)


def known_passwords(path):
    try:
        with open(path, encoding="utf-8") as file:
            return {user["email"]: user["password"] for user in json.load(file)["users"]}
    except FileNotFoundError:
        return {}


def write_private(path, value):
    """Whole or not at all, readable by its owner only."""
    with open(os.open(path + ".new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w",
              encoding="utf-8") as file:
        json.dump(value, file, indent=2)
        file.write("\n")
    os.replace(path + ".new", path)


def main(assayctl, path, base_url):
    passwords = known_passwords(path)
    demo = {"baseUrl": base_url, "tenants": [], "users": []}
    pack = ctl(assayctl, "pack", "import", PACK)["pack"]
    for name, domain, roles in TENANTS:
        tenant = ctl(assayctl, "tenant", "create", "--name", name)
        demo["tenants"].append({"id": tenant["id"], "name": tenant["name"]})
        for role in roles:
            word = role.split("_", maxsplit=1)[0].lower()
            email = f"{word}@{domain}"
            password = passwords.get(email) or secrets.token_urlsafe(12)
            ctl(assayctl, "user", "create", "--tenant", tenant["id"], "--email", email, "--role",
                role, "--display-name", f"{word.capitalize()} of {name}", "--password-file", "-",
                stdin=password)
            demo["users"].append({"email": email, "password": password, "role": role,
                                  "tenantId": tenant["id"], "tenantName": tenant["name"]})
        ctl(assayctl, "bind", "--tenant", tenant["id"], "--pack", pack["id"])
    write_private(path, demo)


if __name__ == "__main__":
    main(*sys.argv[1:])
