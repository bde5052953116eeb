"""Parts of the message form: field order, larger editors, rules of rows."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.cards import SectionHeading
from svcconsole.gui.kit.forms.editors.field_editors import AreaEditor
from svcconsole.gui.kit.forms.editors.kinds import editor_for
from svcconsole.gui.kit.forms.editors.nested import RecordEditor
from svcconsole.gui.kit.forms.fields import FieldSpec
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.services.messaging.appearance.limits import Count

ALL_PRODUCTS = "payload.products"
"""Where the limits count the products of all sections together."""
ROWS = (
    ("type",),
    ("contact_identifier",),
    ("business_phone_number",),
    ("media_link",),
    ("header_image",),
    ("catalog_id",),
    ("product_id",),
    ("header_title",),
    ("footer",),
    ("message",),
    ("choices",),
    ("sections",),
    ("section_title",),
    ("button_title",),
    ("address",),
    ("callback_data",),
    ("version_1",),
    ("app_id",),
)


class MessageEditor(AreaEditor):
    """The text, with room for several lines."""

    def __init__(self, spec: FieldSpec) -> None:
        marks = tr("*bold*  _italic_  ~struck~  ```code```   as WhatsApp writes them")
        super().__init__(replace(spec, help=marks))
        self.area.setPlaceholderText("")
        self.area.setFixedHeight(self.area.fontMetrics().lineSpacing() * 5 + dp(16))


class AddressEditor(RecordEditor):
    """The address with a heading of its own."""

    def __init__(self, spec: FieldSpec) -> None:
        super().__init__(replace(spec, required=False), editor_for)
        self.head = SectionHeading(spec.label, tr("required"))

    def heading(self, title: str, note: str) -> QWidget:
        return self.head


def row_problems(values: Mapping[str, Any]) -> list[Problem]:
    """Rows that say nothing, and ids that come back from several."""
    rows = values.get("choices") or []
    ids = Tally(row["id"] for row in rows if row["id"])
    blank = [
        Problem(("choices", place, "name"), tr("Row {place} says nothing yet.", place=place + 1))
        for place, row in enumerate(rows)
        if not (row["name"] or "").strip()
    ]
    return blank + [
        Problem(
            ("choices",),
            tr(
                "“{name}” comes back from {many} rows: nobody can tell which was chosen.",
                name=visible(name),
                many=many,
            ),
            warning=True,
        )
        for name, many in ids.items()
        if many > 1
    ]


def counted_words(counter: Count) -> tuple[str, bool]:
    """What a counter says, and whether it is over its limit or may be."""
    locale = QLocale()
    words = tr("{used} of {limit}", used=locale.toString(counter.used), limit=locale.toString(counter.limit))
    return words, bool(counter.sentence)
