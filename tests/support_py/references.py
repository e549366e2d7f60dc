# SPDX-License-Identifier: Apache-2.0
"""References within the service's description."""


def resolved(description, value):
    """What a value of the description stands for: where it is a "$ref", what that refers to."""
    while "$ref" in value:
        found = description
        for name in value["$ref"].split("/")[1:]:
            found = found[name]
        value = found
    return value
