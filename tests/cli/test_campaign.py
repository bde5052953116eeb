"""`svcconsole campaign`: planned, approved by a second person’s key, sent and stopped by command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from svcconsole.api.errors import RefusedHere
from svcconsole.api.operations import SEND_TEMPLATE
from svcconsole.cli.campaign_approval import approve_file
from svcconsole.cli.campaign_options import TermsOptions
from svcconsole.cli.exit_codes import Exit
from svcconsole.profiles import Profile, Profiles
from svcconsole.services.campaigns.plan_file import write_plan
from svcconsole.services.campaigns.terms import (
    Arm,
    CampaignTerms,
    FirstWaveTerms,
    Limits,
    SendWindow,
    Split,
    StopRules,
)
from svcconsole.workspace.database import Workspace
from tests.services.campaigns.test_split import TWO, session_of
from tests.support.campaign import SETTINGS, received, recipients
from tests.support.command import CommandLine, Finished, finish
from tests.support.computers import Computers, computers
from tests.support.coroutines import until
from tests.support.generate_products import ANSWERS, write_products
from tests.support.people_in import everything
from tests.support.practice import PracticeStore

PEOPLE = 3


@pytest.fixture
def two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Computers]:
    with computers(tmp_path, monkeypatch, capsys) as some:
        yield some


def listed(two: Computers, store: PracticeStore, approvers: dict[str, str]) -> None:
    """Ana's profile of the store: above two people somebody else has to agree."""
    two.run("ana", "--version")
    profile = Profile(
        id="shop", name="Shop", base_url=store.base_url, safe_level="open", approve_above=PEOPLE - 1,
        approvers=approvers,
    )  # fmt: skip
    profiles = Profiles.load()
    profiles.upsert(profile)
    profiles.save()


def test_a_second_persons_key_lets_exactly_one_plan_out(
    two: Computers, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path, file = str(recipients(tmp_path / "list.csv", PEOPLE)), tmp_path / "plan.json"
    shop = ("--profile", "Shop")
    sends = (*shop, "--token-env", "STORE_TOKEN")
    yusuf, mallory = (two.run(who, "campaign", "key").stdout.strip() for who in ("yusuf", "mallory"))
    own = two.run("ana", "campaign", "key").stdout.strip()
    assert len({yusuf, mallory, own}) == 3 and two.run("ana", "campaign", "key").stdout.strip() == own
    listed(two, practice_store, {"Yusuf": yusuf, "Ana": own})

    held = ("--between", "00:00-24:00", "--on", "workday", "--on", "saturday", "--on", "sunday")
    planned = two.run(
        "ana", "campaign", "plan", path, *SETTINGS, "--region", "IN", *held, "--write", str(file), *shop
    )
    assert planned.code == 0, planned.stderr
    assert "Above 2 people a second person has to agree" in planned.stderr
    code, run = planned.json["plan"], planned.json["run"]
    waits = two.run("ana", "campaign", "run", run, *sends, token=practice_store.token)
    assert waits.code == 4 and "have it approved by Yusuf or Ana" in waits.stderr
    assert received(practice_store) == {}

    look = two.run("yusuf", "campaign", "approve", str(file))
    assert look.code == 0 and "3 people get it." in look.stdout and "India" not in look.stdout
    assert "IN 3" in look.stdout and "welcome" in look.stdout and "Nothing was signed." in look.stderr
    assert two.run("yusuf", "campaign", "approve", str(file), "--agree", "0000-0000").code == 2
    alone = two.run("ana", "campaign", "approve", str(file), "--agree", code)
    assert alone.code == 2 and "You made this plan" in alone.stderr
    changed = tmp_path / "changed.json"
    changed.write_bytes(file.read_bytes().replace(b"N1", b"M1"))
    other = two.run("yusuf", "campaign", "approve", str(changed), "--agree", code)
    assert other.code == 2 and "is not the one that was planned" in other.stderr

    def approved(who: str, name: str) -> Path:
        done = two.run(who, "campaign", "approve", str(file), "--agree", code, "--name", "Yusuf")
        assert done.code == 0, done.stderr
        return Path(done.json["approval"]).rename(tmp_path / name)

    def taken(approval: Path, word: str = run) -> Finished:
        return two.run("ana", "campaign", "approve", word, "--signed", str(approval), *shop)

    stranger = taken(approved("mallory", "mallory.json"))
    assert stranger.code == 2 and "is not listed in the store’s connection" in stranger.stderr
    good = approved("yusuf", "yusuf.json")
    told = json.loads(good.read_text())
    for name, value in (("sha256", "0" * 64), ("name", "Sofie"), ("signature", "AAAA"), ("key", mallory)):
        forged = tmp_path / "forged.json"
        forged.write_text(json.dumps({**told, "signature": {**told["signature"], name: value}}))
        refused = taken(forged)
        assert refused.code == 2 and "does not fit what was signed" in refused.stderr, name
    second = two.run(
        "ana", "campaign", "plan", path, *SETTINGS, "--set", "payload.templateId=offer", "--force",
        "--region", "IN", "--terms-of", str(file), *shop,
    )  # fmt: skip
    assert second.code == 0, second.stderr
    another = taken(good, second.json["run"])
    assert another.code == 2 and "Yusuf approved another plan" in another.stderr
    assert taken(good).code == 0

    sent = two.run("ana", "campaign", "run", str(file), *sends, token=practice_store.token)
    assert (sent.code, sent.json["sent"]) == (0, PEOPLE), sent.stderr
    assert sum(received(practice_store).values()) == PEOPLE
    unsigned = two.run("ana", "campaign", "run", second.json["run"], *sends, token=practice_store.token)
    assert unsigned.code == 4 and sum(received(practice_store).values()) == PEOPLE


def test_each_message_names_the_app_id_of_the_stores_profile(
    two: Computers, practice_store: PracticeStore, tmp_path: Path
) -> None:
    two.run("ana", "--version")
    profiles = Profiles.load()
    profiles.upsert(
        Profile(id="shop", name="Shop", base_url=practice_store.base_url, safe_level="open", app_id="shop-7")
    )
    profiles.save()
    path, shop = str(recipients(tmp_path / "list.csv", PEOPLE)), ("--profile", "Shop")
    planned = two.run("ana", "campaign", "plan", path, *SETTINGS, "--region", "IN", *shop)
    assert planned.code == 0, planned.stderr
    run = ("campaign", "run", planned.json["run"], *shop, "--token-env", "STORE_TOKEN")
    sent = two.run("ana", *run, token=practice_store.token)
    assert (sent.code, sent.json["sent"]) == (0, PEOPLE), sent.stderr
    assert [one["request"]["appId"] for one in everything(practice_store, "messages")] == ["shop-7"] * PEOPLE


def test_whoever_looks_at_a_plan_reads_every_text_of_it_and_who_gets_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(session_of(tmp_path, Split(arms=TWO, held_out=0.2))) as session:
        run_id = session.plan(warnings_seen=True).run_id
    with Workspace.open(tmp_path / "workspace") as workspace:
        write_plan(workspace, run_id, tmp_path / "plan.json")
    assert approve_file(tmp_path / "plan.json", None, "", as_json=False) is Exit.ACCEPTED
    told = capsys.readouterr().out
    assert "20 in 100 get nothing, to compare with." in told
    assert "75 in 100 of those who get it get text A." in told
    assert "25 in 100 of those who get it get text B, the template “welcome_back”." in told
    _, first, second = told.split("The first message of text ")
    assert first.startswith("A, to +91") and '"templateId":"welcome"' in first
    assert second.startswith("B, to +91") and '"templateId":"welcome_back"' in second


async def test_a_campaign_is_stopped_from_another_process_and_goes_on_later(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    command, people = CommandLine(tmp_path), 60
    names = ("--base-url", practice_store.base_url)
    path = str(recipients(tmp_path / "list.csv", people))
    planned = await command.run(
        "campaign", "plan", path, *SETTINGS, "--per-second", "8", "--stop-doubt", "5", *names
    )
    assert planned.code == 0, planned.stderr
    run = planned.json["run"]
    idle = await command.run("campaign", "stop", run, "--json", *names)
    assert idle.code == 0 and "was not under way" in idle.stderr
    sending = await command.start("campaign", "run", run, store=practice_store)
    await until(lambda: sum(received(practice_store).values()) >= 3, seconds=60)
    stopped = await command.run("campaign", "stop", "last", "--json", *names)
    after = sum(received(practice_store).values())
    ended = await finish(sending)
    assert stopped.code == 0 and ended.code == 4, stopped.stderr
    assert stopped.json["stopped_after"] <= 1.0 and 3 <= after < people
    assert stopped.json["sent"] == after == sum(received(practice_store).values())

    told = await command.run("campaign", "status", run, "--json", *names)
    ends = ("sent", "refused", "not_sent", "needs_decision")
    assert (
        told.json["state"] == "stopped" and sum(told.json[end] for end in ends) == told.json["rows"] == people
    )
    words = await command.run("campaign", "status", run, *names)
    assert f"{after} of 60 people were reached" in words.stdout
    assert "Messages that leave a second: 8.0 at most." in words.stdout
    practice_store.clear_faults()
    sending = await command.start("campaign", "run", run, store=practice_store)
    await until(lambda: sum(received(practice_store).values()) > after, seconds=60)
    done = await finish(sending)
    assert (done.code, done.json["sent"]) == (0, people), done.stderr
    assert set(received(practice_store).values()) == {1}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"between": "20:00-09:00"}, "does not say between which times"),
        ({"between": "9:5-20:00"}, "does not say between which times"),
        ({"between": "09:00-24:01"}, "does not say between which times"),
        ({"weekdays": ["someday"]}, "are no days of the week"),
        ({"start": "2020-01-01T09:00", "zone": "Europe/Madrid"}, "is over"),
        ({"start": "tomorrow", "zone": "Europe/Madrid"}, "is not a time as clocks show it"),
        ({"first": -1}, "-1 cannot be held to as --first"),
        ({"stop_slower": 0.5}, "0.5 cannot be held to as --stop-slower"),
        ({"per_second": 0.0}, "0.0 cannot be held to as --per-second"),
        ({"second": "winter_b:1.5"}, "does not say which template"),
        ({"second": ":0.5"}, "does not say which template"),
        ({"hold_out": 1.0}, "1.0 cannot be held to as --hold-out"),
        ({"first": 5, "bad": 0.02}, "0.02 cannot be held to as --bad"),
        ({"first": 5, "fine": 0.3}, "0.2 cannot be held to as --bad"),
        ({"first": 5, "fine": -3.0}, "-3.0 cannot be held to as --fine"),
        ({"bad": 0.1, "first_most": 50}, "Without --first, --first-most, --bad would change nothing"),
        ({"zone": "Europe/Berlin"}, "Without --start, --zone would change nothing"),
        ({"cap_days": 3}, "Without --cap, --cap-days would change nothing"),
    ],
)
def test_what_cannot_be_held_to_is_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(RefusedHere) as caught:
        TermsOptions(**given).read(None)
    assert words in caught.value.sentence


def test_a_plan_to_take_the_terms_of_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RefusedHere, match="cannot be read") as caught:
        TermsOptions(terms_of=tmp_path).read(None)
    assert caught.value.sentence.startswith(str(tmp_path))


async def test_a_plan_that_is_written_again_takes_nothing_that_would_change_it(tmp_path: Path) -> None:
    refused = await CommandLine(tmp_path).run(
        "campaign", "plan", "people.csv", "--of", "last", "--write", "plan.json", "--first", "5"
    )
    assert (refused.code, refused.stdout) == (2, "")
    assert refused.stderr.startswith("Beside --of, FILE, --first would change nothing.")


def test_the_options_say_the_terms_that_the_window_would_keep(tmp_path: Path) -> None:
    given = TermsOptions(
        start="2099-07-01T09:00", between="09:00-20:30", weekdays=["workday"], holidays=["2099-07-14"],
        number="Main", per_second=2.5, cap=2, first=50, stop_failed=0.2, stop_doubt=3,
        second="winter_b:0.25", hold_out=0.1,
    )  # fmt: skip
    assert given.read("Europe/Madrid") == CampaignTerms(
        window=SendWindow(
            starts_at="2099-07-01T07:00:00Z", opens=540, closes=1230, weekdays=(0, 1, 2, 3, 4),
            holidays=("2099-07-14",),
        ),
        limits=Limits(number="Main", messages_per_second=2.5, cap_messages=2),
        first_wave=FirstWaveTerms(people=50, most=200),
        stop=StopRules(failed_share=0.2, in_doubt=3),
        split=Split(
            arms=(Arm(name="A", share=0.75), Arm(name="B", share=0.25, template="winter_b")), held_out=0.1
        ),
    )  # fmt: skip
    assert TermsOptions().read(None) == CampaignTerms()


async def test_a_campaign_that_has_to_wait_says_the_command_that_goes_on_with_it(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    command, store = CommandLine(tmp_path), ("--base-url", practice_store.base_url)
    path = str(recipients(tmp_path / "people.csv", 2))
    planned = await command.run("campaign", "plan", path, *SETTINGS, *store)
    run_id = planned.json["run"]
    practice_store.add_fault("status", operation=SEND_TEMPLATE.path, code=401)
    held = await command.run("campaign", "run", run_id, store=practice_store)
    assert held.code == 4, held.stderr
    assert f"Go on with: svcconsole campaign run {run_id}" in held.stderr


async def test_only_campaigns_are_campaigns(practice_store: PracticeStore, tmp_path: Path) -> None:
    command, store = CommandLine(tmp_path), ("--base-url", practice_store.base_url)
    products = await command.run(
        "import", "products", str(write_products(tmp_path / "made.csv", 2)), *ANSWERS, "--plan-only",
        store=practice_store,
    )  # fmt: skip
    none = await command.run("campaign", "run", "last", store=practice_store)
    assert (none.code, "No campaign was planned here." in none.stderr) == (2, True), none.stderr
    path = str(recipients(tmp_path / "people.csv", 2))
    planned = await command.run("campaign", "plan", path, *SETTINGS, *store)
    assert planned.code == 0, planned.stderr
    later = await command.run(
        "import", "products", str(write_products(tmp_path / "more.csv", 3)), *ANSWERS, "--plan-only",
        store=practice_store,
    )  # fmt: skip
    told = await command.run("campaign", "status", "last", "--json", *store)
    assert told.json["plan"] == planned.json["plan"], "the newest of the campaigns"
    for asked in (
        ("run",), ("status",), ("stop",), ("result",), ("approve",), ("approve", "--agree", "1111-1111"),
    ):  # fmt: skip
        words = ("campaign", asked[0], later.json["plan"], *asked[1:])
        sends = asked == ("run",)
        refused = await command.run(
            *words, *(() if sends else store), store=practice_store if sends else None
        )
        assert (refused.code, refused.stdout) == (2, ""), asked
        assert f"svcconsole import products --resume {later.json['run']}" in refused.stderr
    again = await command.run(
        "campaign", "plan", "--of", products.json["run"], "--write", str(tmp_path / "plan.json"), *store
    )
    against = await command.run("campaign", "result", "last", "--against", products.json["run"], *store)
    assert (again.code, against.code) == (2, 2)
    assert practice_store.counts()["products"] == 0
    sent = await command.run("campaign", "run", "last", store=practice_store)
    assert (sent.code, sent.json["templates"]["sent"]) == (0, 2), sent.stderr


async def test_a_plan_that_cannot_be_written_is_not_made(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    command, store = CommandLine(tmp_path), ("--base-url", practice_store.base_url)
    path = str(recipients(tmp_path / "people.csv", 2))
    asked = ("campaign", "plan", path, *SETTINGS, *store, "--write")
    for where, told in (
        (tmp_path / "none" / "p.json", "no such file or folder"),
        (tmp_path, "there already"),
    ):
        refused = await command.run(*asked, str(where))
        assert (refused.code, refused.stdout, told in refused.stderr) == (2, "", True), refused.stderr
    history = await command.run("import", "history", *store)
    assert history.stdout == ""
