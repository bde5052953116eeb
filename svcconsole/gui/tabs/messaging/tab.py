"""The Messaging tab: compose, the library of templates, delivery, and the pages opened over them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.kept_pages import KeptPages
from svcconsole.gui.kit.containers.page_stack import PageStack
from svcconsole.gui.kit.focus import focus_on
from svcconsole.gui.kit.live_refresh import LiveRefresh
from svcconsole.gui.panels.delivery.page import DeliveryPage
from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.panels.registries import registries_page
from svcconsole.gui.panels.runs.run_page import RunPage
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import TaskScope, make_scope
from svcconsole.gui.tabs.messaging.campaign.campaigns import Campaigns
from svcconsole.gui.tabs.messaging.campaign.campaigns_page import CampaignsPage
from svcconsole.gui.tabs.messaging.campaign.page import CampaignPage
from svcconsole.gui.tabs.messaging.campaign.result.result_page import ResultPage
from svcconsole.gui.tabs.messaging.campaign.who.who_page import WhoPage
from svcconsole.gui.tabs.messaging.flow_page import FlowPage
from svcconsole.gui.tabs.messaging.form_sources import FormSources
from svcconsole.gui.tabs.messaging.message_page import MessagePage
from svcconsole.gui.tabs.messaging.messaging_text import FLOW, TEMPLATE
from svcconsole.gui.tabs.messaging.registries_page import RegistriesPage
from svcconsole.gui.tabs.messaging.section_switch import CAMPAIGNS, DELIVERY, TEMPLATES, SectionSwitch
from svcconsole.gui.tabs.messaging.send_page import SendPage
from svcconsole.gui.tabs.messaging.templates.template_edit_page import TemplateEditPage, draft_key
from svcconsole.gui.tabs.messaging.templates.template_page import TemplatePage
from svcconsole.gui.tabs.messaging.templates.templates_page import TemplatesPage
from svcconsole.services.messaging.messages import KIND
from svcconsole.services.sends.sending import request_of
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.runs.records import SentRecord

if TYPE_CHECKING:
    from svcconsole.gui.runtime.practice_process import PracticeProcess
    from svcconsole.gui.runtime.window_requests import MessageStart
    from svcconsole.gui.tabs.messaging.campaign.suppression_page import SuppressionPage
    from svcconsole.services.messaging.templates.model import LocalTemplate

Page = (
    SendPage | TemplatesPage | DeliveryPage | TemplateEditPage | CampaignsPage | ImportPage | RunPage
    | ResultPage | WhoPage | registries_page.RegistriesPage
)  # fmt: skip
PAGES = (
    SendPage, TemplatesPage, DeliveryPage, TemplateEditPage, CampaignsPage, ImportPage, RunPage,
    ResultPage, WhoPage, registries_page.RegistriesPage,
)  # fmt: skip
P = TypeVar("P", bound=SendPage)


class MessagingTab(QWidget):
    """One page for each kind of thing that is sent, each with its own draft, and the library beside them."""

    def __init__(self, console: Console, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.console = console
        self.scope = make_scope(self, console.notices)
        self.sources = FormSources(console, self)
        self._practice: PracticeProcess | None = None
        self.front, self.stack = QStackedWidget(), PageStack(self)
        self.stack.addWidget(self.front)
        self.campaigns = Campaigns(self.sources, self.scope, self.stack)
        self.campaigns.left.connect(lambda: focus_on(self.page()))
        self.campaigns.browse.connect(self._browse_imported)
        self.campaigns.suppression_wanted.connect(self.open_suppression)
        self.campaigns.library_wanted.connect(lambda: self.show_place(TEMPLATES))
        self._composing: SendPage = self.message_page
        self._opened = False
        self._opening: asyncio.Task[None] | None = None
        self.live = (
            LiveRefresh(self, console.events, self.scope, (EventKind.REGISTRY,), self._others_named),
            LiveRefresh(self, console.events, self.scope, (EventKind.TEMPLATE,), self._others_wrote),
        )
        self._kept_pages = KeptPages(self.stack, console.settings, "messaging", self.campaigns.openers())
        vbox(self.stack, parent=self)

    # Each page is made when it is wanted, or once the first is on screen.

    @cached_property
    def message_page(self) -> MessagePage:
        """The nine types."""
        return self._sending(MessagePage(self.sources))

    @cached_property
    def template_page(self) -> TemplatePage:
        """Template messages."""
        page = self._sending(TemplatePage(self.sources))
        page.library_wanted.connect(lambda: self.show_place(TEMPLATES))
        page.flow_wanted.connect(self.start_flow)
        return page

    @cached_property
    def flow_page(self) -> FlowPage:
        """Flows."""
        page = self._sending(FlowPage(self.sources))
        page.import_wanted.connect(self.open_import)
        return page

    @cached_property
    def library_page(self) -> TemplatesPage:
        """The library of templates."""
        page = TemplatesPage(self.sources)
        page.use_practice_store(self._practice)
        page.places.wanted.connect(self.show_place)
        page.use.connect(self.use_template)
        page.edit.connect(self.edit_template)
        self.front.addWidget(page)
        return page

    @cached_property
    def campaigns_page(self) -> CampaignsPage:
        """Campaigns being prepared, and those that ran."""
        places = SectionSwitch(CAMPAIGNS)
        self._set_up_places(places)
        page = CampaignsPage(self.console, places)
        page.list.import_wanted.connect(self.open_import)
        page.list.open_import.connect(lambda identity: self.campaigns.open_import(None, identity))
        page.list.open_run.connect(self.open_run)
        page.suppression_wanted.connect(self.open_suppression)
        page.who_wanted.connect(self.open_who)
        self.campaigns.changed.connect(page.refresh)
        self.campaigns.left.connect(page.refresh)
        self.front.addWidget(page)
        return page

    @cached_property
    def delivery_page(self) -> DeliveryPage:
        """How far each message came."""
        places = SectionSwitch(DELIVERY)
        self._set_up_places(places)
        page = DeliveryPage(self.console, places)
        self.front.addWidget(page)
        return page

    @property
    def pages(self) -> tuple[SendPage, ...]:
        """The pages that send and are made already."""
        made = (self.__dict__.get(name) for name in ("message_page", "template_page", "flow_page"))
        return tuple(page for page in made if isinstance(page, SendPage))

    def activate(self) -> None:
        """Shown: the drafts and what is known, once."""
        if not self._opened:
            self._opened = True
            self._opening = self.scope.start(self._open(), "open")

    def use_practice_store(self, process: PracticeProcess | None) -> None:
        """This store is the practice store that `process` runs."""
        self._practice = process if self.console.card.practice else None
        if "library_page" in self.__dict__:
            self.library_page.use_practice_store(self._practice)

    async def can_leave(self) -> bool:
        """Ask each page that holds something unsent."""
        opened = [self.stack.widget(at) for at in range(self.stack.count())]
        edited = [page for page in opened if isinstance(page, TemplateEditPage)]
        for page in (*edited, *self.pages):
            if not await page.can_leave():
                if isinstance(page, SendPage):
                    self._compose(page)
                return False
        return True

    async def aclose(self) -> None:
        """End what is under way here."""
        self._kept_pages.close()
        for at in range(self.stack.count()):
            page = self.stack.widget(at)
            scope = getattr(page, "scope", None)
            if isinstance(page, ImportPage | ResultPage | RunPage):
                await page.shut()
            elif isinstance(scope, TaskScope):
                await scope.close()
        scopes = [each.scope for page in self.pages for each in (page, page.sent_here, page.sent.polling)]
        scopes += [
            self.__dict__[name].scope for name in ("library_page", "campaigns_page") if name in self.__dict__
        ]
        for scope in (self.scope, *scopes):
            await scope.close()
        if "delivery_page" in self.__dict__:
            await self.delivery_page.aclose()
        await self.sources.pictures.aclose()

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What the window's keys do now."""
        return self.page().actions_here()

    def focus_start(self) -> QWidget | None:
        """Where the page in front begins."""
        return self.page()

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        page = self.page()
        return (page,) if isinstance(page, RunPage) else page.regions()

    def page(self) -> Page:
        """The page in front."""
        found = self.stack.currentWidget() if not self.stack.is_home() else self.front.currentWidget()
        return found if isinstance(found, PAGES) else self.message_page

    def choose(self, word: str) -> None:
        """A type of message, or the form of templates or of flows."""
        other = {TEMPLATE: self.template_page, FLOW: self.flow_page}.get(word)
        left = self._composing
        self._compose(other or self.message_page)
        if other is None:
            self.message_page.choose(word)
        left.show_own_type()

    def write_message(self, start: MessageStart) -> None:
        """Begin a message to a number, or about a product; what else is typed already stays."""
        self.scope.start(self._write_message(start), "write")

    async def _write_message(self, start: MessageStart) -> None:
        if self._opening is not None:
            await asyncio.wait([self._opening])  # the draft comes first, and goes under it
        self._compose(self.message_page)
        self.message_page.fill_when_free(lambda: self.message_page.begin_with(start))
        self.stack.note_if_covered(self.console.notices)

    def show_place(self, place: int) -> None:
        """Compose, the library or delivery."""
        if place == TEMPLATES:
            self.front.setCurrentWidget(self.library_page)
            self.library_page.begin()
        elif place == CAMPAIGNS:
            self.front.setCurrentWidget(self.campaigns_page)
            self.campaigns_page.begin()
        elif place == DELIVERY:
            self.front.setCurrentWidget(self.delivery_page)
            self.delivery_page.table.setFocus()
        else:
            self._compose(self._composing)

    def reopen_pages(self) -> None:
        """What lay over the lists when the last window ended, also by a power cut."""
        self._kept_pages.reopen()

    def open_page(self, page: str) -> None:
        """Open one of its pages by the name it is kept under; a form by the kind of its draft; how far
        messages came by `delivery:`, on one day for one reason by `delivery:<day>:<reason>`."""
        kind, _, identity = page.partition(":")
        if kind == "delivery":
            self.show_place(DELIVERY)
            self.campaigns.uncover()
            day, _, reason = identity.partition(":")
            if day:
                self.delivery_page.show_failed(day, reason)
        elif kind == "campaigns":
            self.show_place(CAMPAIGNS)
            self.campaigns.uncover()
        elif kind == "library":
            self.scope.start(self._edit_kept(identity), "library")
        elif kind in (KIND, TEMPLATE, FLOW):
            self._compose(self._form_of(kind))
            self.stack.note_if_covered(self.console.notices)
            focus_on(self.page())
        else:
            self._kept_pages.open(page)

    def _form_of(self, kind: str) -> SendPage:
        if kind == TEMPLATE:
            return self.template_page
        return self.flow_page if kind == FLOW else self.message_page

    async def _edit_kept(self, template_id: str) -> None:
        """The template that was being written down; a new one where the library has none of this id."""
        await self.sources.library.read()
        self.edit_template(self.sources.library.templates.get(template_id))

    def open_import(self, path: Path | None = None) -> None:
        """A campaign, or flows where those are in front, on a list of people where one is given; JSON is
        taken into the library."""
        if path is not None and path.suffix.casefold() == ".json":
            self.show_place(TEMPLATES)
            self.library_page.scope.start(self.library_page.import_file(path), "file")
            return
        on_top = self.stack.currentWidget()
        if self.stack.is_home() and self.front.currentWidget() is self.__dict__.get("flow_page"):
            self.import_kind("flows", path)
        elif isinstance(on_top, ImportPage) and on_top.kind == "flows":
            self.campaigns.open_import(path)
        else:
            self.scope.start(self._open_campaign(path), "campaign")

    def import_kind(self, kind: str, path: Path | None = None) -> None:
        """Begin an import of flows."""
        self.campaigns.open_import(path, None, kind)

    async def _others_named(self, _kinds: frozenset[str]) -> None:
        await self.sources.read_known()

    async def _others_wrote(self, _ids: frozenset[str]) -> None:
        await self.sources.library.read()

    async def _open_campaign(self, path: Path | None) -> None:
        await self.sources.library.read()
        self.campaigns.open_import(path)

    def open_run(self, run_id: str) -> None:
        """The page of a campaign's run."""
        self.campaigns.open_run(run_id)

    def _browse_imported(self, kind: str, run_id: str) -> None:
        """How far the messages of the run came; of flows nobody is told."""
        if kind == "flows":
            self._compose(self.flow_page)
        else:
            self.show_place(DELIVERY)
            self.delivery_page.show_group(run_id)

    def open_suppression(self) -> None:
        """Lay the list of numbers no campaign goes to over the page."""
        from svcconsole.gui.tabs.messaging.campaign.suppression_page import SuppressionPage

        page = SuppressionPage(self.console, self.sources.known)
        page.closed.connect(lambda: self._suppressed(page))
        page.changed.connect(self.read_known)
        self.stack.open_page(page)

    def open_who(self) -> None:
        """Lay people by question over the page; a campaign to them takes its place."""
        page = WhoPage(self.console)
        page.closed.connect(lambda: self.stack.close_page(page))
        page.list_made.connect(lambda path: self._write_to(page, path))
        self.stack.open_page(page)
        focus_on(page)

    def _write_to(self, page: WhoPage, path: Path) -> None:
        self.stack.close_page(page)
        self.open_import(path)

    def _suppressed(self, page: SuppressionPage) -> None:
        self.stack.close_page(page)
        under = self.stack.currentWidget()
        if isinstance(under, CampaignPage):
            under.look_again()

    def is_list_open(self) -> bool:
        """Whether no page, a campaign say, lies over the others."""
        return self.stack.is_home()

    def show_message(self, key: str) -> None:
        """How far one message came, by the key it is followed under."""
        self.show_place(DELIVERY)
        self.delivery_page.show_message(key)
        self.campaigns.uncover()

    def show_delivery(self) -> None:
        """How far all messages came."""
        self.show_place(DELIVERY)

    def use_template(self, template_id: str) -> None:
        """Fill in a template of the library."""
        self._compose(self.template_page)
        self.template_page.use(template_id)

    def start_flow(self, number: str) -> None:
        """Initiate a flow, for this recipient."""
        self._compose(self.flow_page)
        self.flow_page.begin_with(number)

    def edit_template(self, template: LocalTemplate | None) -> None:
        """Write a template down, or put one right."""
        key = draft_key(template)
        shown = self.stack.find_page(TemplateEditPage, lambda page: page.draft_key == key)
        if shown is not None:
            self.stack.raise_page(shown)
            return
        page = TemplateEditPage(self.sources, template)
        page.closed.connect(lambda: self.stack.close_page(page))
        page.kept_in.connect(self.library_page.choose)
        self.stack.open_page(page)
        page.scope.start(page.open(), "open")
        page.begin()

    def open_registries(self) -> None:
        """Lay the page of flows and numbers over the form."""
        page = RegistriesPage(self.console, self.sources.known)
        page.closed.connect(lambda: self.stack.close_page(page))
        page.changed.connect(self.read_known)
        self.stack.open_page(page)

    def reopen(self, record: SentRecord) -> None:
        """Something sent before as a new draft, in the form it was sent from."""
        request = request_of(record)
        pages: dict[str, SendPage] = {
            KIND: self.message_page,
            TEMPLATE: self.template_page,
            FLOW: self.flow_page,
        }
        page = pages.get(record.kind)
        if page is not None and page.reopen(record, request):
            self._compose(page)

    def read_known(self) -> None:
        """The registries anew."""
        self.scope.start(self.sources.read_known(), "known")

    def _compose(self, page: SendPage) -> None:
        self._composing = page
        self.front.setCurrentWidget(page)

    def _sending(self, page: P) -> P:
        """What is the same for every page that sends."""
        self.front.addWidget(page)
        page.type_chosen.connect(self.choose)
        page.learned.connect(self.read_known)
        page.registries_wanted.connect(self.open_registries)
        page.follow_wanted.connect(self.show_message)
        page.sent_here.reopen.connect(self.reopen)
        self._set_up_places(page.places)
        return page

    def _set_up_places(self, places: SectionSwitch) -> None:
        """The switch says the same on each page, the number of templates included: it stands still under the
        pointer that goes from one to the next."""
        places.wanted.connect(self.show_place)
        library = self.sources.library

        def count() -> None:
            places.set_count(TEMPLATES, len(library.templates) or None)

        library.changed.connect(count)
        count()

    async def _open(self) -> None:
        """What this computer keeps; then page by page, so that the window goes on painting in between."""
        await self.sources.open()
        await self.message_page.open()
        for make in (lambda: self.template_page, lambda: self.flow_page):
            await asyncio.sleep(0)
            await make().open()
        await self._set_up_practice()
        self.console.sends_changed.connect(self._read_people)

    def _read_people(self) -> None:
        """Whom somebody wrote to just now is offered first from now on."""
        self.scope.start(self.sources.people.read(), "people")

    async def _set_up_practice(self) -> None:
        """On the first day with the practice store there is something to look at; without it there is not."""
        if self._practice is None:
            return
        from svcconsole.gui.runtime.practice_control import ControlError
        from svcconsole.gui.runtime.practice_process import PracticeError
        from svcconsole.gui.tabs.messaging.first_day import set_up
        from svcconsole.services.workers.worker_process import WorkerGone

        with suppress(PracticeError, ControlError, WorkerGone, OSError):
            if await set_up(self.console, self.sources.library, self._practice):
                self.campaigns.changed.emit()
