"""The registries of messaging: flows, their nodes and business numbers."""

from __future__ import annotations

from svcconsole.gui.design.words import tr
from svcconsole.gui.panels.registries import registries_page
from svcconsole.workspace.known.registries import RegistryKind


class RegistriesPage(registries_page.RegistriesPage):
    """The registries that messages and flows draw on."""

    kinds = (RegistryKind.FLOWS, RegistryKind.NODES, RegistryKind.BRAND_NUMBERS)

    def _titles(self) -> tuple[str, str]:
        return tr("Flows and numbers"), tr("Messaging")

    def _empty_titles(self) -> dict[RegistryKind, str]:
        return {
            RegistryKind.FLOWS: tr("No flows yet"),
            RegistryKind.NODES: tr("No nodes yet"),
            RegistryKind.BRAND_NUMBERS: tr("No business numbers yet"),
        }

    def _empty_note(self) -> str:
        return tr("What the store accepts is noted here. Add one below, or import a file.")

    def _note(self) -> str:
        return tr("The service lists none of these. What the store accepted is noted here; F2 names it.")

    def _kind_words(self) -> tuple[str, ...]:
        return (tr("Flows"), tr("Nodes"), tr("Business numbers"))

    def _examples(self) -> dict[RegistryKind, str]:
        return {
            RegistryKind.FLOWS: tr("Id of the flow"),
            RegistryKind.NODES: tr("Name of the node"),
            RegistryKind.BRAND_NUMBERS: tr("Business phone number"),
        }
