"""Opens a file for an import that nobody watches: what is decided about it is said beforehand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from svcconsole.services.campaigns.session import CampaignSession
from svcconsole.services.imports.prepared_options import Prepared
from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import Defaults, ImportRefused, Remembered
from svcconsole.tables.mapping.kinds import IMPORTS
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
            _set_rule(session, text)
    except BaseException:
        session.close()
        raise
    return session


def _set_rule(session: ImportSession, text: str) -> None:
    rule, equals, answer = text.partition("=")
    if not equals:
        raise ImportRefused(
            message("“{text}” is not an answer to a rule.", text=text),
            message("Write RULE=ANSWER, for instance currency=none."),
        )
    choice, _, value = answer.partition(":")
    session.set_rule(rule.strip(), choice.strip(), value)
