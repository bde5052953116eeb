"""The API reference of reports (specification: endpoints 1 and 2)."""

from __future__ import annotations

from svcconsole.api import operations as api
from svcconsole.api.reference.entry import Entry, Example, Open
from svcconsole.words.message import message

_JANUARY = {"startDate": "2026-01-01T00:00:00Z", "endDate": "2026-01-31T23:59:59Z"}

ENTRIES = (
    Entry(
        api.GENERATE_REPORT,
        message("Starts a report for a range of dates; it is e-mailed when it is done."),
        (
            message("reportName is exactly one of the 24 names, upper and lower case as written."),
            message("startDate and endDate are timestamps with a time zone."),
            message("A file holds at most 50,000 rows; a longer answer ends with a cursor."),
            message(
                "Only the All Conversations Report goes on from a cursor: the same request again, with the "
                "cursor added, until there is none."
            ),
            message("Every part is a file of its own and is e-mailed for itself."),
        ),
        (
            Example(
                message("All conversations of January"),
                {
                    "reportType": "Overall",
                    "reportName": "All Conversations Report",
                    "dateRange": _JANUARY,
                    "emails": ["reports@brand.example"],
                },
            ),
            Example(
                message("Tickets on WhatsApp, by week"),
                {
                    "reportType": "Helpdesk",
                    "reportName": "Ticket's Overview",
                    "dateRange": _JANUARY,
                    "emails": ["reports@brand.example"],
                    "reportDescription": "For the Monday meeting",
                    "filters": {"channel": "whatsapp", "groupBy": "week"},
                },
            ),
        ),
        message("data.reportHistoryId: the number to ask for the report by."),
        (
            Open(
                message("Which names belong to which type, and which filters they use."),
                message(
                    "Every type is taken with every name; a filter that a report does not use is ignored."
                ),
                ("reportType", "reportName", "filters"),
            ),
            Open(
                message("What a cursor with changed parameters does."),
                message("400 naming the cursor."),
                ("cursor",),
            ),
        ),
    ),
    Entry(
        api.GET_REPORT,
        message("Says how far a report is, and where its file can be downloaded."),
        (message("reportHistoryId is the number that Generate report answered."),),
        (Example(message("The first report"), {"reportHistoryId": 1}),),
        message(
            "data.reportStatus (QUEUE, IN_PROGRESS, COMPLETED or FAILED), data.downloadLink, data.cursor."
        ),
        (
            Open(
                message("What downloadLink is before the end."),
                message("Null until COMPLETED."),
                ("data.downloadLink",),
            ),
            Open(
                message("How long the link lives."),
                message("15 minutes (then 410); asking again gives a fresh one."),
                ("data.downloadLink",),
            ),
            Open(
                message("What a reportHistoryId that does not exist does."),
                message("400 naming it."),
                ("reportHistoryId",),
            ),
        ),
    ),
)
