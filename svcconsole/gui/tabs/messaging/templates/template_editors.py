"""Editors of a template message: the template, and one field per variable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from svcconsole.gui.design.fonts import set_role
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import dotted, show, tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import SectionHeading
from svcconsole.gui.kit.containers.fields import Field, FieldGrid
from svcconsole.gui.kit.forms.editors.editor import Editor
from svcconsole.gui.kit.forms.editors.field_editors import AreaEditor, LineEditor
from svcconsole.gui.kit.forms.fields import FieldSpec, Kind
from svcconsole.gui.kit.forms.problems import Loc, Problem
from svcconsole.gui.kit.relative_time import exact
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.tabs.messaging.media_editor import MediaEditor
from svcconsole.gui.tabs.messaging.templates.template_cache import TemplateCache
from svcconsole.services.messaging.appearance.of_template import offer_end
from svcconsole.services.messaging.templates.model import LocalTemplate
from svcconsole.services.messaging.templates.placeholders import OTHER, Slot, slots


class TemplateEditor(Editor):
    """One of the library's templates; an id that is not in it stays and says so."""

    spans = True
    whole_steps = True

    def __init__(self, spec: FieldSpec, library: TemplateCache, open_library: Callable[[], object]) -> None:
        box = QWidget()
        super().__init__(spec, box)
        self.library = library
        self.combo = QComboBox()
        self.combo.setAccessibleName(show(spec.label))
        self.combo.setPlaceholderText(tr("Choose a template"))
        self.more = button(tr("Library"), "table")
        hbox((self.combo, 1), self.more, parent=box, spacing=8)
        self._watched(self.combo)
        self.combo.activated.connect(lambda _: self.changed.emit())
        self.more.clicked.connect(open_library)
        library.changed.connect(self._fill)
        self._fill()

    def value(self) -> Any:
        return self.combo.currentData()

    def set_value(self, value: Any) -> None:
        if value is not None and self.combo.findData(value) < 0:
            self.combo.addItem(tr("{value} · not in the library", value=visible(str(value))), value)
        self.combo.setCurrentIndex(-1 if value is None else self.combo.findData(value))

    def _fill(self) -> None:
        chosen = self.value()
        self.combo.clear()
        for template in sorted(self.library.templates.values(), key=lambda each: each.shown.casefold()):
            words = (template.name, template.id, template.language, template.category)
            self.combo.addItem(dotted(*map(visible, words)), template.id)
        self.set_value(chosen)


class ValuesEditor(Editor):
    """What was typed, by slot (`services.templates.fill.Filled`); its fields follow the template."""

    spans = True
    captioned = False

    def __init__(self, spec: FieldSpec, console: Console) -> None:
        box = QWidget()
        super().__init__(spec, box)
        self.console = console
        self.template: LocalTemplate | None = None
        self.parts: dict[str, Editor] = {}
        self.fields: dict[str, Field] = {}
        self._kept: dict[str, str] = {}
        self._column = vbox(parent=box, spacing=10)
        self._body: QWidget | None = None

    def value(self) -> Any:
        typed = {key: part.value() for key, part in self.parts.items()}
        # What another template's fields held stays, so that coming back loses nothing.
        found = {**self._kept, **{key: text for key, text in typed.items() if text}}
        return {key: text for key, text in found.items() if key not in typed or typed[key]} or None

    def set_value(self, value: Any) -> None:
        self._kept = dict(value or {})
        for key, part in self.parts.items():
            part.set_value(self._kept.get(key))

    def show_template(self, template: LocalTemplate | None) -> None:
        """The fields of another template; what was typed is kept by its place."""
        if template == self.template:
            return
        kept = self.value() or {}
        self.template = template
        self.parts.clear()
        self.fields.clear()
        if self._body is not None:
            self._column.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
        self._body = QWidget()
        column = vbox(parent=self._body, spacing=10)
        if template is not None:
            self._build_layout(column, template)
        self._column.addWidget(self._body)
        self.set_value(kept)

    def show_problems(self, problems: Sequence[Problem], edited: bool) -> None:
        for key in self.parts:
            own = [problem for problem in problems if problem.loc[:1] == (key,)]
            errors = [problem for problem in own if not problem.warning]
            self.fields[key].set_error(errors[0].sentence if errors else None)
            if not errors:
                looks = [problem.sentence for problem in own]
                self.fields[key].set_counter(looks[0] if looks else "", "warning")

    def focus(self, loc: Loc = ()) -> None:
        part = self.parts.get(str(loc[0])) if loc else next(iter(self.parts.values()), None)
        if part is not None:
            part.focus()

    def _build_layout(self, column: QVBoxLayout, template: LocalTemplate) -> None:
        grid = FieldGrid()
        column.addWidget(grid)
        card: int | None = None
        for slot in slots(template):
            if slot.card != card:
                card = slot.card
                column.addWidget(SectionHeading(tr("Card {card}", card=(card or 0) + 1)))
                grid = FieldGrid()
                column.addWidget(grid)
            self._add(grid, slot.key, *self._part(slot, template), label=_words(slot))
        own = LineJson(_spec(OTHER, tr("Other components as JSON"), required=False))
        grid = FieldGrid()
        column.addWidget(grid)
        self._add(
            grid, OTHER, own, '{"button": [{"type": "contact", "index": 1, "data": "…"}]}', own.spec.label
        )
        self.fields[OTHER].set_badge(
            tr("Not documented by the service"),
            tr("Contact-button shape and further template component schemas: not shown."),
        )

    def _add(self, grid: FieldGrid, key: str, part: Editor, help: str, label: str) -> None:
        self.parts[key] = part
        field = Field(label, part.widget, required=key != OTHER, help=help)
        self.fields[key] = field
        part.changed.connect(lambda: self._edited(key))
        part.left.connect(self.left)
        grid.add(field, span=part.spans)

    def _part(self, slot: Slot, template: LocalTemplate) -> tuple[Editor, str]:
        """The editor of a slot, and the help under it."""
        spec = _spec(slot.key, _words(slot), example=template.samples.get(slot.name, ""))
        if slot.what == "header":
            return MediaEditor(spec, self.console), ""
        if slot.what == "offer":
            return LineEditor(spec), tr("A moment like 2026-12-01T18:00, or milliseconds since 1970")
        if slot.what == "url":
            card = template if slot.card is None else template.cards[slot.card]
            url = card.buttons[int(slot.key.rpartition(".")[2])].url or ""
            return LineEditor(spec), tr("The end of {link}", link=visible(url)) if url else ""
        return LineEditor(spec), ""

    def _edited(self, key: str) -> None:
        text = self.parts[key].value()
        if key == "limited_time_offer" and text:
            ends = offer_end(text)
            shown = tr("Ends {day}", day=exact(ends.isoformat())) if ends else tr("Sent as it is written")
            self.fields[key].set_help(shown)
        self.changed.emit()


class LineJson(AreaEditor):
    """JSON as text: kept as it was typed, checked with the rest."""

    def __init__(self, spec: FieldSpec) -> None:
        super().__init__(spec)
        self.area.setFixedHeight(self.area.fontMetrics().lineSpacing() * 2 + dp(16))
        set_role(self.area, "mono")


def _spec(key: str, label: str, *, required: bool = True, example: str = "") -> FieldSpec:
    return FieldSpec(key, key, label, "", Kind.TEXT, required, nullable=not required, example=example)


def _words(slot: Slot) -> str:
    return {
        "header": tr("Header image URL"),
        "value": f"{{{{{slot.name}}}}}",
        "url": tr("Link of “{slot}”", slot=visible(slot.name)),
        "code": tr("Code of “{slot}”", slot=visible(slot.name)),
        "offer": tr("End of the offer"),
    }[slot.what]
