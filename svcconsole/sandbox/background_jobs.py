"""The table of background jobs that the practice store runs beside its answers."""

from __future__ import annotations

from svcconsole.sandbox.background_workers import Step
from svcconsole.sandbox.reports.job import make_reports
from svcconsole.sandbox.reports.mail_delivery import send_mails
from svcconsole.sandbox.webhooks.sending import post_webhooks

STEPS: tuple[Step, ...] = (make_reports, send_mails, post_webhooks)
