"""The editor page of one customer: only what changed is sent."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal

from svcconsole.api.errors import Outcome
from svcconsole.api.models.customers import UpsertCustomer
from svcconsole.api.operations import UPSERT_CUSTOMER
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import mark, sentences, tr
from svcconsole.gui.kit.dialogs import Answer, ask
from svcconsole.gui.kit.forms.pages.both_versions import choose_versions
from svcconsole.gui.kit.forms.pages.drafts import freeze, thaw
from svcconsole.gui.kit.forms.pages.form_page import FormPage, freeze_plain
from svcconsole.gui.kit.forms.pages.questions import changes_words, may_create_again
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.kit.relative_time import ago
from svcconsole.gui.kit.write_permission import may_write
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.tabs.customers.customer_form import (
    as_sent,
    customer_form,
    found_by_words,
    gone_words,
    not_found,
)
from svcconsole.gui.tabs.customers.draft_status import DraftStatus
from svcconsole.services.customers.customers import (
    CONTACTS,
    Include,
    SeenCustomer,
    by_external_id,
    form_values,
    holds,
    is_new,
    read_again,
    save,
    typed_again,
    update_of,
)
from svcconsole.services.records.merge import give_way, merge
from svcconsole.services.sends.sending import SentBefore, new_draft_token
from svcconsole.services.take_back.single_save import SingleSave
from svcconsole.workspace.drafts.draft_keys import NEW
from svcconsole.workspace.drafts.drafts import Draft
from svcconsole.workspace.known.changes import CREATED, EDITOR, RAW, UPDATED
from svcconsole.workspace.known.people import Person, key_of

Values = dict[str, Any]

MOST_NAMES = 4


def draft_key(seen: SeenCustomer | None) -> str:
    """Where the workspace keeps what is not saved of a customer; None: of a new one."""
    return f"customers:{NEW if seen is None else key_of(seen.raw)}"


class CustomerEditorPage(FormPage):
    """`saved(seen)`: the store has it, as it answered."""

    saved = Signal(object)
    last_save: SingleSave | None = None
    """The last save, for its Undo."""
    _now_raw: Mapping[str, Any] | None = None
    _before_raw: Mapping[str, Any] | None = None

    def __init__(self, console: Console, seen: SeenCustomer | None) -> None:
        """`seen` is the customer as just read with everything; None for a new one."""
        self.seen = seen
        external = seen is not None and bool(seen.customer.partner_customer_id)
        form = customer_form(
            lambda: console.card.region,
            existing=seen is not None,
            external=external,
            fixed_tags=seen is not None and not seen.customer.tags_are_names,
        )
        self.draft_token = new_draft_token()
        place = tr("Customers")
        super().__init__(console, form, place, tr("Save"), existing=seen is not None)
        self.fate = DraftStatus(self, self)
        console.card_changed.connect(form.recheck)

    @property
    def draft_key(self) -> str:
        return draft_key(self.seen)

    def record_event(self) -> tuple[str, str] | None:
        return None if self.seen is None else ("customers", key_of(self.seen.raw))

    def page_token(self) -> str:
        """By which the next window opens it again."""
        return self.draft_key

    async def open(self, external_id: str = "", sent: Mapping[str, Any] | None = None) -> None:
        """Show the record, and a kept draft over it, and begin as it is asked for."""
        draft = await self.kept()
        if self.seen is None:
            self.form.load({})
        else:
            now = form_values(self.seen.customer)
            self.form.load(now if draft is None else thaw(draft.value)["read"])
        if draft is not None:
            self.put_draft(draft)
            await self.fate.refresh()
        self.begin_as(external_id, sent)

    def begin_as(self, external_id: str = "", sent: Mapping[str, Any] | None = None) -> None:
        """What nobody has typed into yet begins with `external_id`; else that is offered. `sent` is the
        request of an earlier save, laid over what is there in one step that Undo takes back."""
        if external_id and not self.form.changes():
            self.form.restore({"partner_customer_id": external_id})
        elif external_id and self.form.values()["partner_customer_id"] != external_id:
            self._offer_start(external_id)
        if sent is not None:
            self._put_sent(sent)
        self.refresh()

    def _offer_start(self, external_id: str) -> None:
        """Say that this is the customer somebody began before, and lead on to the one that was asked for."""
        identity = visible(external_id)
        told = tr("This is a new customer that you began before, not {identity}.", identity=identity)
        if self.fate.waits():  # over the buttons stands what is to be decided
            first = tr("First decide what became of what was sent.")
            self.console.notices.add("info", told, advice=first)
            return
        begin = tr("Start with {identity}", identity=identity)
        given = {"partner_customer_id": external_id}
        self.show_head([Problem((), told, warning=True)], way=(begin, lambda: self.fill(given, begin)))

    def kept_beside(self) -> dict[str, Any]:
        return {"token": self.draft_token}

    def put_draft(self, draft: Draft) -> None:
        self.draft_token = draft.value.get("token") or self.draft_token
        super().put_draft(draft)

    def title(self) -> str:
        values = self.form.values()
        name = " ".join(str(values[part]) for part in ("first_name", "last_name") if values.get(part))
        known = name or values.get("partner_customer_id") or values.get("email") or values.get("phone_number")
        return str(known or tr("New customer"))

    def whole_words(self, changes: int) -> str:
        if self.seen is None:
            return tr("A new customer is created. Nothing is sent before you save.")
        words = tr(
            "Only what changed is sent; everything else stays as the store has it, read {ago}.",
            ago=ago(time.time() - self.seen.read_at),
        )
        return sentences(words, found_by_words(self.form.read()))

    def body_of(self, model: Any) -> tuple[str, Any]:
        return UPSERT_CUSTOMER.path, json.loads(self._request(self.form.read(), self.form.values()).wire())

    async def save_now(self, model: Any) -> None:
        name = self.title()
        changes = len(self.form.changes())
        what = tr("Create {name}", name=name)
        if self.seen is not None:
            what = tr("Save {changes} of {name}", changes=changes_words(changes), name=name)
            if not changes:
                self.closed.emit()
                return
        if not await self._may_lose() or not await may_write(self.console, self, what):
            return
        self.set_busy(True)
        await self.keep_draft()
        versions = await self._versions()
        if versions is None:
            return
        before, after = versions
        self._before_raw = self._now_raw
        request = self._request(before, after)
        there = None if before.get("partner_customer_id") else await self._there(request)
        if there is not None and not self._is_meant(there, request):
            self._show_id_in_use(str(request.partner_customer_id))
            return
        if there is None or self._now_raw is not None:
            if not await self._may_meet(before, after):
                return
            there = await self._send(request, name)
        if there is not None:
            await self._note(there, before, request)

    def set_busy(self, busy: bool) -> None:
        super().set_busy(busy)
        self.fate.update_enabled()

    def _put_sent(self, sent: Mapping[str, Any]) -> None:
        """What was sent before, as if it were typed now."""
        wanted, now = typed_again(self.form.read(), sent), self.form.values()
        locked = {name for name, field in self.form.fields.items() if field.is_locked()}
        changed = {
            name: value
            for name, value in wanted.items()
            if name in self.form.editors.keys() - locked and value != now[name]
        }
        self.form.apply_all(changed, tr("Open what was sent before"))

    def _request(self, before: dict[str, Any], after: dict[str, Any]) -> UpsertCustomer:
        sent = update_of(before, self._as_sent(before, after))
        return UpsertCustomer.model_validate_json(json.dumps(freeze_plain(sent)))

    def _as_sent(self, before: Values, after: Values) -> Values:
        return as_sent(before, after, self.console.card.region)

    async def _may_lose(self) -> bool:
        """Replacing takes contacts away for good: they are named, and the person says so."""
        gone = gone_words(self.form.read(), self.form.values())
        if not gone:
            return True
        text = "\n".join([*gone, tr("Nothing here can bring them back into the store by itself.")])
        answers = (
            Answer("replace", tr("Replace them"), destroys=True),
            Answer("stay", tr("Keep editing")),
        )
        question = tr("These will vanish from the store. Replace them?")
        return await ask(self, question, text, answers, safe="stay") == "replace"

    async def _versions(self) -> tuple[Values, Values] | None:
        """What the store holds and what goes over it; None when that is not to be sent as it is."""
        if self.seen is None:
            return self.form.read(), self.form.values()
        met = await self._met(self.seen)
        if met is None or self._now_raw is None:
            return met
        if lost := not_found(met[0], self._as_sent(*met)):
            self.form.show_errors(lost)
            return None
        return met

    async def _met(self, seen: SeenCustomer) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """What the store holds now and what goes over it; None when the person would rather look again."""
        now = await read_again(await self.console.ready(), seen.customer, Include())
        self._now_raw = None if now is None else now.raw
        if now is None:
            again = await may_create_again(self, tr("customer"))
            return (self.form.projected_values({}), self.form.values()) if again else None
        theirs = self.form.projected_values(form_values(now.customer))
        read, mine = self.form.read(), self.form.values()
        merged, conflicts = merge(UpsertCustomer, read, mine, theirs)
        if not conflicts:
            return theirs, merged
        kept = await choose_versions(self, self.form, conflicts, await self.who_else())
        if kept is None:
            return None
        theirs_stand = [met for met, keep in zip(conflicts, kept, strict=True) if not keep]
        given = give_way(UpsertCustomer, read, mine, theirs, theirs_stand)
        return theirs, merge(UpsertCustomer, read, given, theirs)[0]

    async def _there(self, request: UpsertCustomer) -> SeenCustomer | None:
        """The customer that has the external id that was typed."""
        identity = request.partner_customer_id
        return await by_external_id(await self.console.ready(), identity, Include()) if identity else None

    def _is_meant(self, found: SeenCustomer, request: UpsertCustomer) -> bool:
        """Whether this is the customer of the form, or the new one from an earlier try of which nobody knew
        whether it arrived."""
        if self.seen is None or self._now_raw is None:
            return holds(found.customer, request)
        return found.customer.id == self.seen.customer.id

    def _show_id_in_use(self, identity: str) -> None:
        self.form.show_errors(
            [
                Problem(
                    ("partner_customer_id",),
                    tr(
                        "The store already has a customer with the external id {identity}. Choose "
                        "another, or look that one up.",
                        identity=identity,
                    ),
                )
            ]
        )

    async def _may_meet(self, before: Values, after: Values) -> bool:
        """Somebody else seen here has this phone or e-mail: without an id of its own it would be changed."""
        if before.get("partner_customer_id"):
            return True
        sent, own = self._as_sent(before, after), None if self.seen is None else key_of(self.seen.raw)
        typed = {name: sent[name] for name in CONTACTS if sent.get(name) and sent[name] != before.get(name)}
        keys = [f"phone:{typed['phone_number']}"] if "phone_number" in typed else []
        keys += [f"email:{typed['email'].casefold()}"] if "email" in typed else []
        found: Sequence[Person] = await self.console.db(lambda workspace: workspace.people.of(keys))
        known = [person for person in found if person.key != own]
        if sent.get("partner_customer_id"):
            known = [person for person in known if not person.external_id]
        if not known:
            return True
        names = ", ".join(person.name or person.key for person in known[:MOST_NAMES])
        answers = (Answer("go", tr("Save anyway")), Answer("stay", tr("Keep editing")))
        question = tr("Somebody has these contacts already. Save?")
        words = (
            mark("{names} has this phone or e-mail. Saving may change that customer instead of making one.")
            if self._now_raw is None
            else mark(
                "{names} has this phone or e-mail. Saving may change that customer instead of this one."
            )
        )
        return await ask(self, question, tr(words, names=names), answers, safe="stay") == "go"

    async def _send(self, request: UpsertCustomer, name: str) -> SeenCustomer | None:
        """The customer as the store answered; None when that is for the person to decide."""
        if request.partner_customer_id:
            return await save(await self.console.ready_to_save(), request)
        try:
            return await self._send_once(request, name, again=False)
        except SentBefore:
            answers = (Answer("again", tr("Send it again")), Answer("stay", tr("Keep editing")))
            question = tr("The same was sent within the last 24 hours. Send it again?")
            text = tr("Without an external id the store may make a second customer of it.")
            if await ask(self, question, text, answers, safe="stay") != "again":
                return None
            return await self._send_once(request, name, again=True)

    async def _send_once(self, request: UpsertCustomer, name: str, *, again: bool) -> SeenCustomer | None:
        """An upsert without an external id is not repeatable: noted first, sent once (rules W1 to W10)."""
        people = [f"phone:{request.phone_number}"] if request.phone_number else []
        people += [f"email:{request.email.casefold()}"] if request.email else []
        if self.seen is not None:
            people.append(key_of(self.seen.raw))
        sent = await self.console.sends.send(
            UPSERT_CUSTOMER,
            request,
            kind="customers",
            title=tr("Customer {name}", name=name),
            about=name,
            draft_token=self.draft_token,
            people=people,
            form=json.dumps(freeze(self.form.values())),
            again=again,
        )
        if sent.answer is not None:
            customer = sent.answer.data.customer
            raw = customer.model_dump(mode="json", by_alias=True, exclude_none=True)
            return SeenCustomer(customer, raw, time.time(), Include(False, True, False))
        if sent.outcome is Outcome.UNKNOWN:
            await self.fate.refresh()
            return None
        self.draft_token = new_draft_token()
        if sent.error is None:
            raise AssertionError("what was not accepted holds its error")
        raise sent.error

    async def _note(self, found: SeenCustomer, before: dict[str, Any], request: UpsertCustomer) -> None:
        """Keep what is known of the person, and what was done; the draft has reached the store."""
        expected = None if self.seen is None else self.seen.customer.id
        other = expected is not None and found.customer.id not in (None, expected)
        key, created = self.draft_key, self.seen is None or (other and is_new(found.customer))
        identity = key_of(found.raw)
        after = freeze_plain(request.model_dump())
        changed = freeze_plain({name: before.get(name) for name in after})
        if self._before_raw is not None and not other:
            changed[RAW] = freeze_plain(self._before_raw)

        def note(workspace: Any) -> None:
            workspace.drafts.delete(key)
            workspace.people.remember([found.raw])
            workspace.changes.record(
                "customers",
                [identity],
                CREATED if created else UPDATED,
                source=EDITOR,
                before=None if created or other else changed,
                after=after,
            )

        self.forget_draft()
        await self.console.db(note)
        if self._before_raw is not None and not other:
            named = request.partner_customer_id or ""
            known = identity if identity.startswith("id:") else named
            self.last_save = SingleSave("customers", known, self.title(), self._before_raw, request.wire())
        if other:
            words = (
                mark("The store made another customer, {id}, instead of changing this one.")
                if created
                else mark("The store changed another customer, {id}, because it has this phone or e-mail.")
            )
            self.console.notices.add("warning", tr(words, id=found.customer.id))
        self.saved.emit(found)
