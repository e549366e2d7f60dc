# SPDX-License-Identifier: Apache-2.0
# Writes ZIP containers (plain archives and Office packages) with fixed timestamps and order.

import io
import zipfile

_STAMP = (2026, 7, 3, 9, 0, 0)


def write_zip(members):
    """Bytes of a ZIP with the (name, bytes) members in the order given."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in members:
            entry = zipfile.ZipInfo(name, _STAMP)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # the host must not show in the bytes
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, data, compresslevel=9)
    return buffer.getvalue()


XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"


def relationships(entries):
    """A .rels part of (id, type, target) entries; a bare type name is an officeDocument one."""
    rows = []
    for key, kind, target in entries:
        full = kind if kind.startswith("http") else f"{RELATIONS}/{kind}"
        rows.append(f'<Relationship Id="{key}" Type="{full}" Target="{target}"/>')
    return f'{XML_HEAD}<Relationships xmlns="{PACKAGE_RELATIONS}">{"".join(rows)}</Relationships>'


def content_types(overrides):
    rows = "".join(f'<Override PartName="{part}" ContentType="{kind}"/>' for part, kind in overrides)
    return (f'{XML_HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Default Extension="xml" ContentType="application/xml"/>{rows}</Types>')


CORE_PROPERTIES_TYPE = "application/vnd.openxmlformats-package.core-properties+xml"
CORE_PROPERTIES_RELATION = f"{PACKAGE_RELATIONS}/metadata/core-properties"


def core_properties(title, author, date):
    return (f'{XML_HEAD}<cp:coreProperties '
            'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
            'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
            'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
            f'<dc:title>{title}</dc:title><dc:creator>{author}</dc:creator>'
            f'<dcterms:created xsi:type="dcterms:W3CDTF">{date}T09:00:00Z</dcterms:created>'
            f'<dcterms:modified xsi:type="dcterms:W3CDTF">{date}T09:00:00Z</dcterms:modified></cp:coreProperties>')
