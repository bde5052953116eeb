"""The registries of messaging: flows, their nodes and business numbers."""

from __future__ import annotations

from collections.abc import Mapping

from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.panels.registries import registries_page
from svcconsole.gui.panels.registries.registries_page import RegistryWords
from svcconsole.workspace.known.registries import RegistryKind


class RegistriesPage(registries_page.RegistriesPage):
    """The registries that messages and flows draw on."""

    words: Mapping[RegistryKind, RegistryWords] = {
        RegistryKind.FLOWS: RegistryWords(mark("Flows"), mark("No flows yet"), mark("Id of the flow")),
        RegistryKind.NODES: RegistryWords(mark("Nodes"), mark("No nodes yet"), mark("Name of the node")),
        RegistryKind.BRAND_NUMBERS: RegistryWords(
            mark("Business numbers"), mark("No business numbers yet"), mark("Business phone number")
        ),
    }

    def _titles(self) -> tuple[str, str]:
        return tr("Flows and numbers"), tr("Messaging")

    def _empty_note(self) -> str:
        return tr("What the store accepts is noted here. Add one below, or import a file.")

    def _note(self) -> str:
        return tr("The service lists none of these. What the store accepted is noted here; F2 names it.")
