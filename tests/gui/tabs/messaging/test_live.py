"""What somebody else keeps, writes or sends is in this window's forms and lists without being asked for."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QDialog

from svcconsole.gui.kit.forms.pages.both_versions import BothVersions
from svcconsole.gui.tabs.messaging.section_switch import DELIVERY, TEMPLATES
from svcconsole.gui.tabs.messaging.templates.template_edit_page import TemplateEditPage
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.registries import Entry, RegistryKind
from svcconsole.workspace.runs.deliveries import Tracked
from tests.gui.tabs.messaging.conftest import Open
from tests.support.coroutines import until

READY = {"id": "ready", "name": "Order ready", "body": "Your order is ready."}


async def test_what_others_keep_is_offered_and_listed(window_loop: QApplication, open_tab: Open) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        with Workspace.open(tab.console.store_folder) as other:
            other.presets.save(page.presets.kind, "Back in stock", {})
            await until(lambda: [each.name for each in page.presets.known] == ["Back in stock"])
            number = Entry(RegistryKind.SUPPRESSED, "+4915112345678", "Asked us")
            other.registries.save(number)
            await until(lambda: tab.sources.known.of(RegistryKind.SUPPRESSED) == (number,))
            other.templates.save("ready", READY)
            await until(lambda: "ready" in tab.sources.library.templates)

            tab.show_place(DELIVERY)
            await until(tab.delivery_page.watch.is_asking)
            other.deliveries.track(
                [Tracked("wamid.1", None, "", "", "+4915112345678", "2026-03-02T09:41:07Z")]
            )
            await until(lambda: "wamid.1" in tab.delivery_page.deliveries.messages)


async def test_a_template_that_two_people_changed_is_asked_about(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.show_place(TEMPLATES)
        with Workspace.open(tab.console.store_folder) as other:
            other.templates.save("ready", READY)
            await until(lambda: "ready" in tab.sources.library.templates)
            tab.edit_template(tab.sources.library.templates["ready"])
            page = tab.page()
            assert isinstance(page, TemplateEditPage)
            await until(lambda: not page.scope.is_busy())
            page.form.apply("body", "Come and fetch it.")
            other.templates.save("ready", {**READY, "body": "It waits for you.", "footer": "Wickloom"})
            await until(lambda: any("saved this at" in each.sentence for each in page.head_problems))
            page.save.click()
            dialog = await until(lambda: next(iter(page.findChildren(QDialog)), None))
            assert isinstance(dialog, BothVersions)
            [row] = dialog.rows
            assert [choice.words.text() for choice in row] == ["It waits for you.", "Come and fetch it."]
            dialog.all_theirs.click()
            dialog.save.click()
            await until(tab.stack.is_home)
            [kept] = other.templates.all()
            assert (kept["body"], kept["footer"]) == ("It waits for you.", "Wickloom")


async def test_a_template_that_is_saved_while_it_is_decided_about_is_asked_about_anew(
    window_loop: QApplication, open_tab: Open
) -> None:
    """Between the look at the library and the save nobody else's change is lost: both are one transaction."""
    async with open_tab() as tab:
        tab.show_place(TEMPLATES)
        with Workspace.open(tab.console.store_folder) as other:
            other.templates.save("ready", READY)
            await until(lambda: "ready" in tab.sources.library.templates)
            tab.edit_template(tab.sources.library.templates["ready"])
            page = tab.page()
            assert isinstance(page, TemplateEditPage)
            await until(lambda: not page.scope.is_busy())
            page.form.apply("body", "Come and fetch it.")
            other.templates.save("ready", {**READY, "body": "It waits for you."})
            page.save.click()
            first = await until(lambda: next(iter(page.findChildren(BothVersions)), None))
            other.templates.save("ready", {**READY, "body": "It waits until Friday."})
            first.all_mine.click()
            first.save.click()
            second = await until(
                lambda: next((each for each in page.findChildren(BothVersions) if each is not first), None)
            )
            [row] = second.rows
            assert [choice.words.text() for choice in row] == ["It waits until Friday.", "Come and fetch it."]
            second.all_mine.click()
            second.save.click()
            await until(tab.stack.is_home)
            [kept] = other.templates.all()
            assert kept["body"] == "Come and fetch it."
