"""`svcconsole import products`: what it says, what it sends, and how it ends."""

from __future__ import annotations

import csv
import json
import os
import signal
import sys
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from svcconsole.api.operations import UPSERT_PRODUCTS
from svcconsole.cli.import_options import WITHOUT_EFFECT, ImportOptions
from svcconsole.services.imports.session import ImportSession
from svcconsole.workspace.database import Workspace
from tests.support.command import CommandLine, finish
from tests.support.coroutines import until
from tests.support.generate_products import ANSWERS, write_products
from tests.support.practice import PracticeStore, start_practice_store
from tests.tables.shared import SHARED, needs_shared

SAMPLE = Path(__file__).parents[2] / "resources" / "samples" / "products.csv"


@pytest.fixture
def command(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path)


async def test_a_whole_file_lands(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = str(write_products(tmp_path / "made.csv", 60))
    results = tmp_path / "results"
    done = await command.run(
        "import", "products", path, *ANSWERS, "--results", str(results), store=practice_store
    )
    assert done.code == 0, done.stderr
    totals = done.json
    assert done.stdout.count("\n") == 1
    assert totals == {
        "run": totals["run"], "rows": 240, "sent": 240, "refused": 0, "not_sent": 0, "needs_decision": 0,
        "products": {"sent": 60, "refused": 0, "not_sent": 0, "needs_decision": 0},
    }  # fmt: skip
    assert "60 products, 240 rows" in done.stderr
    assert practice_store.counts()["products"] == 60
    assert {file.name for file in results.iterdir()} == {"sent.csv", "manifest.json"}
    assert sha256((results / "sent.csv").read_bytes()).hexdigest() == _kept(results)["files"]["sent.csv"]
    [folder] = (tmp_path / "data" / "stores").iterdir()
    with Workspace.open(folder) as workspace:
        assert workspace.saved_files.paths() == (str(results),)
    log = await command.run("log", "--base-url", practice_store.base_url, "--limit", "3")
    assert [json.loads(line)["action"] for line in log.stdout.splitlines()] == [
        "finished", "started", "planned",
    ]  # fmt: skip
    against = ("--against", str(results / "manifest.json"), "--base-url", practice_store.base_url)
    verified = await command.run("log", *against)
    assert (verified.code, verified.json["broken"]) == (0, None)
    assert verified.json["head"] == _kept(results)["log"]["sha256"]
    changed = {**_kept(results), "log": {"seq": 2, "at": "", "sha256": "0"}}
    (results / "manifest.json").write_text(json.dumps(changed))
    other = await command.run("log", *against)
    assert (other.code, other.json["broken"]) == (6, 2)
    assert "Entry 2 of the log was changed or is missing." in other.stderr


async def test_results_that_cannot_be_written_are_told_by_the_code(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path, results = str(write_products(tmp_path / "made.csv", 2)), tmp_path / "results"
    (results / "sent.csv" / "something").mkdir(parents=True)
    done = await command.run(
        "import", "products", path, *ANSWERS, "--results", str(results), store=practice_store
    )
    assert (done.code, done.json["products"]["sent"]) == (6, 2)
    assert f"The results could not be written to {results}" in done.stderr
    again = await command.run(
        "import", "products", "--resume", done.json["run"], "--results", str(tmp_path / "r"),
        store=practice_store,
    )  # fmt: skip
    assert again.code == 0 and (tmp_path / "r" / "sent.csv").is_file()


def _kept(results: Path) -> Any:
    return json.loads((results / "manifest.json").read_text("utf-8"))


async def test_how_the_file_was_read_is_told_with_every_repair_and_its_row(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    made = tmp_path / "made.csv"
    made.write_text('Handle,Title,Variant Price\na,Mug,12\nb,"Cup,13\nc,Bowl,14,extra\n')
    done = await command.run("import", "products", str(made), "--dry-run", store=practice_store)
    told = done.stderr
    assert "How the file was read:\n  Only plain letters, read as UTF-8.\n  A comma gives 3 columns" in told
    assert "  Row 2, Title: a quote opens and never closes; it is left out.\n" in told
    assert "  Row 3 has one cell more than the header; nothing reads what has no column.\n" in told


async def test_a_file_that_was_run_before_is_said_to_be(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = str(write_products(tmp_path / "made.csv", 3))
    first = await command.run("import", "products", path, *ANSWERS, store=practice_store)
    assert "was imported before" not in first.stderr
    code = first.stderr.partition("Plan ")[2][:9]
    second = await command.run("import", "products", path, *ANSWERS, store=practice_store)
    assert f"This file was imported before, last as plan {code}. " in second.stderr
    assert (second.code, second.json["sent"]) == (0, 12)


@needs_shared
async def test_drafts_are_told_and_left_out_when_asked(
    command: CommandLine, practice_store: PracticeStore
) -> None:
    """By hand: 12 rows of an active product, 4 of a draft, 1 of an archived one."""
    path = str(SHARED / "products/shopify/shopify_sample_product_template_lf.csv")
    told = await command.run("import", "products", path, *ANSWERS, "--dry-run")
    assert (told.code, told.json["ready"], told.json["left_out"]) == (0, 17, 0)
    assert "Worth a look: 2 products are not marked as shown in the shop." in told.stderr
    assert "  Otherwise: --rule status=leave_out (leave them out)\n" in told.stderr
    done = await command.run(
        "import", "products", path, *ANSWERS, "--rule", "status=leave_out", store=practice_store
    )
    assert done.code == 0, done.stderr
    counted = {key: done.json[key] for key in ("rows", "sent", "not_sent", "refused", "needs_decision")}
    assert counted == {"rows": 17, "sent": 12, "not_sent": 5, "refused": 0, "needs_decision": 0}
    assert done.json["products"] == {"sent": 1, "refused": 0, "not_sent": 2, "needs_decision": 0}
    assert practice_store.counts()["products"] == 1


async def test_a_field_that_products_do_not_have_cannot_be_set(command: CommandLine, tmp_path: Path) -> None:
    path = str(write_products(tmp_path / "made.csv", 3))
    done = await command.run(
        "import", "products", path, *ANSWERS, "--set", "combinations.barcode=4006381333931", "--dry-run"
    )
    assert (done.code, done.stdout) == (2, "")
    assert "combinations.barcode cannot be set: products have no field for it." in done.stderr
    assert "What may be set: id, name, url, " in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a signal to another process is POSIX's")
async def test_a_limit_is_kept_with_the_run_and_lifted_when_it_goes_on(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = str(write_products(tmp_path / "made.csv", 40))
    process = await command.start("import", "products", path, *ANSWERS, "--limit", "1", store=practice_store)
    await until(lambda: practice_store.counts()["products"] == 1, seconds=20)
    process.send_signal(signal.SIGINT)
    stopped = await finish(process)
    assert stopped.code == 4
    assert "limited to 1 a minute" in stopped.stderr
    assert (stopped.json["sent"], stopped.json["not_sent"]) == (4, 156)
    done = await command.run("import", "products", "--resume", "last", "--limit", "0", store=practice_store)
    assert (done.code, done.json["sent"], done.json["rows"]) == (0, 160, 160)
    assert "limited to" not in done.stderr


async def test_the_mapping_of_the_window_is_used_only_when_asked_for(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    """The window's import of such a file was answered with one currency; the command alone asks again."""
    path = write_products(tmp_path / "made.csv", 3)
    dry = ("import", "products", str(path), "--dry-run")
    nothing = await command.run(*dry, "--mapping", "remembered")
    assert nothing.code == 2
    assert "No mapping is remembered for a file with the columns of made.csv." in nothing.stderr
    [folder] = (tmp_path / "data").glob("**/workspace.sqlite3")
    window = ImportSession(str(folder.parent), path=str(path))
    window.set_rule("currency", "value", "SEK")
    window.set_rule("url", "template", "https://shop.example/products/{handle}")
    window.plan(warnings_seen=True)
    window.close()
    alone = await command.run(*dry)
    assert alone.code == 2 and "3 products have no currency." in alone.stderr
    asked = await command.run(*dry, "--mapping", "remembered")
    assert (asked.code, asked.json["ready"]) == (0, 12), asked.stderr
    assert " for made.csv.\n" in asked.stderr and "Mapped as on " in asked.stderr
    both = await command.run(*dry, "--mapping", "remembered", "--preset", "shopify-current")
    assert both.code == 2 and "A preset and a remembered mapping both map the columns." in both.stderr


async def test_results_are_not_written_over_the_file_itself(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = write_products(tmp_path / "refused.csv", 3)
    before = path.read_bytes()
    done = await command.run(
        "import", "products", str(path), *ANSWERS, "--results", str(tmp_path), store=practice_store
    )
    assert done.code == 2
    assert "would take the place of refused.csv" in done.stderr
    assert path.read_bytes() == before
    assert practice_store.counts()["products"] == 0


async def test_open_questions_refuse_before_sending_and_say_what_to_add(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = str(write_products(tmp_path / "made.csv", 5))
    done = await command.run("import", "products", path, store=practice_store)
    assert done.code == 2
    assert done.stdout == ""
    assert "5 products have no product page." in done.stderr
    assert "--rule 'url=template:https://shop.example/products/{handle}'" in done.stderr
    assert "--set currency=EUR or --rule currency=none" in done.stderr
    assert practice_store.counts()["products"] == 0


async def test_rows_with_mistakes_stay_behind_and_count(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    results = tmp_path / "results"
    done = await command.run(
        "import", "products", str(SAMPLE), *ANSWERS, "--rule", "quantity_negative=zero",
        "--results", str(results), store=practice_store,
    )  # fmt: skip
    assert done.code == 3, done.stderr
    totals = done.json
    assert totals["sent"] + totals["not_sent"] == totals["rows"] == 98
    assert totals["products"] == {"sent": 44, "refused": 0, "not_sent": 2, "needs_decision": 0}
    assert "Row 29, Variant Price:" in done.stderr
    with (results / "not_sent.csv").open(encoding="utf-8-sig", newline="") as file:
        assert all(row["_reason"].startswith("Row ") for row in csv.DictReader(file))
    done = await command.run(
        "import", "products", str(results / "not_sent.csv"), *ANSWERS, store=practice_store
    )
    assert done.code == 2
    assert "No product is ready to be sent." in done.stderr


async def test_a_dry_run_needs_no_store(command: CommandLine, tmp_path: Path) -> None:
    path = str(write_products(tmp_path / "made.csv", 5))
    done = await command.run("import", "products", path, *ANSWERS, "--dry-run")
    assert done.code == 0, done.stderr
    assert done.json["products"] == {"ready": 5, "all": 5}
    assert (done.json["rows"], done.json["sent"]) == (20, 0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--set", "colour=red"), "Products have no field “colour”"),
        (("--set", "quantity"), "is not a setting"),
        (("--preset", "other"), "There is no preset “other”"),
        (("--rule", "url=sometimes"), "has no answer “sometimes”"),
        (("--rule", "currency"), "is not an answer to a rule"),
        (("--set", "url=https://shop.example/{Handle"), "a brace without its other half"),
        (("--set", "tags={No such column}"), "which this file does not have"),
    ],
)
async def test_options_that_cannot_be_followed(
    command: CommandLine, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    path = str(write_products(tmp_path / "made.csv", 1))
    done = await command.run("import", "products", path, *arguments, "--dry-run")
    assert done.code == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


async def test_a_list_of_customers_is_no_list_of_products(command: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "customers.csv"
    path.write_text("CustomerId,FirstName,Email\n1,Ada,ada@mail.example\n")
    done = await command.run("import", "products", str(path), "--dry-run")
    assert (done.code, done.stdout) == (2, "")
    assert "No column of customers.csv is known as the product id, name or price." in done.stderr
    assert "--set 'price={Column}'" in done.stderr
    assert "The columns are: CustomerId, FirstName, Email." in done.stderr


@pytest.mark.parametrize("kind", ["folder", "pipe", "header"])
async def test_what_is_no_table_of_rows(command: CommandLine, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "products.csv"
    match kind:
        case "folder":
            path.mkdir()
        case "pipe" if sys.platform == "win32":
            pytest.skip("pipes have no names in folders here")
        case "pipe":
            os.mkfifo(path)
        case "header":
            path.write_text("Handle,Title,Variant Price\n")
    done = await command.run("import", "products", str(path), "--dry-run")
    assert (done.code, done.stdout) == (2, "")
    says = {
        "folder": " is a folder.",
        "pipe": " is a pipe, not a file.",
        "header": " has a header and no rows.",
    }
    assert f"products.csv{says[kind]}" in done.stderr


async def test_the_same_mistake_in_every_row_is_said_once(command: CommandLine, tmp_path: Path) -> None:
    path = str(write_products(tmp_path / "made.csv", 5))
    done = await command.run("import", "products", path, *ANSWERS[:2], "--set", "currency=Euro", "--dry-run")
    assert (done.code, done.json["to_put_right"]) == (2, 20)
    assert done.stderr.count("“Euro” is not a currency. A currency has three letters") == 1
    assert "The same in 4 more rows." in done.stderr


async def test_the_page_address_is_asked_for_with_an_answer_that_fits_every_file(
    command: CommandLine, tmp_path: Path
) -> None:
    path = tmp_path / "own.csv"
    path.write_text("productID,productName,unitPrice,Image\n1,Chai,18.00,https://img.example/1.jpg\n")
    done = await command.run("import", "products", str(path), "--dry-run")
    assert done.code == 2
    assert "--rule 'url=template:https://shop.example/products/{handle}'" in done.stderr
    assert "own.csv: 1 row, " in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("made.csv", "--resume", "last"), "Both a file and a run to go on with are given."),
        (("--resume", "last", "--dry-run"), "--dry-run checks a file, --resume goes on with a run."),
    ],
)
async def test_a_file_or_a_run(command: CommandLine, arguments: tuple[str, ...], said: str) -> None:
    done = await command.run("import", "products", *arguments)
    assert (done.code, done.stdout) == (2, "")
    assert done.stderr.startswith(said)


@pytest.mark.parametrize(
    ("kind", "arguments", "said"),
    [
        (
            "products", ("--resume", "last", "--set", "currency=USD", "--allow", "price", "--force"),
            "Beside --resume, --set, --allow, --force would change nothing.",
        ),
        (
            "products",
            ("--commit", "AAAA-BBBB", "--rule", "a=b", "--preset", "shopify", "--table", "2"),
            "Beside --commit, --table, --preset, --rule would change nothing.",
        ),
        (
            "customers", ("--resume", "last", "--region", "DE", "--repair", "phones=all", "--no-saved"),
            "Beside --resume, --saved/--no-saved, --region, --repair would change nothing.",
        ),
        ("products", ("--resume", "last", "--empty-unnamed"), "Beside --resume, --empty-unnamed would"),
        ("catalogs", ("--commit", "AAAA-BBBB", "--empty-unnamed"), "Beside --commit, --empty-unnamed would"),
        ("products", ("made.csv", "--set", "colour.of=x"), "have no field “colour.of”."),
        ("customers", ("made.csv", "--rule", "region"), "“region” is not an answer to a rule."),
        ("products", ("made.csv", "--preset", "nobody"), "nobody"),
        ("products", ("made.csv", "--rehearse", "--results", "r"), "Beside --rehearse, --results would"),
        ("products", ("made.csv", "--dry-run", "--limit", "4"), "Beside --dry-run, --limit would"),
        ("products", ("made.csv", "--plan-only", "--json"), "Beside --plan-only, --json would change"),
        ("products", ("made.csv", "--json", "--count-only"), "Without --rehearse, --json, --count-only"),
    ],
)  # fmt: skip
async def test_an_option_that_would_say_nothing_is_refused(
    command: CommandLine, kind: str, arguments: tuple[str, ...], said: str
) -> None:
    refused = await command.run("import", kind, *arguments)
    assert (refused.code, refused.stdout) == (2, "")
    assert said in refused.stderr


@pytest.mark.parametrize("mode", ["resume", "commit"])
def test_a_plan_that_is_gone_on_with_takes_nothing_but_what_its_sending_needs(mode: str) -> None:
    needed = {"create_catalogs", "results", "limit", "patience", mode}
    assert {option.name for option in fields(ImportOptions)} - needed == {*WITHOUT_EFFECT[mode]}


async def test_a_missing_file_and_no_file(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    done = await command.run("import", "products", str(tmp_path / "absent.csv"), store=practice_store)
    assert done.code == 2
    assert "absent.csv cannot be opened" in done.stderr
    done = await command.run("import", "products", store=practice_store)
    assert done.code == 2
    assert "Name the file to import." in done.stderr
    done = await command.run("import", "products", "--resume", "last", store=practice_store)
    assert done.code == 2
    assert "No import of products was begun here." in done.stderr


async def test_missing_catalogs_are_made_when_asked(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = str(write_products(tmp_path / "made.csv", 5))
    in_catalogs = ("--set", "catalogIds=summer; sale")
    done = await command.run("import", "products", path, *ANSWERS, *in_catalogs, store=practice_store)
    assert done.code == 2
    assert "does not have these catalogs: sale, summer" in done.stderr
    done = await command.run(
        "import", "products", path, *ANSWERS, *in_catalogs, "--create-catalogs", store=practice_store
    )
    assert done.code == 0, done.stderr
    assert practice_store.counts()["catalogs"] == 2


async def test_catalogs_are_made_right_before_the_run_and_for_nothing_less(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = str(write_products(tmp_path / "made.csv", 5))
    asked = ("import", "products", path, *ANSWERS, "--set", "catalogIds=summer", "--create-catalogs")
    planned = await command.run(*asked, "--plan-only", store=practice_store)
    assert planned.code == 0, planned.stderr
    assert practice_store.counts() == {**practice_store.counts(), "catalogs": 0, "products": 0}
    code = planned.json["plan"]
    go_on = f"svcconsole import products --resume {planned.json['run']} --create-catalogs"
    assert go_on in planned.stderr
    refused = await command.run("import", "products", "--resume", code, store=practice_store)
    assert (refused.code, "does not have these catalogs: summer" in refused.stderr) == (2, True)
    assert "Add --create-catalogs" in refused.stderr
    sent = await command.run(*go_on.split()[1:], store=practice_store)
    assert sent.code == 0, sent.stderr
    assert (practice_store.counts()["catalogs"], sent.json["products"]["sent"]) == (1, 5)


async def test_a_schedule_makes_the_catalogs_of_its_plan_where_it_was_told_to(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path, here = str(write_products(tmp_path / "made.csv", 5)), ("--base-url", practice_store.base_url)
    asked = ("import", "products", path, *ANSWERS, "--set", "catalogIds=summer", "--create-catalogs")
    planned = await command.run(*asked, "--plan-only", store=practice_store)
    when = ("--at", "2099-01-01T09:00", "--zone", "UTC", "--name", "go")
    added = await command.run(
        "schedule", "add", "run", planned.json["run"], "--create-catalogs", *when, *here
    )
    assert (added.code, added.json["settings"]["create_catalogs"]) == (0, True), added.stderr
    assert (await command.run("schedule", "run-now", "go", *here)).code == 0
    worked = await command.run("worker", "--once", store=practice_store)
    assert worked.code == 0, worked.stderr
    assert practice_store.counts() == {**practice_store.counts(), "catalogs": 1, "products": 5}


async def test_a_file_of_which_no_row_is_ready_makes_no_catalog(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = tmp_path / "made.csv"
    path.write_text(
        "id,name,price,quantity,url,image,currency,catalogIds\n"
        "RH-3,Mug,-5,1,https://a.example/m,https://a.example/m.jpg,EUR,summer\n"
    )
    done = await command.run("import", "products", str(path), "--create-catalogs", store=practice_store)
    assert (done.code, practice_store.counts()["catalogs"]) == (2, 0), done.stderr


async def test_a_store_that_asks_before_it_is_written_to_asks_before_catalogs_are_made(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    shop = {"id": "ask", "name": "Ask", "base_url": practice_store.base_url, "safe_level": "confirm"}
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "profiles.json").write_text(json.dumps({"profiles": [shop]}))
    path = str(write_products(tmp_path / "made.csv", 2))
    asked = ("import", "products", path, *ANSWERS, "--set", "catalogIds=summer", "--create-catalogs")
    for more, code in ((("--rehearse",), 0), ((), 2)):
        done = await command.run(*asked, *more, store=practice_store)
        assert (done.code, practice_store.counts()["catalogs"]) == (code, 0), done.stderr


async def test_a_store_that_is_not_there_keeps_the_plan(command: CommandLine, tmp_path: Path) -> None:
    path = str(write_products(tmp_path / "made.csv", 5))
    with start_practice_store() as store:
        store.kill()
        done = await command.run("import", "products", path, *ANSWERS, store=store)
        assert done.code == 4, done.stderr
        assert done.json["not_sent"] == 20
        run_id = done.json["run"]
        assert f"Go on with: svcconsole import products --resume {run_id}" in done.stderr
        assert "by itself" not in done.stderr
        with start_practice_store(port=store.port, token=store.token) as again:
            done = await command.run("import", "products", "--resume", "last", store=again)
            assert done.code == 0, done.stderr
            assert (done.json["run"], done.json["sent"]) == (run_id, 20)


async def test_a_wrong_token_is_a_sentence(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = str(write_products(tmp_path / "made.csv", 5))
    wrong = PracticeStore(**{**vars(practice_store), "token": "wrong"})
    done = await command.run("import", "products", path, *ANSWERS, store=wrong)
    assert done.code == 4
    assert "token" in done.stderr
    assert done.json["not_sent"] == 20


async def test_a_results_folder_that_cannot_be_used_is_said_before_anything_is_sent(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = str(write_products(tmp_path / "made.csv", 1))
    done = await command.run("import", "products", path, *ANSWERS, "--results", path, store=practice_store)
    assert (done.code, done.stdout) == (2, "")
    assert f"The results folder {path} cannot be used" in done.stderr
    assert practice_store.counts()["products"] == 0


async def test_a_workspace_folder_that_cannot_be_used_is_a_sentence(tmp_path: Path) -> None:
    path = str(write_products(tmp_path / "made.csv", 1))
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "data").write_text("in the way")
    done = await CommandLine(tmp_path / "home").run("import", "products", path, "--dry-run")
    assert (done.code, done.stdout) == (2, "")
    assert done.stderr.startswith("The folder for the workspace cannot be used: ")


@pytest.mark.skipif(sys.platform == "win32", reason="a signal to another process is POSIX's")
async def test_an_interrupt_while_checking_sends_nothing(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = str(write_products(tmp_path / "made.csv", 4000))
    process = await command.start("import", "products", path, *ANSWERS, store=practice_store)
    assert process.stderr is not None
    while b"Checked" not in (line := await process.stderr.readline()):
        assert line, "ended before it began to check"
    process.send_signal(signal.SIGINT)
    done = await finish(process)
    assert (done.code, done.stdout) == (4, ""), done.stderr
    assert done.stderr.endswith("Stopped. Nothing was sent.\n")
    assert practice_store.counts()["products"] == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a signal to another process is POSIX's")
async def test_an_interrupt_stops_at_a_safe_point(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = str(write_products(tmp_path / "made.csv", 4000))
    practice_store.add_fault("latency", operation=UPSERT_PRODUCTS.path, seconds=0.5)
    process = await command.start("import", "products", path, *ANSWERS, store=practice_store)
    assert process.stderr is not None
    while b"a second" not in (line := await process.stderr.readline()):
        assert line, "ended before it began to send"
    process.send_signal(signal.SIGINT)
    done = await finish(process)
    assert done.code == 4, done.stderr
    totals = done.json
    assert totals["sent"] + totals["not_sent"] == totals["rows"] == 16000
    assert f"--resume {totals['run']}" in done.stderr
    assert practice_store.counts()["products"] == totals["products"]["sent"]


FULL: dict[str, Any] = {
    "id": "shirt", "name": "Shirt", "url": "https://shop.example/shirt", "description": "Washed linen",
    "image": "https://images.example/a.png", "currency": "EUR", "tags": "linen", "catalogIds": ["summer"],
    "photos": [{"photoUrl": f"https://images.example/{name}.png"} for name in "ab"],
    "metafields": [{"id": "care.wash", "namespace": "care", "key": "wash", "value": "30"}],
    "combinations": [
        {
            "id": size, "name": size, "productId": "shirt", "price": 50, "discountedPrice": 50, "quantity": 3,
            "image": f"https://images.example/{size}.png", "productUrl": "https://shop.example/shirt",
            "options": {"Size": size},
        }
        for size in "SM"
    ],
    "addToCartDisabled": True,
}  # fmt: skip
PRICES = (
    "id,name,url,description,combinations.id,combinations.price,combinations.quantity,image,currency\n"
    "shirt,Shirt,https://shop.example/shirt,,S,52,9,https://images.example/a.png,EUR\n"
)


async def _held(command: CommandLine, store: PracticeStore, of: str, identity: str) -> Any:
    asked = json.dumps({f"{of}Ids": [identity]})
    done = await command.run("call", f"{of}s/get", asked, store=store)
    (record,) = json.loads(done.stdout)["data"][f"{of}s"]
    return record


async def test_what_a_file_does_not_name_stays_as_the_store_has_it(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    catalog = {"id": "summer", "name": "Summer", "description": "Light"}
    for of, record in (("catalogs", catalog), ("products", FULL)):
        made = await command.run(
            "call", f"{of}/createOrUpdate", json.dumps({of: [record]}), "--yes", store=practice_store
        )
        assert made.code == 0, made.stderr
    prices, catalogs = tmp_path / "prices.csv", tmp_path / "catalogs.csv"
    prices.write_text(PRICES)
    catalogs.write_text("id,name,description\nsummer,Hot summer,\n")

    done = await command.run("import", "products", str(prices), store=practice_store)
    assert (done.code, done.json["sent"]) == (0, 1), done.stderr
    small, medium = FULL["combinations"]
    sold = {"price": 52, "discountedPrice": 52, "quantity": 9}
    expected = {**FULL, "combinations": [{**small, **sold, "currency": "EUR"}, medium]}
    assert await _held(command, practice_store, "product", "shirt") == expected

    assert (await command.run("import", "catalogs", str(catalogs), store=practice_store)).code == 0
    now = await _held(command, practice_store, "catalog", "summer")
    assert now == {**catalog, "name": "Hot summer"}


@pytest.mark.parametrize("option", ["--empty-unnamed", "--no-keep-before"])
async def test_what_a_file_does_not_name_is_emptied_where_that_is_asked_for(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path, option: str
) -> None:
    full = {**FULL, "catalogIds": []}
    body = json.dumps({"products": [full]})
    await command.run("call", "products/createOrUpdate", body, "--yes", store=practice_store)
    prices = tmp_path / "prices.csv"
    prices.write_text(PRICES)
    done = await command.run("import", "products", str(prices), option, store=practice_store)
    assert (done.code, done.json["sent"]) == (0, 1), done.stderr
    now = await _held(command, practice_store, "product", "shirt")
    assert not {"description", "tags", "metafields", "addToCartDisabled"} & now.keys()
    assert (now["photos"], [row["id"] for row in now["combinations"]]) == ([], ["S"])
