"""The library of templates as a JSON file, and templates read from what others made."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from svcconsole.services.messaging.templates.model import LocalTemplate
from svcconsole.words.message import message, number
from svcconsole.workspace.errors import WorkspaceError

LARGEST = 8 * 1024 * 1024
_OF_EXPORT = message("Choose a file that was made with Export here.")


class TemplateFileError(WorkspaceError):
    """The file holds no templates; nothing was taken in."""


def as_json(templates: Iterable[LocalTemplate]) -> str:
    """`{"templates": [...]}`, with the names that the practice store's registry uses, too."""
    shown = [plain(template) for template in templates]
    return json.dumps({"templates": shown}, ensure_ascii=False, indent=2) + "\n"


def plain(template: LocalTemplate) -> dict[str, Any]:
    """One template as plain JSON; what is not set is left out."""
    return template.model_dump(mode="json", by_alias=True, exclude_none=True, exclude_defaults=True)


def read(content: bytes) -> tuple[LocalTemplate, ...]:
    """The templates of a file: a list, or an object that holds one under "templates".

    Raises TemplateFileError with the entry and the field in which something is wrong.
    """
    if len(content) > LARGEST:
        raise TemplateFileError(message("The file is larger than 8 MB; a library of templates is small."))
    try:
        found = json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise TemplateFileError(
            message("The file is not UTF-8 text."), message("Export it as JSON once more.")
        ) from error
    except (ValueError, RecursionError) as error:
        raise TemplateFileError(message("The file is not JSON."), _OF_EXPORT) from error
    return of_entries(found.get("templates") if isinstance(found, dict) else found)


def library_of(entries: Sequence[Mapping[str, Any]]) -> dict[str, LocalTemplate]:
    """The templates that a workspace keeps, by id; raises TemplateFileError."""
    return {template.id: template for template in (of_entries(list(entries)) if entries else ())}


def of_entries(entries: object) -> tuple[LocalTemplate, ...]:
    """Templates from parsed JSON; raises TemplateFileError."""
    if not isinstance(entries, list) or not entries:
        raise TemplateFileError(message("The file holds no list of templates."), _OF_EXPORT)
    made: list[LocalTemplate] = []
    for place, entry in enumerate(entries, 1):
        try:
            made.append(LocalTemplate.model_validate(entry))
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            at = (
                message("Entry {place}, {field}", place=number(place, grouped=False), field=where)
                if where
                else message("Entry {place}", place=number(place, grouped=False))
            )
            raise TemplateFileError(
                message("{at}: {refusal}.", at=at, refusal=first["msg"][:1].lower() + first["msg"][1:]),
                message("Nothing was taken in."),
            ) from error
    return tuple(made)
