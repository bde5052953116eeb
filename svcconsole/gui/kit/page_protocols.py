"""Protocols of what a page of the window may offer; each is optional."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from svcconsole.gui.runtime.practice_process import PracticeProcess
    from svcconsole.gui.runtime.window_requests import MessageStart


@runtime_checkable
class Activates(Protocol):
    """Wants to know when it is shown."""

    def activate(self) -> None:
        """The page is on screen now."""


@runtime_checkable
class CanLeave(Protocol):
    """May hold something unsaved."""

    async def can_leave(self) -> bool:
        """Ask what becomes of it; False keeps the window open."""


@runtime_checkable
class Closes(Protocol):
    """Holds tasks, files or processes of its own."""

    async def aclose(self) -> None:
        """End the tasks and give files and processes back; the page is not used again."""


@runtime_checkable
class HasActions(Protocol):
    """Does some of the table's own rows: find, new, save, primary, refresh, back, close."""

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What can be done now, by the id in `gui/actions.py`; what is not in it cannot."""


@runtime_checkable
class HasRegions(Protocol):
    """Has parts that F6 goes through, in reading order: list, detail, footer."""

    def regions(self) -> Sequence[QWidget]:
        """The parts; hidden ones are skipped."""


@runtime_checkable
class OpensImport(Protocol):
    """Takes a file for import."""

    def open_import(self, path: Path | None) -> None:
        """Begin an import, of `path` where one is given."""


@runtime_checkable
class ImportsKinds(Protocol):
    """Imports more than one kind of record, or one that is not what its front page is for."""

    def import_kind(self, kind: str) -> None:
        """Begin an import of this kind."""


@runtime_checkable
class ShowsFiles(Protocol):
    """Shows what is in a file, without importing anything."""

    def open_table(self, path: Path) -> None:
        """Show the table in `path`."""


@runtime_checkable
class TakesBack(Protocol):
    """Gives back what a run changed."""

    def open_take_back(self, run_id: str) -> None:
        """Bring the page to the front that compares, and sends what was there before."""


@runtime_checkable
class OpensRun(Protocol):
    """Shows one run."""

    def open_run(self, run_id: str) -> None:
        """Bring the run's page to the front."""


@runtime_checkable
class OpensPages(Protocol):
    """A tab that opens one of its pages by its name."""

    def open_page(self, page: str) -> None:
        """Open it: `import:<id>`, `run:<id>`, `<kind of draft>:<id>`; of a name it does not know, nothing."""


@runtime_checkable
class WantsActions(Protocol):
    """Has rows of the table of actions done by the window: `done(id)`."""

    done: SignalInstance


@runtime_checkable
class FindsProducts(Protocol):
    """Knows products without asking the store."""

    def find_products(self, words: str, *, by_id: bool) -> Sequence[tuple[str, str]]:
        """Ids and names of the first products that hold every word; `by_id`: in the id alone."""

    def show_product(self, identity: str) -> None:
        """Choose this product in the list."""


@runtime_checkable
class HasLists(Protocol):
    """Lays pages over its lists."""

    def is_list_open(self) -> bool:
        """Whether a record can be shown now: no page, a half-typed product say, lies over the lists."""


@runtime_checkable
class ShowsCustomers(Protocol):
    """Shows the cards of customers."""

    def show_customer(self, key: str) -> None:
        """Open the card of a person seen here, by the key they are kept under."""

    def look_up_customer(self, identity: str) -> None:
        """Look a customer up in the store by the external id or the service's."""


@runtime_checkable
class ShowsReports(Protocol):
    """Asks for reports, and shows those that were asked for."""

    def ask_for(self, name: str) -> None:
        """Begin the question for the report of this name."""

    def show_report(self, run_id: str) -> None:
        """Bring a report that was asked for into view."""

    def open_report(self, run_id: str) -> None:
        """Look at its file, where it is done."""

    def watch(self) -> None:
        """Have the id of a report that was asked for elsewhere typed, and follow it."""


@runtime_checkable
class ShowsMessages(Protocol):
    """Shows how far messages came."""

    def show_message(self, key: str) -> None:
        """Bring one into view, by the key it is followed under."""

    def show_delivery(self) -> None:
        """Bring all of them into view."""


@runtime_checkable
class UsesTemplates(Protocol):
    """Fills in templates."""

    def use_template(self, template_id: str) -> None:
        """Begin a message with this template."""


@runtime_checkable
class WritesMessages(Protocol):
    """Writes messages."""

    def write_message(self, start: MessageStart) -> None:
        """Begin a message to somebody, or about a product."""


@runtime_checkable
class UsesPracticeStore(Protocol):
    """Has more to offer where the practice store runs in this program."""

    def use_practice_store(self, process: PracticeProcess | None) -> None:
        """The practice store's process; None for a live store."""


@runtime_checkable
class DoesPracticeActions(Protocol):
    """Does the rows of the table that belong to the practice store."""

    def practise(self, action_id: str) -> None:
        """Do one of them, by the id in `gui/actions.py`."""
