"""The editor of a stored template, with samples for the preview."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import Signal

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.forms.editors.rows_editor import RowsEditor
from svcconsole.gui.kit.forms.editors.rows_style import RowsStyle
from svcconsole.gui.kit.forms.form import Form, FormRules
from svcconsole.gui.kit.forms.layout import Section
from svcconsole.gui.kit.forms.pages.both_versions import choose_versions
from svcconsole.gui.kit.forms.pages.form_page import FormPage
from svcconsole.gui.kit.forms.pages.questions import may_create_again
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.kit.phone_preview.phone import PhonePreview
from svcconsole.gui.tabs.messaging.form_sources import FormSources
from svcconsole.gui.tabs.messaging.templates.templates_page import sampled
from svcconsole.services.messaging.appearance.limits import counts
from svcconsole.services.messaging.appearance.of_template import bubble_of_template
from svcconsole.services.messaging.messages import loc_of
from svcconsole.services.messaging.templates.model import LocalTemplate
from svcconsole.services.messaging.templates.placeholders import numbering_gaps
from svcconsole.services.records.merge import give_way, merge
from svcconsole.workspace.errors import ChangedMeanwhile
from svcconsole.workspace.known.event_kinds import EventKind

Values = dict[str, Any]
BUTTONS = RowsStyle(thing=tr("button"), columns=("type", "text", "url", "phone_number"), key="text")
CARDS = RowsStyle(
    thing=tr("card"), columns=("header", "body", "buttons"), key="body", widths={"buttons": 260}
)


def draft_key(template: LocalTemplate | None) -> str:
    """Where the workspace keeps what is not saved of a template; None: of a new one."""
    return f"library:{template.id if template else 'new'}"


class TemplateEditPage(FormPage):
    """`kept(id)`: it is in the library now."""

    kept_in = Signal(str)

    def __init__(self, sources: FormSources, template: LocalTemplate | None) -> None:
        self.sources = sources
        self.template = template
        card = sources.console.card
        self.phone = PhonePreview(card.name, card.colour, sources.pictures)
        super().__init__(
            sources.console,
            _form(sources, template),
            tr("Templates"),
            "",
            existing=template is not None,
            beside=self.phone,
        )
        self.save.setText(tr("Save to the library"))
        self.save.set_icon(None)
        for part in (self.preview, self.as_json):
            part.hide()
        self.form.load(template)
        self.refresh()

    @property
    def draft_key(self) -> str:
        return draft_key(self.template)

    def title(self) -> str:
        return visible(self.template.shown) if self.template else tr("New template")

    def whole_words(self, changes: int) -> str:
        return ""

    def body_of(self, model: LocalTemplate) -> tuple[str, Any]:
        return "", json.loads(model.model_dump_json(by_alias=True, exclude_none=True))

    async def open(self) -> None:
        """Bring the draft back."""
        draft = await self.kept()
        if draft is not None:
            self.put_draft_under(draft)

    async def save_now(self, model: LocalTemplate) -> None:
        self.set_busy(True)
        id_before = self.template.id if self.template else ""
        while True:
            await self.sources.library.read()
            now = self.sources.library.templates.get(id_before)
            kept = await self._met(model, now)
            if kept is None:
                return
            try:
                await self.sources.library.save(kept, now, id_before)
                break
            except ChangedMeanwhile:
                if self.template is None:
                    raise
                # Somebody saved while this was being decided: the same question, about what is there now.
        model = kept
        self.forget_draft()
        self.form.load(model)
        await self.keep_draft()
        self.closed.emit()
        self.kept_in.emit(model.id)

    def record_event(self) -> tuple[str, str] | None:
        return None if self.template is None else (EventKind.TEMPLATE, self.template.id)

    async def _met(self, model: LocalTemplate, now: LocalTemplate | None) -> LocalTemplate | None:
        """What goes over what the library holds now; None when the person would rather look again."""
        if self.template is None:
            return model
        if now is None:
            return model if await may_create_again(self, tr("template"), tr("The library")) else None
        read, mine, theirs = self.form.read(), self.form.values(), self.form.projected(now)
        merged, conflicts = merge(LocalTemplate, read, mine, theirs)
        if conflicts:
            kept = await choose_versions(self, self.form, conflicts, await self.who_else())
            if kept is None:
                return None
            theirs_stand = [met for met, keep in zip(conflicts, kept, strict=True) if not keep]
            given = give_way(LocalTemplate, read, mine, theirs, theirs_stand)
            merged, _ = merge(LocalTemplate, read, given, theirs)
        template: LocalTemplate = self.form.checked(merged)
        return template

    def refresh(self) -> None:
        super().refresh()
        try:
            template = self.form.checked(self.form.values())
        except ValueError:  # half written: what can be shown is shown
            self.phone.show_bubble(bubble_of_template(self.form.draft(), {}))
            return
        self.phone.show_bubble(bubble_of_template(template, sampled(template)))


def _form(sources: FormSources, template: LocalTemplate | None) -> Form[LocalTemplate]:
    def look(values: Values) -> list[Problem]:
        found = []
        identity = str(values.get("id") or "").strip()
        taken = identity in sources.library.templates and (template is None or template.id != identity)
        if taken:
            found.append(Problem(("id",), tr("The library has a template of this id already.")))
        if values.get("header") == "text" and not values.get("header_text"):
            found.append(Problem(("header_text",), tr("A text header needs its text.")))
        remarks = [(count.path, count.sentence) for count in counts("template", values) if count.sentence]
        remarks += numbering_gaps(values)
        return found + [Problem(loc_of(path), sentence, warning=True) for path, sentence in remarks]

    def prepared(values: Values) -> Values:
        return {name: value for name, value in values.items() if value not in ("", [], {})}

    return Form(
        LocalTemplate,
        sections=(
            Section(tr("As in WhatsApp"), (("id",), ("name",), ("language",), ("category",), ("form",))),
            Section(tr("What it says"), (("header",), ("header_text",), ("body",), ("footer",))),
            Section(tr("Limited-time offer"), (("limited_time_offer",),)),
            Section(tr("Buttons"), (("buttons",),), tr("in their order: URL, copy_code, quick_reply …")),
            Section(tr("Cards of a carousel"), (("cards",),), tr("buttons as JSON")),
            Section(tr("Samples"), (("samples",),), tr("a value for each variable, to show it with")),
        ),
        factories={
            "buttons": lambda spec: RowsEditor(spec, BUTTONS),
            "cards": lambda spec: RowsEditor(spec, CARDS),
        },
        rules=FormRules(prepared, look),
        labels={
            "id": tr("Template id"),
            "form": tr("Kind"),
            "header_text": tr("Text of the header"),
            "limited_time_offer": tr("Text of the offer"),
        },
    )
