"""What is most likely wrong in a campaign: every planted row is found, good ones are not, kinds are fixed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svcconsole.api.network import STANDARD
from svcconsole.services.campaigns.likely_wrong.links import FieldLinks, open_links
from svcconsole.services.campaigns.likely_wrong.odd_letters import odd_letters
from svcconsole.services.campaigns.likely_wrong.price_check import CatalogPrices, amounts, differs
from svcconsole.services.campaigns.likely_wrong.suspicions import REASON_OF, Ground, LikelyWrong, Reason
from svcconsole.services.campaigns.likely_wrong.unlikely_names import unlikely_name
from svcconsole.services.campaigns.session import CampaignSession
from svcconsole.services.catalog.list_rows import ProductRow
from svcconsole.services.catalog.prices import PriceRange
from svcconsole.tables.mapping.mapping import Column, Template
from svcconsole.workspace.known import list_snapshot
from tests.services.campaigns.test_campaigns import campaign, listed
from tests.support.fault_server import Peer, answer, fault_server
from tests.support.library import LINK, write_down

OFFER = {
    "id": "candles",
    "body": "Hello {{1}}, {{2}} for *{{3}}* until Sunday. {{4}}",
    "buttons": [LINK],
}
HEADER = ("Phone", "First name", "Product", "Price", "Page", "Code")
FIRST = ("Asha", "Ben", "Chiara", "Diego", "Elin", "Farid", "Grace", "Hannah", "Ines", "Jonas")
PLANTED: Mapping[Ground, tuple[str, str, str]] = {
    Ground.LINK_FAILS: ("Hannah", "€16.50", "https://shop.example/candels"),
    Ground.LOST_LETTER: ("Jos\ufffd", "€16.50", ""),
    Ground.BROKEN_LETTERS: ("JosÃ© Carvalho", "€16.50", ""),
    Ground.ENTITY: ("Tom &amp; Ana", "€16.50", ""),
    Ground.CONTROL: ("Le\u0007na", "€16.50", ""),
    Ground.EMOJI: ("✨Divya✨", "€16.50", ""),
    Ground.PRICE_DIFFERS: ("Lena", "€18.00", ""),
    Ground.UNFILLED: ("{{name}}", "€16.50", ""),
    Ground.PLACEHOLDER: ("TEST", "€16.50", ""),
    Ground.DIGITS: ("Anna4471", "€16.50", ""),
    Ground.CAPITALS: ("LARS BERGSTRÖM", "€16.50", ""),
    Ground.RIGHT_TO_LEFT: ("نور الحسن", "€16.50", ""),
    Ground.LONGEST: ("Maria Fernanda de Oliveira Cavalcanti e Albuquerque da Silva Sauro", "€16.50", ""),
}  # fmt: skip
AS_THEY_ARE = {"encoding": "utf-8", "undecodable": "as-is"}
"""Somebody said that damaged letters are meant: the last look finds them all the same."""
SHARED = "https://shop.example/candles"
OPENED = {SHARED: "", "https://shop.example/candels": "The link does not open (404)."}


def rows(good: int, *bad: tuple[str, str, str]) -> Iterator[tuple[str, ...]]:
    people = [(f"{FIRST[at % 10]}", "€16.50", "") for at in range(good)]
    people[1:1] = bad
    for at, (name, price, page) in enumerate(people):
        yield f"+9198450{at:05}", name, "Beeswax pillar", price, page or SHARED, f"k{at:06}"


@contextmanager
def offer(folder: Path, *people: tuple[str, ...]) -> Iterator[CampaignSession]:
    """A campaign whose template names a product of the catalog, its price, and a page."""
    folder.joinpath("workspace").mkdir()
    write_down(folder / "workspace", OFFER)
    price = PriceRange("EUR", 16.5, 16.5, 16.5, 16.5, 16.5)
    candle = ProductRow("p1", "Beeswax pillar", "", (), 1, (price,), 3, 1)
    list_snapshot.save(folder / "workspace", "products", [candle.values()], "2026-01-01")
    with campaign(folder, listed(folder, *people, header=HEADER)) as session:
        for question in session.reading_questions():
            session.answer_reading(question.key, AS_THEY_ARE[question.code])
        session.choose("candles")
        for place, column in enumerate(HEADER[1:5]):
            session.set_source(f"payload.components.body.{place}", Column(column))
        session.set_source("payload.components.button.0.data", Column("Code"))
        yield session


def grounds(view: LikelyWrong) -> Counter[Ground]:
    return Counter(tile.found.ground for tile in view.tiles)


def test_every_planted_row_is_on_the_wall_with_its_reason_and_the_counts_add_up(tmp_path: Path) -> None:
    with offer(tmp_path, *rows(300, *PLANTED.values())) as session:
        before = session.likely_wrong({})
        assert set(before.links) == set(OPENED), "each link once, and none of the codes made for a person"
        view = session.judge_links(OPENED)
        assert grounds(view) == Counter(dict.fromkeys(PLANTED, 1))
        found = {tile.found.ground: tile for tile in view.tiles}
        assert {ground: tile.recipient.name for ground, tile in found.items()} == {
            ground: name for ground, (name, _, _) in PLANTED.items()
        }
        assert sum(view.counts.values()) == len(view.tiles) == 13
        assert [REASON_OF[tile.found.ground] for tile in view.tiles] == sorted(
            (REASON_OF[ground] for ground in PLANTED), key=list(Reason).index
        )
        assert found[Ground.BROKEN_LETTERS].found.after == "José Carvalho"
        assert found[Ground.PRICE_DIFFERS].found.note == "€16.50"
        assert not view.by_chance


def test_a_frequent_reason_hides_no_rare_one(tmp_path: Path) -> None:
    capitals = [("ANNA", "€16.50", "")] * 120
    with offer(tmp_path, *rows(200, *capitals, *PLANTED.values())) as session:
        view = session.likely_wrong(OPENED)
        assert set(grounds(view)) == set(PLANTED)
        assert len(view.tiles) == 50 == sum(view.counts.values())
        assert view.people[Ground.CAPITALS] == view.repairs[Ground.CAPITALS] == 121


def test_a_kind_is_put_right_or_left_out_in_the_whole_file_and_taken_back(tmp_path: Path) -> None:
    broken = [("JosÃ©", "€16.50", "")] * 60
    with offer(tmp_path, *rows(100, *broken, ("TEST", "€18.00", ""))) as session:
        view = session.likely_wrong(OPENED)
        assert view.people[Ground.BROKEN_LETTERS] == 60
        session.put_right(Ground.BROKEN_LETTERS)
        session.put_right(Ground.PRICE_DIFFERS)
        after = session.likely_wrong(OPENED)
        assert grounds(after) == {Ground.PLACEHOLDER: 1}
        assert session.recipient(2).name == "José"
        assert session.leave_out_with(Ground.PLACEHOLDER, OPENED).ready_products == 160
        clean = session.likely_wrong(OPENED)
        assert clean.by_chance and len(clean.tiles) == 10 and clean.counts == {}
        for _ in range(3):
            session.undo()
        assert session.likely_wrong(OPENED).people == view.people


def test_a_gap_in_a_sentence_is_found_and_rows_that_are_not_sent_are_not(tmp_path: Path) -> None:
    people = list(rows(40, ("", "€16.50", ""), ("TEST", "€16.50", "")))
    people[2] = ("12", *people[2][1:])
    with offer(tmp_path, *people) as session:
        session.set_source("payload.components.body.0", Template("{First name}, our guest"))
        view = session.likely_wrong(OPENED)
        assert grounds(view) == {Ground.BLANK: 1}, "nobody gets the message of row 3"
        [tile] = view.tiles
        assert (tile.found.row, tile.found.column) == (2, "First name")


@pytest.mark.parametrize(
    ("text", "ground", "after"),
    [
        ("JosÃ© Carvalho", Ground.BROKEN_LETTERS, "José Carvalho"),
        ("itâ€™s", Ground.BROKEN_LETTERS, "it’s"),
        ("Ð˜Ð²Ð°Ð½", Ground.BROKEN_LETTERS, "Иван"),
        ("РћР»СЏ", Ground.BROKEN_LETTERS, "Оля"),
        ("Jos√©", Ground.BROKEN_LETTERS, "José"),
        ("ðŸŽ‰ Ana", Ground.BROKEN_LETTERS, "🎉 Ana"),
        ("M&uuml;ller", Ground.ENTITY, "Müller"),
        ("A\u200bnna", Ground.CONTROL, "Anna"),
        ("An\ufffdna", Ground.LOST_LETTER, None),
    ],
)
def test_damaged_letters_are_known_and_mended(text: str, ground: Ground, after: str | None) -> None:
    found = odd_letters(text, is_name=True)
    assert found is not None and (found.ground, found.after) == (ground, after)


@pytest.mark.parametrize(
    "name",
    ["José", "Zoë", "Müller & Söhne", "CAFÉ™", "«Été»", "Łukasz", "Иван", "Їжак", "नूर", "نور", "李 伟",
     "O’Neill", "Ångström", "JOÃO", "Nguyễn", "Ωμέγα", "می‌خواهم", "👩‍👩‍👧 Smith"],
)  # fmt: skip
def test_names_of_the_world_are_not_damaged(name: str) -> None:
    assert odd_letters(name) is None


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Co", "Cn")), max_size=40))
@settings(max_examples=200)
def test_what_is_put_right_is_never_as_it_was(text: str) -> None:
    found = odd_letters(text)
    assert found is None or found.after is None or found.after != text


@pytest.mark.parametrize(
    ("encoding", "alphabet", "least"), [("cp1252", "aZ ÀÉÑßéöÿ", 1), ("cp1251", "aZ ЖПРабёя", 2)]
)
@given(data=st.data())
def test_what_was_read_in_the_wrong_alphabet_is_mended(
    encoding: str, alphabet: str, least: int, data: st.DataObject
) -> None:
    text = data.draw(st.text(alphabet, max_size=40))
    misread = "".join(bytes([byte]).decode(encoding, "ignore") or chr(byte) for byte in text.encode("utf-8"))
    found = odd_letters(misread)
    damaged = sum(not letter.isascii() for letter in text)
    assert (found.after if found else misread) == (text if damaged >= least else misread)


@pytest.mark.parametrize(
    "name", ["TEST", "asdf", "Test 2", "xxx", "?", "no name", "#REF!", "[FIRSTNAME]", "*|FNAME|*"]
)
def test_names_of_nobody(name: str) -> None:
    assert unlikely_name(name, seen=False) is not None


@pytest.mark.parametrize(
    "name", ["Anna", "JJ", "Testa", "Na", "Jo", "Guest Smith", "O'Neill", "van der Berg", "李"]
)
def test_names_of_somebody(name: str) -> None:
    assert unlikely_name(name) is None


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("for €18.00 now", "€16.50"),
        ("18,00 €", "16,50 €"),
        ("EUR 18", "EUR 16.50"),
        ("€1,018.00", "€16.50"),
        ("€16.50", None),
        ("$18.00", "$16.50"),
        ("£18.00", None),
    ],
)
def test_a_price_is_compared_in_its_own_currency_and_written_like_it(text: str, known: str | None) -> None:
    [amount] = amounts(text)
    other = differs(amount, [PriceRange("EUR", 16.5, 16.5, 16.5, 16.5, 16.5)])
    assert (other.known if other else None) == known


def test_a_product_is_named_by_whole_words_and_by_the_longest_name() -> None:
    def row(name: str, price: float) -> ProductRow:
        return ProductRow(f"id-{name}", name, "", (), 1, (PriceRange("EUR", *[price] * 5),), 1, 1)

    catalog = CatalogPrices.of_rows([row("Beeswax", 1), row("Beeswax pillar", 2), row("Tea", 3)])
    assert [price.low for price in catalog.named_in("The beeswax pillar for your team")] == [2]
    assert catalog.named_in("Beeswax, and tea") == ()


def test_a_link_made_for_a_person_is_never_one_to_open() -> None:
    codes, few, slip = (FieldLinks() for _ in range(3))
    for row in range(1, 2_001):
        codes.add(f"https://shop.example/u/{row}", row)
        few.add(f"https://shop.example/{row % 3}", row)
        slip.add(f"https://shop.example/c?of={row}" if row % 100 == 0 else SHARED, row)
    assert list(codes.shared()) == []
    assert [(link, people) for link, people, _ in few.shared()] == [
        (f"https://shop.example/{row % 3}", people) for row, people in ((1, 667), (2, 667), (3, 666))
    ]
    assert [link for link, _, _ in slip.shared()] == [SHARED]


async def test_links_are_opened_once_each_and_read_only_through_the_guard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    heard: dict[str, str] = {}

    async def told(answers: Mapping[str, str]) -> None:
        heard.update(answers)

    async def script(peer: Peer) -> None:
        path = (await peer.request()).head.split(b" ")[1]
        status = {b"/gone": 404, b"/closed": 403}.get(path, 200)
        await peer.send(answer(b"<html>A page", status, {"Content-Type": "text/html"}))

    async with fault_server(script) as server:
        at = server.base_url
        links = [f"{at}/page", f"{at}/gone", f"{at}/closed", "https://10.0.0.1/inside"]
        await open_links(links, STANDARD, told, allow_loopback=True)
        assert heard == {
            f"{at}/page": "",
            f"{at}/gone": "The link does not open (404).",
            f"{at}/closed": "",
        }, "of what the guard keeps from being opened nothing is said"
        assert sorted(request.head.split(b" ")[:2] for request in server.requests) == [
            [b"GET", b"/closed"], [b"GET", b"/gone"], [b"GET", b"/page"],
        ]  # fmt: skip
