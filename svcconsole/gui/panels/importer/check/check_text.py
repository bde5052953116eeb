"""The texts of step Check about the run that follows: its button, its effect, why it cannot begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.containers.footer import FooterPart

if TYPE_CHECKING:
    from svcconsole.gui.panels.runs.kind_words import KindWords
    from svcconsole.gui.runtime.profile_summary import ProfileSummary
    from svcconsole.services.imports.views import CheckSummary


def run_verb(card: ProfileSummary, summary: CheckSummary, said: KindWords) -> str:
    """The button's text, naming the store: "Import 40 products into Wickloom Europe"."""
    ready = summary.ready_products
    if card.practice:
        return tr_plural(*said.practice, ready)
    return tr_plural(*said.into, ready, store=card.name)


def run_consequence(summary: CheckSummary, said: KindWords, *, empties: bool = False) -> str:
    """What is asked about before a live store is written to; `empties`: what the file does not name goes."""
    return tr(said.emptying if empties else said.consequence, rows=quantity_words.rows(summary.ready))


def run_refusal(card: ProfileSummary, summary: CheckSummary, said: KindWords) -> str:
    """Why the run cannot begin; empty where it can."""
    if card.safe_level == "read-only":
        return tr(
            "{store} is read-only in this window, so nothing is sent. Change it in its profile.",
            store=card.name,
        )
    if summary.ready_products:
        return ""
    if not summary.rows:
        return tr("The file has a header and no rows under it.")
    if summary.left_out == summary.rows:
        return tr("Every row is left out by your answers. Change them under {step}.", step=tr(said.columns))
    return tr(said.unready)


def ready_part(summary: CheckSummary) -> FooterPart:
    """What the footer says of a check that found nothing to fix."""
    out = summary.left_out
    if not out:
        return FooterPart(tr("Every row is ready."), tone="success", icon="check")
    if out == summary.rows:
        return FooterPart(tr("Every row is left out."), tone="warning", icon="warning")
    words = tr_plural(
        "{n} row is left out. All others are ready.", "{n} rows are left out. All others are ready.", out
    )
    return FooterPart(words, tone="success", icon="check")


def catalogs_refusal(card: ProfileSummary) -> str:
    """Why missing catalogs cannot be created from here; empty where they can."""
    if card.safe_level == "read-only":
        return tr("This store is read-only in this window, so they cannot be created here.")
    return ""
