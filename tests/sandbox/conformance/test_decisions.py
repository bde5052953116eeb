"""Every row of the decisions is kept: for each, the tests that show what the practice store does about it."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.sandbox.conformance.sentences import SENTENCES

ROOT = Path(__file__).parents[3]
DECISIONS = ROOT.parent / "shared" / "spec" / "decisions.md"
SANDBOX = "tests/sandbox"

PROOFS: Mapping[int, tuple[str, ...]] = {
    1: (
        "rules/test_catalog::test_lists_give_pages_of_100_by_id_until_an_empty_page",
        "rules/test_catalog::test_the_id_after_which_a_page_starts_need_not_exist",
        "rules/test_catalog::test_ids_are_ordered_by_code_point",
    ),
    2: ("rules/test_catalog::test_get_answers_in_the_order_asked_without_the_unknown",),
    3: (
        "reports/test_reports::test_it_is_in_progress_without_a_link_until_it_is_completed",
        "reports/test_reports::test_a_report_that_fails_stays_failed_and_the_next_is_made",
    ),
    4: (
        "reports/test_reports_links::test_the_file_comes_whole_without_credentials",
        "reports/test_reports_links::test_it_lasts_a_quarter_of_an_hour",
        "reports/test_reports_links::test_a_link_that_is_too_old_is_renewed_by_a_look",
        "reports/test_reports_links::test_only_the_links_that_were_given_lead_anywhere",
    ),
    5: (
        "reports/test_reports::test_every_type_goes_with_every_name",
        "reports/test_reports::test_what_cannot_be_is_refused_by_name",
        "reports/test_reports_columns::test_every_report_takes_every_filter",
        "reports/test_reports_export::test_an_export_beyond_the_cap_goes_on_from_its_cursor",
    ),
    6: (
        "delivery/test_delivery::test_the_life_of_a_magic_recipients_message",
        "delivery/test_delivery::test_the_status_is_the_last_event_whose_time_has_come",
    ),
    7: ("test_sentences::appId",),
    8: ("conformance/test_fields::test_a_required_field_is_missed_and_an_optional_one_is_not",),
    9: ("rules/test_templates::test_a_type_that_is_left_out_means_default",),
    10: ("rules/test_templates::test_a_contact_button_is_taken_as_it_comes",),
    11: (
        "rules/test_customers::test_the_same_customer_is_updated",
        "rules/test_customers::test_the_external_id_counts_before_the_phone_number_and_that_before_the_e_mail",
        "rules/test_customers::test_a_phone_number_has_one_key_however_it_is_written",
    ),
    12: ("rules/test_customers::test_tags_are_replaced_when_sent",),
    13: ("faults/test_kinds::test_entries_that_cannot_be_written_are_named_and_the_others_kept",),
    14: ("rules/test_user_properties::test_the_status_is_the_number_200",),
    15: (
        "http/test_gate::test_refused",
        "test_process::test_a_token_that_no_request_can_carry_is_refused_with_a_sentence",
    ),
    16: (
        "webhooks/test_webhooks::test_every_status_is_told_in_order_with_the_callback_data_as_it_was_sent",
        "webhooks/test_webhooks::test_a_click_is_told_with_its_link",
        "webhooks/test_webhooks::test_each_request_is_signed_over_its_time_and_body",
        "webhooks/test_webhooks::test_waits_grow_fourfold_and_end_after_five_tries",
    ),
    17: (
        "rules/test_flows::test_what_is_not_as_specified_is_refused_by_name",
        "rules/test_templates::test_an_unknown_template_is_407_in_its_own_envelope_and_in_version_1_in_the_usual",
    ),
    18: (
        "http/test_limits::test_over_the_rate_is_429_in_the_envelope_and_only_operations_count",
        "http/test_limits::test_bytes_a_request",
        "rules/test_catalog::test_a_batch_has_at_most_1000_entries",
    ),
    19: ("rules/test_helpdesk::test_the_channel_is_read_in_any_case",),
    20: (
        "rules/test_helpdesk::test_the_answer_is_a_ticket_as_specified",
        "rules/test_messages::test_a_delivery_record_has_the_fields_of_the_specification",
    ),
    21: ("http/test_gate::test_what_is_not_there_is_404_before_the_token_is_looked_at",),
    22: (
        "reports/test_reports_mail::test_a_finished_report_is_an_e_mail_to_everybody",
        "reports/test_reports_mail::test_it_is_handed_to_the_mail_server",
    ),
    23: ("rules/test_messages::test_what_a_message_points_to_is_not_fetched",),
    24: (
        "rules/test_catalog::test_an_upsert_replaces_the_record_whole",
        "rules/test_catalog::test_fields_without_a_name_are_refused_kept_or_dropped_as_the_store_is_told",
    ),
    25: ("rules/test_user_properties::test_an_entry_is_matched_by_its_first_key",),
    26: (
        "rules/test_messages::test_messages_are_found_by_either_id_in_the_order_asked_each_once",
        "rules/test_messages::test_when_nothing_is_found_there_is_one_empty_entry",
    ),
    27: ("reports/test_reports::test_an_unknown_report_is_named",),
    28: ("test_sentences::the answer is status only",),
    29: ("test_sentences::unknown flowId", "test_sentences::unknown catalogId"),
    30: (
        "http/test_gate::test_refused",
        "http/test_gate::test_what_is_not_there_is_404_before_the_token_is_looked_at",
    ),
    31: (
        "rules/test_catalog::test_one_id_twice_in_a_batch_is_refused",
        "test_sentences::combination.productId",
    ),
    32: ("rules/test_customers::test_absent_and_null_keep_and_an_empty_text_empties",),
    33: ("test_sentences::createdAt of a user property",),
    34: ("rules/test_customers::test_each_further_contact_becomes_an_asset",),
    35: ("reports/test_reports::test_no_other_report_has_a_cursor",),
    38: ("rules/test_user_properties::test_what_changes_nothing_is_counted_nowhere",),
    40: ("reports/test_reports::test_what_cannot_be_is_refused_by_name",),
    41: ("rules/test_helpdesk::test_what_another_channel_requires_is_accepted",),
    42: ("rules/test_messages::test_callback_data_is_counted_in_code_points",),
    43: ("reports/test_reports_demo::test_the_cap_holds_for_every_report_and_one_alone_gets_a_cursor",),
    45: ("delivery/test_delivery::test_the_status_is_the_last_event_whose_time_has_come",),
}
"""By row: a test of this folder as `file::function`, or words of a sentence in the table of sentences."""


AT_THE_CONSOLE = {
    36: (
        "cli/test_contradictions::test_a_status_inside_that_contradicts_the_one_outside",
        "services/runs/test_run_odd_answers::test_a_yes_and_a_no_in_one_answer_are_decided_by_reading_back",
    ),
    37: ("cli/test_contradictions::test_a_redirect_is_not_followed",),
    39: (
        "cli/test_call::test_an_unusual_answer_is_written_as_it_came_and_counted",
        "gui/tabs/catalog/test_unusual_answers::"
        "test_every_record_is_shown_and_the_odd_ones_are_counted_and_named",
    ),
    44: ("cli/test_one_store::test_every_spelling_and_the_profile_share_the_guard_against_a_second_message",),
}
"""Rows about answers that no healthy store gives, or about the console alone: tests of the command line and
of the window show them."""


@cache
def _functions(file: Path) -> frozenset[str]:
    tree = ast.parse(file.read_text("utf-8"))
    return frozenset(
        node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


@pytest.mark.parametrize("row", PROOFS)
def test_a_decision_is_shown(row: int) -> None:
    """A proof that is renamed or taken away is missed here."""
    for proof in PROOFS[row]:
        file, _, name = proof.partition("::")
        if file == "test_sentences":
            assert any(name in says.sentence for says in SENTENCES), proof
        else:
            assert name in _functions(ROOT / SANDBOX / f"{file}.py"), proof


@pytest.mark.parametrize("row", AT_THE_CONSOLE)
def test_a_decision_about_the_console_is_shown_there(row: int) -> None:
    for proof in AT_THE_CONSOLE[row]:
        file, _, name = proof.partition("::")
        assert name in _functions(ROOT / "tests" / f"{file}.py"), proof


def test_no_decision_is_left_out() -> None:
    if not DECISIONS.exists():
        pytest.skip(f"{DECISIONS.name} is not on this machine")
    rows = re.findall(r"^\| (\d+) \|", DECISIONS.read_text("utf-8"), re.MULTILINE)
    assert sorted([*PROOFS, *AT_THE_CONSOLE]) == [int(row) for row in rows]
