"""The 24 report names are the specification's, to the letter and the case."""

from __future__ import annotations

from typing import get_args

import pytest
from pydantic import ValidationError

from svcconsole.api.models.reports import RESUMABLE, GenerateReport, ReportName
from tests.api.models.samples import REPORT

NAMES = [
    "Popup Conversions",
    "Campaign(s) Message Failure Overview",
    "Whatsapp Payment Report",
    "Agent Engagement",
    "Overall CSAT/NPS",
    "Channel Engagement",
    "Label Engagement",
    "Customer Conversations",
    "Events conversion report",
    "Ticket's Overview",
    "Journey overall report",
    "Campaign Summary Report",
    "Campaign(s) Opt-Out and Bounce",
    "Campaign(s) Conversion Events Report",
    "Ledger report",
    "Agent SLA report",
    "Price please automation report",
    "Customer Delivery Failure Report",
    "Overall customers report",
    "Popup Insights",
    "Customer Conversion Summary report",
    "Customer ticket report (with forms)",
    "Journey keywords report",
    "All Conversations Report",
]


def test_there_are_24_and_one_resumes() -> None:
    assert list(get_args(ReportName)) == NAMES
    assert len(set(NAMES)) == 24
    assert RESUMABLE in NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_name_passes_and_another_case_does_not(name: str) -> None:
    assert GenerateReport.read({**REPORT, "reportName": name}).report_name == name
    for other in (name.swapcase(), f"{name} ", name.replace("'", "’").lower()):
        with pytest.raises(ValidationError, match="report_name"):
            GenerateReport.read({**REPORT, "reportName": other})
