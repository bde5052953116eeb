"""`svcconsole proof`: what was sent by a run, or to a person, with what proves it, as one file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.new_file import refuse_there, writing_file
from svcconsole.cli.opened_workspace import opened_workspace
from svcconsole.cli.output import help_of, say, write_line
from svcconsole.cli.store_options import StoreOptions, with_store_options
from svcconsole.words.message import mark, message

if TYPE_CHECKING:
    from svcconsole.workspace.team.signatures import SigningKey

File = Annotated[Path, typer.Argument(metavar="FILE", help=mark("Where the proof is written."))]
Run = Annotated[str, typer.Option("--run", help=mark("A run: its id, its plan code, or “last”."))]
Person = Annotated[
    str, typer.Option("--person", help=mark("A phone number, an e-mail address or an id, over all runs."))
]
HELP = mark("""Write what was sent, when, and what came back, as one file that can be verified.

    It holds the plan with its approvals, each message as it was sent, the store’s answers, deliveries and
    callbacks, and a hash of all of it, which is printed: keep that hash apart from the file. Where you have a
    key (campaign key) it is signed. Exit codes: 0 written, 2 nothing was written.
    """)


def register(app: typer.Typer) -> None:
    app.command("proof", help=help_of(HELP))(proof)


@with_store_options
def proof(
    *,
    file: File,
    run: Run = "",
    person: Person = "",
    store: StoreOptions,
) -> None:
    """Write the proof of a run or of a person."""
    with opened_workspace(store) as workspace:
        from svcconsole.services.deliveries.proof_pack import write_pack
        from svcconsole.workspace.forget import subject_of
        from svcconsole.workspace.team.account_name import account_name

        if bool(run) == bool(person):
            raise RefusedHere(
                message("Name a run or a person."), advice=message("Add --run RUN or --person PERSON.")
            )
        refuse_there(file)
        of = workspace.runs.find(run).id if run else subject_of(workspace, person)
        with writing_file(file):
            pack = write_pack(workspace, of, file, _key(), account_name())
        if not pack.counts:
            file.unlink()
            raise RefusedHere(message("Nothing is kept here of this person."))
        workspace.saved_files.add(file)
        write_line(json.dumps({"sha256": pack.sha256, **pack.counts}, ensure_ascii=False))
        say(message("Written. Keep the hash apart from the file."))
        if pack.signed is not None:
            say(message("It is signed with your key."))


def _key() -> SigningKey | None:
    """The key of whoever works here, where there is one; a keyring that is locked is said."""
    from svcconsole.services.approvals.signing_key import own_key
    from svcconsole.workspace.errors import WorkspaceError

    try:
        return own_key()
    except WorkspaceError as error:
        say(message("It is not signed: {reason}", reason=error.sentence))
        return None
