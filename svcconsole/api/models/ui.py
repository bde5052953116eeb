"""Presentation hints for fields whose name and type do not say enough; no window code."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ui:
    """A presentation hint inside `Annotated[...]`; what is None follows from the field's name and type.

    `kind` is a word of `svcconsole.gui.kit.forms.fields.Kind` ("area", "url", "code"); `documented=False`
    shows the badge "Not documented by the service".
    """

    label: str | None = None
    help: str | None = None
    kind: str | None = None
    example: str | None = None
    choices: tuple[str, ...] = ()
    documented: bool = True
