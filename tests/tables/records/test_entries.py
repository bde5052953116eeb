"""Rows become entries of 17 fields: both names, contacts as for customers, consent only as it is written."""

from __future__ import annotations

import pytest

from svcconsole.tables.checking.rules import RULES, Rules
from svcconsole.tables.mapping.mapping import Fixed
from svcconsole.tables.presets import recognise
from svcconsole.tables.records.user_properties import NO, YES, consent
from tests.tables.people import IN_INDIA, found, made_entries, wrong

HEAD = ("firstName", "lastName", "phoneNumber", "email", "emailMarketingConsent", "smsMarketingConsent")
AS_SAID = IN_INDIA.decide("consent", "as_said")


def sent(*lines: tuple[str, ...], rules: Rules = AS_SAID) -> dict[str, object]:
    (draft,) = made_entries(*lines, rules=rules)
    assert draft.request is not None, draft.problems
    return draft.request.model_dump(by_alias=True, exclude_unset=True)


def test_a_row_becomes_an_entry() -> None:
    assert sent(HEAD, ("Meera", "Sharma", "98450 22817", "m@post.example", "yes", "NO")) == {
        "firstName": "Meera", "lastName": "Sharma", "phoneNumber": "+919845022817",
        "email": "m@post.example", "emailMarketingConsent": True, "smsMarketingConsent": False,
    }  # fmt: skip


def test_a_date_in_another_form_is_sent_as_it_stands_and_told() -> None:
    head = (*HEAD[:4], "createdAt", "updatedAt")
    (draft,) = made_entries(head, ("Meera", "Sharma", "", "m@post.example", "03/04/2026", "2026-04-03"))
    told = found(draft, "moment_as_text")
    assert (told.level, told.loc) == ("warning", ("created_at",))
    assert [problem.code for problem in draft.problems] == ["moment_as_text"]
    assert draft.request is not None
    sent = draft.request.model_dump(by_alias=True)
    assert (sent["createdAt"], sent["updatedAt"]) == ("03/04/2026", "2026-04-03")


def test_a_consent_waits_until_somebody_says_that_it_is_one() -> None:
    lines = (HEAD, ("Meera", "Sharma", "", "m@post.example", "yes", ""))
    (draft,) = made_entries(*lines)
    asked = found(draft, "consent_open")
    assert (draft.request, draft.asked["consent"], asked.rule) == (None, 1, "consent")
    assert asked.sentence == "Consent to marketing by e-mail is “yes”."
    assert "emailMarketingConsent" not in sent(*lines, rules=IN_INDIA.decide("consent", "leave_out"))
    assert "consent" not in Rules().decisions, "nothing answers it by itself"
    assert RULES["consent"].each_time


@pytest.mark.parametrize(
    "word", ["maybe", "2024-03-14", "bounced", "cleaned", "pending", "never subscribed", "✓", "on"]
)
def test_a_word_that_is_neither_yes_nor_no_sets_nothing(word: str) -> None:
    (draft,) = made_entries(HEAD, ("Meera", "Sharma", "", "m@post.example", word, word), rules=AS_SAID)
    assert [problem.code for problem in draft.problems] == ["consent_unknown", "consent_unknown"]
    assert draft.request is not None
    assert draft.request.model_fields_set == {"first_name", "last_name", "email"}
    assert draft.asked.get("consent", 0) == 0, "there is nothing to confirm"


def test_no_word_means_both() -> None:
    assert not YES & NO
    assert {consent(word.upper()) for word in YES} == {True}
    assert {consent(word.replace(" ", "_")) for word in NO} == {False}


@pytest.mark.parametrize(
    "header",
    [
        ("First Name", "Last Name", "Email Address", "MEMBER_RATING", "OPTIN_TIME", "CONFIRM_TIME", "LEID",
         "EUID", "LAST_CHANGED", "TAGS"),
        ("First Name", "Last Name", "Email", "Klaviyo ID", "Phone Number", "Consent", "Source", "Zip Code",
         "Date Added", "SMS Consent Timestamp"),
        ("Customer ID", "Email *", "Last Name *", "First Name *", "Newsletter (0/1)", "Opt-in (0/1)"),
        ("First Name", "Last Name", "Email", "Address1", "City", "Province", "Country", "Zip", "Phone",
         "Accepts Marketing"),
    ],
    ids=["mailchimp", "klaviyo", "prestashop", "shopify-old"],
)  # fmt: skip
def test_a_column_that_does_not_say_which_channel_is_meant_is_no_consent(header: tuple[str, ...]) -> None:
    mapping = recognise(header, "user_properties").mapping
    assert not {"emailMarketingConsent", "smsMarketingConsent"} & set(mapping.sources)


def test_the_same_consent_for_everybody_is_asked_about_like_any_other() -> None:
    head = HEAD[:4]
    mapping = recognise(head, "user_properties").mapping.with_source("emailMarketingConsent", Fixed("true"))
    lines = (head, ("Meera", "Sharma", "", "m@post.example"), ("Ravi", "Rao", "", "r@post.example"))
    assert wrong(made_entries(*lines, mapping=mapping)) == ["consent_open", "consent_open"]


def test_a_blank_name_is_asked_about_once() -> None:
    lines = (HEAD, ("", "Sharma", "", "m@post.example", "", ""))
    (draft,) = made_entries(*lines)
    assert (wrong([draft]), draft.asked) == (["name_blank"], {"name_blank": 1})
    assert sent(*lines, rules=IN_INDIA.decide("name_blank", "empty"))["firstName"] == ""
    (out,) = made_entries(*lines, rules=IN_INDIA.decide("name_blank", "leave_out"))
    assert (out.request, out.left_out, out.problems) == (None, (1,), ())


def test_an_entry_nothing_finds_again_is_worth_a_look() -> None:
    (draft,) = made_entries(HEAD, ("Meera", "Sharma", "", "", "", ""))
    assert draft.request is not None
    assert found(draft, "keyless").level == "warning"


def test_what_there_is_no_room_for_is_listed() -> None:
    phones = "98450 22817 ::: 98450 22818 ::: 98450 22819"
    emails = "a@post.example ::: b@post.example"
    (draft,) = made_entries(HEAD, ("Meera", "Sharma", phones, emails, "", ""))
    assert draft.request is not None
    assert draft.request.alternate_phone_number == "+919845022818"
    left = [problem.sentence for problem in draft.problems if problem.code == "more_left_out"]
    assert left == [
        "There is no room for “+919845022819”; it is left out.",
        "There is no room for “b@post.example”; it is left out.",
    ]


def test_nothing_but_the_17_fields_can_be_sent() -> None:
    head = (*HEAD[:4], "favouriteColour", "zip", "storeId")
    mapping = recognise(head, "user_properties").mapping
    assert mapping.unmapped(head) == ("favouriteColour", "zip", "storeId")
    assert set(sent(head, ("Meera", "Sharma", "", "m@post.example", "blue", "411001", "7"))) == {
        "firstName", "lastName", "email",
    }  # fmt: skip
