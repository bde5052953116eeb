"""Messages as nobody should type them: JSON of every shape under the names that are looked at."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from svcconsole.api.models.messaging import PAYLOADS

NAMES = [
    "message",
    "media",
    "mediaLink",
    "media_link",
    "caption",
    "body",
    "headerTitle",
    "footerTitle",
    "section",
    "payload",
    "buttonTitle",
    "sectionTitle",
    "id",
    "name",
    "header",
    "image",
    "address",
    "phone_number",
    "city",
    "message",
    "footerText",
    "catalogId",
    "productRetailerId",
    "sections",
    "title",
    "variantIds",
    "headerText",
    "type",
    "data",
    "index",
    "components",
    "button",
    "carousel",
    "limited_time_offer",
    "cards",
    "buttons",
    "text",
    "url",
    "footer",
    "category",
    "samples",
]
NAME = st.sampled_from(NAMES)
TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=()), max_size=30),
    st.sampled_from(
        ["*b*", "{{1}}", "{{name}}", "https://x.example/a_b", "مرحبا", "👩🏽‍🚀", "\ud800", "\x00", "URL"]
    ),
)
SCALARS = st.one_of(TEXTS, st.none(), st.booleans(), st.integers(), st.floats(), st.binary(max_size=4))
JSON = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(NAME, inner, max_size=6)),
    max_leaves=12,
)
OBJECTS = st.dictionaries(NAME, JSON, max_size=10)
TYPES = st.sampled_from([*PAYLOADS, "", "sticker"])


def typed(kind: str, payload: Any) -> dict[str, Any]:
    """A message of this type with this payload."""
    return {"type": kind, "payload": payload}
