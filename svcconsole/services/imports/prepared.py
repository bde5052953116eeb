"""Opens a file for an import that nobody watches: what is decided about it is said beforehand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from svcconsole.services.campaigns.session import CampaignSession
from svcconsole.services.imports.prepared_options import Prepared
from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import Defaults, ImportRefused, Remembered
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.kinds import IMPORTS
from svcconsole.tables.mapping.mapping import parse_set
from svcconsole.tables.mapping.targets import TARGETS
from svcconsole.tables.presets import preset_named
from svcconsole.words.message import message


def open_prepared(
    folder: str,
    path: str,
    defaults: Defaults,
    given: Prepared,
    *,
    answer: Callable[[ImportSession], None],
    tell: Callable[[Remembered], None] = lambda _: None,
) -> ImportSession:
    """The session of a file with all of that done; `answer` answers what is asked about its reading, `tell`
    hears as which file it is mapped.

    What was decided in the window changes nothing here unless it is asked for: the same does the same
    tomorrow. Raises ImportRefused and TableError.
    """
    campaign = IMPORTS[given.kind].campaign
    make = partial(CampaignSession, folder, strict=False) if campaign else partial(ImportSession, folder)
    session: ImportSession = make(
        kind=given.kind, path=path, defaults=defaults, remembering=False, saved_answers=given.saved
    )
    try:
        if given.part:
            session.set_dialect(part=given.part)
        if given.table > 1:
            session.set_dialect(table=given.table)
        answer(session)
        if given.preset is not None:
            session.use_preset(given.preset)
        if given.keep_before is not None:
            session.keep_before(given.keep_before)
        session.empty_unnamed(given.empties)
        if given.remembered and (found := session.map_as_remembered().remembered) is not None:
            tell(found)
        session.apply_settings(given.settings, force=given.force)
        for text in given.rules:
            session.set_rule(*_rule_of(text))
    except BaseException:
        session.close()
        raise
    return session


def refuse_unusable(given: Prepared) -> None:
    """Refuse what could be carried out with no file at all. Raises ImportRefused and TableError."""
    if given.preset is not None and given.remembered:
        raise ImportRefused(
            message("A preset and a remembered mapping both map the columns."), message("Use one.")
        )
    if given.preset is not None:
        preset_named(given.preset, given.kind)
    for text in given.settings:
        parse_set(text, TARGETS[given.kind])
    for text in given.rules:
        rule, choice, value = _rule_of(text)
        if choice:
            Rules().decide(rule, choice, value)


def _rule_of(text: str) -> tuple[str, str, str]:
    """The id of a rule, the choice and its text."""
    rule, equals, answer = text.partition("=")
    if not equals:
        raise ImportRefused(
            message("“{text}” is not an answer to a rule.", text=text),
            message("Write RULE=ANSWER, for instance currency=none."),
        )
    choice, _, value = answer.partition(":")
    return rule.strip(), choice.strip(), value
