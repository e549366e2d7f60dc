#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the last lines of `./assay up`: what to open, and how to sign in.

    sign_in.py STATE_DIR
"""
import json
import os
import sys


def main(state):
    path = os.path.join(state, "demo.json")
    with open(path, encoding="utf-8") as file:
        demo = json.load(file)
    tenant = demo["tenants"][0]["id"]
    user = next(user for user in demo["users"] if user["tenantId"] == tenant and user["role"] == "ADMIN")
    print(f"\n  Tenant portal  {demo['baseUrl']}/cm/\n"
          f"  Admin console  {demo['baseUrl']}/admin/\n"
          f"  Other users    {path}\n\n"
          f"Open {demo['baseUrl']}/cm/ and sign in as {user['email']} with the password {user['password']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
