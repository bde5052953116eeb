"""The history of a product in sentences, from the workspace's record of changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from svcconsole.api.models.catalog import Product
from svcconsole.api.value_path import value_at
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.forms.editors.editor import words_of
from svcconsole.gui.kit.forms.fields import specs
from svcconsole.gui.kit.forms.record_diff import Change, differences
from svcconsole.gui.kit.money import price_range
from svcconsole.gui.tabs.catalog.product.product_detail import Past
from svcconsole.services.take_back.history import may_be_undone

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.runs.records import RunInfo

MOST = 8
LONGEST = 32


def history_of(workspace: Workspace, identity: str) -> list[Past]:
    """The newest changes first; on the workspace's thread."""
    runs: dict[str, str] = {}
    found = []
    changes = workspace.changes.history("products", identity, MOST)
    for change, undoable in zip(changes, may_be_undone(workspace, "products", changes), strict=True):
        undo = change if undoable else None
        if change.run_id is not None:
            if change.run_id not in runs:
                runs[change.run_id] = _sent_by(workspace.runs.get(change.run_id))
            found.append(Past("import", runs[change.run_id], change.at, undo))
        elif change.action == "created":
            found.append(Past("plus", tr("Created here"), change.at))
        else:
            found.append(Past("edit", _difference(change.before, change.after), change.at, undo))
    return found


def _sent_by(run: RunInfo) -> str:
    if run.path:
        return tr("Sent by the import of {file}", file=run.file_name)
    return tr("Sent by “{title}”", title=show(run.title))


def _difference(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> str:
    if before is None or after is None:
        return tr("Changed here")
    changes = differences(specs(Product), before, after)
    if not changes:
        return tr("Saved without a change")
    first = changes[0]
    old = _short(_words(first, first.old, before))
    new = _short(_words(first, first.new, after))
    text = tr("{label} {old} → {new}", label=show(first.label), old=old, new=new)
    return tr("{text} and {changes} more", text=text, changes=len(changes) - 1) if len(changes) > 1 else text


def _words(change: Change, value: Any, record: Mapping[str, Any]) -> str:
    """A value in words; an amount of money with the currency of the variant it belongs to."""
    if change.spec is None or value is None or not change.spec.money:
        return words_of(value)
    row = value_at(record, change.loc[:-1]) if len(change.loc) > 1 else None
    currency = (row or {}).get("currency") or record.get("currency") or ""
    return price_range(float(value), None, currency)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"
