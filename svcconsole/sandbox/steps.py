"""Which work the practice store does behind its answers: an explicit table."""

from __future__ import annotations

from svcconsole.sandbox.reports.job import make_reports
from svcconsole.sandbox.reports.post import send_mails
from svcconsole.sandbox.webhook_post import post_webhooks
from svcconsole.sandbox.workers import Step

STEPS: tuple[Step, ...] = (make_reports, send_mails, post_webhooks)
