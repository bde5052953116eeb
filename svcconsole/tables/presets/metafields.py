"""Columns of other shops that hold metafields: which metafield each of them is."""

from __future__ import annotations

import re
from typing import Final

from svcconsole.tables.mapping.free_paths import FREE_METAFIELDS

_SHAPES: Final = (
    re.compile(r"(?i).+\(product\.metafields\.(?P<namespace>[^.()]+)\.(?P<key>[^()]+)\)"),
    re.compile(r"(?i)Metafield: (?P<namespace>[^.\s]+)\.(?P<key>\S+)(?: \[.*\])?"),
    re.compile(r"(?i)(?P<namespace>)Meta: (?P<key>[^_.][^.]*)"),
)
"""Shopify's own export, a bulk editor's beside it, and WooCommerce's, where `_` begins what is internal."""


def metafield_path(name: str) -> str:
    """The path `metafields.namespace.key` of such a column; blank for any other."""
    for shape in _SHAPES:
        if found := shape.fullmatch(name.strip()):
            namespace = f"{found['namespace']}." if found["namespace"] else ""
            return f"{FREE_METAFIELDS}{namespace}{found['key']}"
    return ""
