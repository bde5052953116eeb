"""`svcconsole import templates` and `import messages`: what they ask for, send, say and resume."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from svcconsole.api.connection import Connection
from svcconsole.api.operations import SEND_TEMPLATE
from svcconsole.api.token import Token
from svcconsole.cli.import_job import store_of
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.registries import Entry, RegistryKind
from tests.support.campaign import SETTINGS, buckets, number_of, received, recipients, write_recipients
from tests.support.command import CommandLine
from tests.support.library import write_down
from tests.support.people_in import everything
from tests.support.practice import PracticeStore

ROWS = (
    ("+919845000001", "Asha"), ("9845000002", "Ben"), ("9.19845E+11", "Chitra"), ("+91 9845000001", "Asha"),
    ("+919845000005", ""),
)  # fmt: skip


@pytest.fixture
def command(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path)


async def test_what_is_not_mapped_is_asked_for_before_anything_is_sent(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = str(write_recipients(tmp_path / "list.csv", ROWS))
    bare = await command.run("import", "templates", path, store=practice_store)
    assert (bare.code, bare.stdout) == (2, "")
    assert "Nothing fills payload.templateId, which template messages need." in bare.stderr
    assert "Nothing was sent. Add: --set 'payload.templateId=welcome'. The columns are: Phone" in bare.stderr
    other = ("--set", "type=text", "--set", "payload.message=Hi", "--set", "payload.body=Hi")
    foreign = await command.run("import", "messages", path, *other, store=practice_store)
    assert foreign.code == 2
    assert "Of this type, messages have no field payload.body." in foreign.stderr
    assert everything(practice_store, "messages") == []


async def test_a_campaign_goes_out_once_and_its_result_files_add_up(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path, results = str(write_recipients(tmp_path / "list.csv", ROWS)), tmp_path / "results"
    options = (*SETTINGS, "--region", "IN")
    dry = await command.run("import", "templates", path, *options, "--dry-run")
    assert (dry.code, dry.json["ready"], dry.json["to_put_right"], dry.json["left_out"]) == (3, 2, 2, 1)
    done = await command.run(
        "import", "templates", path, *options, "--results", str(results), "--limit", "600",
        store=practice_store,
    )  # fmt: skip
    assert done.code == 3, done.stderr
    first, last = (json.loads(line) for line in done.stdout.splitlines())
    assert first["run"] == last["run"]
    assert last == {
        "run": first["run"], "rows": 5, "sent": 2, "refused": 0, "not_sent": 3, "needs_decision": 0,
        "templates": {"sent": 2, "refused": 0, "not_sent": 3, "needs_decision": 0},
    }  # fmt: skip
    assert "Columns not used" not in done.stderr
    assert "Worth a look: One row has the number of an earlier row." in done.stderr
    assert "--rule recipient_repeated=each" in done.stderr
    found = buckets(results)
    assert found["sent"] == ["+919845000001", "9845000002"]
    assert found["not_sent"] == ["9.19845E+11", "+91 9845000001", "+919845000005"]
    assert received(practice_store) == {"+919845000001": 1, "+919845000002": 1}
    again = await command.run("import", "templates", path, *options, store=practice_store)
    assert (again.code, again.stdout) == (2, "")
    assert "2 recipients were sent something from here within the last 24 hours." in again.stderr
    resumed = await command.run("import", "templates", "--resume", "last", store=practice_store)
    assert resumed.json == last, "a run that ended is only told again"
    assert sum(received(practice_store).values()) == 2


async def test_messages_go_out_with_texts_made_of_columns(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = str(write_recipients(tmp_path / "list.csv", ROWS[:1]))
    done = await command.run(
        "import", "messages", path, "--set", "type=text", "--set", "payload.message=Hi {First name}",
        store=practice_store,
    )  # fmt: skip
    assert done.code == 0, done.stderr
    [sent] = everything(practice_store, "messages")
    assert (sent["contact"], sent["text"]) == ("+919845000001", "Hi Asha")
    assert json.loads(sent["callbackData"])["j"] == done.json["run"]
    other = str(write_recipients(tmp_path / "other.csv", ROWS[1:2]))
    bare = ("import", "templates", other, "--set", "payload.templateId=nosuch", "--region", "IN")
    refused = await command.run(*bare, store=practice_store)
    assert refused.code == 3
    assert "1 row was refused: " in refused.stderr
    assert "“payload.templateId nosuch is not a template of this store”" in refused.stderr


NAMING = {
    "templates": SETTINGS,
    "messages": (*SETTINGS[:2], "--set", "type=text", "--set", "payload.message=Hi"),
    "flows": ("--set", "phoneNumber={Phone}", "--set", "flowId=welcome"),
}


@pytest.mark.parametrize("kind", NAMING)
async def test_each_request_names_the_stores_app_id_unless_its_row_names_another(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "list.csv"
    path.write_text("Phone,First name,App\n+919845000001,Asha,\n+919845000002,Ben,other-9\n")
    asked = ("import", kind, str(path), *NAMING[kind], "--set", "appId={App}", "--set", "medium=whatsapp")
    named = ("--app-id", "shop-7")
    planned = await command.run(*asked, *named, "--plan-only", store=practice_store)
    assert planned.code == 0, planned.stderr
    run = ("import", kind, "--resume", planned.json["run"])
    done = await command.run(*run, *named, store=practice_store)
    assert (done.code, done.json["sent"]) == (0, 2), done.stderr
    received_as = "flows" if kind == "flows" else "messages"
    requests = [one["request"] for one in everything(practice_store, received_as)]
    told = {one.get("contactIdentifier") or one["phoneNumber"]: one.get("appId") for one in requests}
    assert told == {"+919845000001": "shop-7", "+919845000002": "other-9"}
    if kind != "flows":
        same = (*asked, *named, "--rule", "recipient_lately=same")
        again = await command.run(*same, store=practice_store)
        assert again.code == 2, "the app id makes it no other message"


async def test_a_run_that_holds_is_gone_on_with_by_its_id_and_repeats_nothing(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path, results = str(recipients(tmp_path / "list.csv", 20)), tmp_path / "results"
    practice_store.add_fault("cut", operation=SEND_TEMPLATE.path, after=4)
    held = await command.run("import", "templates", path, *SETTINGS, store=practice_store)
    assert held.code in (4, 5)
    run_id = json.loads(held.stdout.splitlines()[0])["run"]
    assert f"Go on with: svcconsole import templates --resume {run_id}" in held.stderr
    assert "what was sent without a clear answer waits for your decision" in held.stderr
    unknown = held.json["needs_decision"]
    assert 3 <= unknown <= 6
    practice_store.clear_faults()
    done = await command.run(
        "import", "templates", "--resume", run_id, "--results", str(results), store=practice_store
    )
    assert (done.code, done.json["needs_decision"], done.json["not_sent"]) == (5, unknown, 0)
    assert received(practice_store) == dict.fromkeys(map(number_of, range(20)), 1)
    assert len(buckets(results)["needs_decision"]) == unknown


async def test_what_does_not_fit_a_template_of_the_library_is_refused_with_the_reason(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(write_recipients(tmp_path / "list.csv", ROWS))
    for name in ("SVCCONSOLE_CONFIG_DIR", "SVCCONSOLE_DATA_DIR"):
        monkeypatch.setenv(name, command.environment()[name])
    folder = store_of(None, Connection(practice_store.base_url, Token(practice_store.token))).folder
    write_down(folder)
    with Workspace.open(folder) as workspace:
        workspace.registries.save(Entry(RegistryKind.SUPPRESSED, "+919845000001"))
    picture = ("--set", "payload.templateId=offer_image", *SETTINGS[:2], *SETTINGS[4:])
    done = await command.run("import", "templates", path, *picture, store=practice_store)
    assert (done.code, done.stdout) == (2, "")
    assert "Nothing fills payload.components.header.0.data, which the template asks for." in done.stderr
    assert everything(practice_store, "messages") == []
    sent = await command.run("import", "templates", path, *SETTINGS, "--region", "IN", store=practice_store)
    assert sent.json["sent"] == 1, sent.stderr
    assert list(received(practice_store)) == ["+919845000002"], "the other is on the suppression list"
