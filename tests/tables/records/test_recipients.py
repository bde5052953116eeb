"""Messages out of rows: every place of a request by its path, nobody twice, blanks and damage said."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from svcconsole.api.models.common import Request
from svcconsole.tables.checking.problems import Draft
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.mapping import Mapping, parse_set
from svcconsole.tables.mapping.request_body import lacking
from svcconsole.tables.mapping.targets import MESSAGES, TARGETS, TEMPLATES
from svcconsole.tables.presets import recognise
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.records.recipients import Earlier, Known, Past, builder_of, content_hash, survey
from tests.tables.people import IN_INDIA
from tests.tables.tables import rows_from

HEADER = ("Phone", "First name", "Link")
ASHA = ("+919845000001", "Asha", "a1")
TO = "contactIdentifier={Phone}"
WELCOME = ("payload.templateId=welcome", "payload.components.body.0={First name}")


def mapped(kind: str, *settings: str, header: Sequence[str] = HEADER) -> Mapping:
    mapping = recognise(header, kind).mapping
    for text in settings:
        mapping = mapping.with_setting(parse_set(text, TARGETS[kind]))
    return mapping


def made(
    kind: str,
    settings: Sequence[str],
    *lines: Sequence[str],
    rules: Rules = IN_INDIA,
    past: Past | None = None,
) -> list[Draft[Request]]:
    rows = rows_from(*lines)
    found = survey(HEADER, rows, mapped(kind, *settings), rules)
    found.know(Known(past or {}))
    builder = builder_of(kind)(found, rules)
    return [builder.build_one(key, [rows[n - 1] for n in found.rows_of(key)]) for key in found.keys]


def wire(draft: Draft[Request]) -> Any:
    assert draft.request is not None, draft.problems
    return json.loads(draft.request.wire())


def codes(draft: Draft[Request]) -> list[str]:
    return [problem.code for problem in draft.problems]


def test_a_template_takes_columns_fixed_values_and_texts_with_columns_in_them() -> None:
    settings = (
        *WELCOME, "payload.components.body.1=Hello {First name}", "payload.components.header.0.type=image",
        "payload.components.header.0.data=https://shop.example/{Link}.png",
        "payload.components.button.0.type=URL", "payload.components.button.0.data={Link}",
        "payload.components.button.2.type=copy_code", "payload.components.button.2.data=SPRING",
        "businessPhoneNumber=+911122223333", "appId=shop", 'callbackData={"who":"{First name}"}',
    )  # fmt: skip
    [draft] = made("templates", settings, ("98450 00001", "Asha", "a1"))
    assert wire(draft) == {
        "medium": "whatsapp",
        "contactIdentifier": "+919845000001",
        "type": "DEFAULT",
        "businessPhoneNumber": "+911122223333",
        "appId": "shop",
        "callbackData": '{"who":"Asha"}',
        "payload": {
            "templateId": "welcome",
            "components": {
                "body": ["Asha", "Hello Asha"],
                "header": [{"type": "image", "data": "https://shop.example/a1.png"}],
                "button": [
                    {"type": "URL", "index": 0, "data": "a1"},
                    {"type": "copy_code", "index": 2, "data": "SPRING"},
                ],
            },
        },
    }
    assert codes(draft) == ["phone_written"]


def test_cards_and_an_offer_are_filled_by_their_places() -> None:
    card = "payload.components.carousel"
    settings = (
        "type=CAROUSEL", "payload.templateId=cards", "payload.components.body=For {First name}",
        f"{card}.0.body.0=Lamp", f"{card}.0.header.0.type=image", f"{card}.0.header.0.data={{Link}}",
        f"{card}.1.body.0=Chair", "payload.components.limited_time_offer.0.type=limited_time_offer",
        "payload.components.limited_time_offer.0.data=1767225600000",
    )  # fmt: skip
    [draft] = made("templates", settings, ASHA)
    assert wire(draft)["payload"]["components"] == {
        "body": "For Asha",
        "limited_time_offer": [{"type": "limited_time_offer", "data": "1767225600000"}],
        "carousel": [
            {"body": ["Lamp"], "header": [{"type": "image", "data": "a1"}]},
            {"body": ["Chair"]},
        ],
    }


@pytest.mark.parametrize(
    ("settings", "payload"),
    [
        (("type=text", "payload.message=Hi {First name}"), {"message": "Hi Asha"}),
        (
            ("type=image", "payload.media.mediaLink=https://shop.example/{Link}", "payload.media.caption=Hi"),
            {"type": "image", "media": {"mediaLink": "https://shop.example/a1", "caption": "Hi"}},
        ),
        (
            (
                "type=buttons", "payload.body=Well?", "payload.section.payload.0.name=Yes",
                "payload.section.payload.1.name=No", "payload.header.type=image",
                "payload.header.image.mediaLink=https://shop.example/h.png",
            ),
            {
                "type": "buttons", "body": "Well?", "section": {"payload": [{"name": "Yes"}, {"name": "No"}]},
                "header": {"type": "image", "image": {"mediaLink": "https://shop.example/h.png"}},
            },
        ),
        (
            ("type=address", "payload.message=Here?", "payload.address.pin_code=411001"),
            {"message": "Here?", "address": {"pin_code": "411001"}},
        ),
        (
            (
                "type=multiple_product", "payload.catalogId=c", "payload.sections.0.title=New",
                "payload.sections.0.variantIds.0=v1", "payload.sections.0.variantIds.1={Link}",
            ),
            {"catalogId": "c", "sections": [{"title": "New", "variantIds": ["v1", "a1"]}]},
        ),
        (
            ("type=single_product", "payload.catalogId=c", "payload.productRetailerId={Link}"),
            {"catalogId": "c", "productRetailerId": "a1"},
        ),
    ],
)  # fmt: skip
def test_a_message_of_each_type_is_made_of_its_paths(settings: Sequence[str], payload: Any) -> None:
    assert lacking(mapped("messages", TO, *settings)) == ((), ())
    [draft] = made("messages", settings, ASHA)
    assert wire(draft)["payload"] == payload


@pytest.mark.parametrize(
    ("kind", "settings", "missing", "foreign"),
    [
        ("templates", (), ("payload.templateId",), ()),
        ("templates", (*WELCOME, "payload.components.body.2=x"), ("payload.components.body.1",), ()),
        ("templates", (*WELCOME, "payload.components.button.0.data=x"),
         ("payload.components.button.0.type",), ()),
        ("templates", (WELCOME[0], "payload.components.carousel.0.body.0=x"), (),
         ("payload.components.carousel",)),
        ("messages", (), ("type",), ()),
        ("messages", ("type=text",), ("payload.message",), ()),
        ("messages", ("type=options",), ("payload.body", "payload.section.payload.0.id"), ()),
        ("messages", ("type=video", "payload.body=x"), ("payload.media.mediaLink",), ("payload.body",)),
        ("messages", ("type={Link}",), (), ()),
    ],
)  # fmt: skip
def test_what_the_request_lacks_is_named_before_anything_is_made(
    kind: str, settings: Sequence[str], missing: Sequence[str], foreign: Sequence[str]
) -> None:
    assert lacking(mapped(kind, *settings)) == (missing, foreign)


def test_without_a_column_for_it_the_recipient_is_missing() -> None:
    assert lacking(mapped("templates", *WELCOME, header=("Who", "First name"))) == (
        ("contactIdentifier",),
        (),
    )


def test_a_path_that_no_request_has_is_refused_with_those_there_are() -> None:
    for target, path in ((TEMPLATES, "payload.components.footer"), (MESSAGES, "payload.media.link")):
        with pytest.raises(TableError, match=f"have no field “{path}”"):
            parse_set(f"{path}=x", target)


def test_rows_without_a_number_a_variable_or_whole_digits_are_mistakes() -> None:
    drafts = made(
        "templates", WELCOME, ("", "Asha", ""), ("+919845000002", "", ""), ("9.19845E+11", "Ben", ""),
        ("12", "Short", ""),
    )  # fmt: skip
    assert [draft.request for draft in drafts] == [None] * 4
    assert [codes(draft) for draft in drafts] == [
        ["recipient_missing"], ["variable_blank"], ["phone_damaged"], ["phone_unreadable"],
    ]  # fmt: skip
    assert drafts[1].problems[0].sentence == "payload.components.body.0 is blank in this row."


def test_a_blank_inside_a_text_is_worth_a_look_and_a_blank_option_is_left_away() -> None:
    settings = (
        "type=buttons", "payload.body=Dear {First name}, well?", "payload.section.payload.0.name=Yes",
        "payload.section.payload.1.name={Link}",
    )  # fmt: skip
    [draft] = made("messages", settings, ("+919845000001", "", ""))
    assert codes(draft) == ["text_gap"]
    assert wire(draft)["payload"]["section"] == {"payload": [{"name": "Yes"}]}


def test_long_and_broken_callback_data_are_mistakes() -> None:
    long = json.dumps({"x": "y" * 930})
    for own, code in ((long, "callback_long"), ("{oops", "model")):
        [draft] = made("templates", (*WELCOME, f"callbackData={own}"), ASHA)
        assert (draft.request, codes(draft)) == (None, [code])


def test_callback_data_that_some_would_count_as_too_long_is_sent_with_a_warning() -> None:
    own = json.dumps({"x": "😀" * 470}, ensure_ascii=False)
    [draft] = made("templates", (*WELCOME, f"callbackData={own}"), ASHA)
    assert codes(draft) == ["callback_units"]
    assert draft.request is not None
    assert "479 characters, and 949 where an emoji counts as two" in draft.problems[0].sentence


@pytest.mark.parametrize(
    ("number", "sent", "told"),
    [
        ("+39 02 1234 5678", "+390212345678", ["phone_written"]),
        ("98450 22817", "+919845022817", ["phone_written"]),
        ("12", None, ["phone_unreadable"]),
    ],
)
@pytest.mark.parametrize("path", ["businessPhoneNumber", "payload.address.phone_number"])
def test_every_other_number_of_a_message_goes_in_full_too(
    path: str, number: str, sent: str | None, told: list[str]
) -> None:
    settings = ("type=address", "payload.message=Where to?", "payload.address.city=Pune", f"{path}={number}")
    [draft] = made("messages", settings, ASHA)
    assert codes(draft) == told
    found: Any = None if draft.request is None else wire(draft)
    for name in path.split(".") if found is not None else ():
        found = found[name]
    assert found == sent


@pytest.mark.parametrize("kind", ["templates", "messages", "flows"])
def test_every_place_of_a_request_that_takes_a_number_is_read_as_one(kind: str) -> None:
    target = TARGETS[kind]
    places = [path for path in target.places if "phone" in path.lower()]
    assert places
    assert {target.field(path).kind for path in places} == {"phone"}


def test_a_second_number_in_a_place_for_one_is_told() -> None:
    [draft] = made("templates", (*WELCOME, "businessPhoneNumber=+390212345678; +390212345679"), ASHA)
    assert wire(draft)["businessPhoneNumber"] == "+390212345678"
    assert codes(draft) == ["more_left_out"]


def test_numbers_without_a_country_ask_for_one_and_can_be_left_out() -> None:
    row = ("98450 00001", "Asha", "")
    [asked] = made("templates", WELCOME, row, rules=Rules())
    assert codes(asked) == ["phone_country"]
    [left] = made("templates", WELCOME, row, rules=Rules().decide("region", "leave_out"))
    assert (left.request, left.left_out, codes(left)) == (None, (1,), ["phone_left_out"])


def test_who_stands_in_the_file_twice_is_left_out_unless_a_rule_says_otherwise() -> None:
    again = ("98450-00001", "Asha again", "")
    first, second = made("templates", WELCOME, ASHA, again)
    assert first.request is not None
    assert (second.request, second.left_out) == (None, (2,))
    assert codes(second) == ["phone_written", "recipient_repeated"]
    each = IN_INDIA.decide("recipient_repeated", "each")
    both = made("templates", WELCOME, ASHA, again, rules=each)
    assert [wire(draft)["contactIdentifier"] for draft in both] == ["+919845000001"] * 2
    assert "recipient_again" in codes(both[1])


@pytest.mark.parametrize(
    ("choice", "same", "other"),
    [("leave_out", False, False), ("same", False, True), ("send", True, True)],
)
def test_who_was_sent_something_within_a_day_is_left_out_as_the_rule_says(
    choice: str, same: bool, other: bool
) -> None:
    [sent] = made("templates", WELCOME, ASHA)
    past = {
        "+919845000001": [Earlier("2026-05-01T10:00:00.000Z", content_hash(wire(sent)))],
        "+919845000002": [Earlier("2026-05-01T10:00:00.000Z", b"")],
    }
    rules = IN_INDIA.decide("recipient_lately", choice)
    drafts = made("templates", WELCOME, ASHA, ("+919845000002", "Ben", ""), rules=rules, past=past)
    assert [draft.request is not None for draft in drafts] == [same, other]
    for draft in drafts:
        assert (codes(draft) == ["recipient_lately"]) is (draft.request is None)


@pytest.mark.parametrize("kind", ["templates", "messages"])
def test_the_country_of_a_row_is_read_before_that_of_the_file(kind: str) -> None:
    header = ("Name", "CountryCode", "Phone", "AllowBroadcast")
    rows = rows_from(("Ida", "49", "0171 1234567", "TRUE"), ("Asha", "", "98450 00001", "TRUE"))
    fixed = WELCOME[:1] if kind == "templates" else ("type=text", "payload.message=Hello")
    mapping = mapped(kind, *fixed, header=header)
    assert lacking(mapping) == ((), ())
    found = survey(header, rows, mapping, IN_INDIA)
    builder = builder_of(kind)(found, IN_INDIA)
    drafts = [builder.build_one(key, [rows[n - 1] for n in found.rows_of(key)]) for key in found.keys]
    assert [wire(draft)["contactIdentifier"] for draft in drafts] == ["+491711234567", "+919845000001"]
    assert all("phoneCountry" not in wire(draft) for draft in drafts)
    filled = mapping.with_setting(parse_set("phoneCountry=+1", TARGETS[kind]))
    rows = rows_from(("Ida", "49", "0171 1234567", ""), ("Ann", "", "(201) 555-0123", ""))
    found = survey(header, rows, filled, IN_INDIA)
    builder = builder_of(kind)(found, IN_INDIA)
    drafts = [builder.build_one(key, [rows[n - 1] for n in found.rows_of(key)]) for key in found.keys]
    assert [wire(draft)["contactIdentifier"] for draft in drafts] == ["+491711234567", "+12015550123"]
