#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Creates the sample tenants, users and pack with assayctl; used by `./assay up`.

    seed.py ASSAYCTL DEMO_JSON BASE_URL

ASSAY_CONFIG names the settings of assayctl. Writes DEMO_JSON, which lists who can sign in. Once it
exists, nothing is created or changed, so that administrators' later changes stay. The next run
completes an interrupted first run and leaves existing objects unchanged.
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


def read_json(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return None


def write_private(path, value):
    """Writes the file whole or not at all, readable only by its owner."""
    with open(os.open(path + ".new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w",
              encoding="utf-8") as file:
        json.dump(value, file, indent=2)
        file.write("\n")
    os.replace(path + ".new", path)


def kept_passwords(path):
    """Returns a password for each user, saved before the first user is created."""
    passwords = read_json(path)
    if passwords is None:
        passwords = {email(domain, role): secrets.token_urlsafe(12)
                     for _, domain, roles in TENANTS for role in roles}
        write_private(path, passwords)
    return passwords


def first_word(role):
    return role.split("_", maxsplit=1)[0].lower()


def email(domain, role):
    return f"{first_word(role)}@{domain}"


def make(assayctl, passwords, base_url):
    """Creates missing objects; returns the content of DEMO_JSON."""
    demo = {"baseUrl": base_url, "tenants": [], "users": []}
    pack = ctl(assayctl, "pack", "import", PACK)["pack"]
    for name, domain, roles in TENANTS:
        tenant = ctl(assayctl, "tenant", "create", "--name", name)
        of_tenant = ("--tenant", tenant["id"])
        demo["tenants"].append({"id": tenant["id"], "name": tenant["name"]})
        known = {user["email"] for user in ctl(assayctl, "user", "list", *of_tenant)["users"]}
        for role in roles:
            address = email(domain, role)
            if address not in known:
                ctl(assayctl, "user", "create", *of_tenant, "--email", address, "--role", role,
                    "--display-name", f"{first_word(role).capitalize()} of {name}",
                    "--password-file", "-", stdin=passwords[address])
            demo["users"].append({"email": address, "password": passwords[address], "role": role,
                                  "tenantId": tenant["id"], "tenantName": tenant["name"]})
        bound = {one["packId"] for one in ctl(assayctl, "binding", "list", *of_tenant)["bindings"]}
        if pack["id"] not in bound:
            ctl(assayctl, "bind", *of_tenant, "--pack", pack["id"])
    return demo


def main(assayctl, path, base_url):
    demo, passwords = read_json(path), path + ".passwords"
    if demo is None:
        demo = make(assayctl, kept_passwords(passwords), base_url)
    write_private(path, {**demo, "baseUrl": base_url})
    if os.path.exists(passwords):
        os.remove(passwords)


if __name__ == "__main__":
    main(*sys.argv[1:])
