#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the clients from the description: make_clients.py openapi.yaml FOLDER writes assay_client.py and
assay-client.ts there."""
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import python_client  # noqa: E402
import typescript_client  # noqa: E402
from description import Description  # noqa: E402


def main(source, folder):
    os.makedirs(folder, exist_ok=True)
    description = Description(source)
    python_client.write(description, os.path.join(folder, "assay_client.py"))
    typescript_client.write(description, os.path.join(folder, "assay-client.ts"))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
