"""Templates, campaigns, messages with their delivery life, clicks, flows, webhooks with their deliveries."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text

from svcconsole.sandbox.store.tables.base import metadata

templates = Table(
    "templates", metadata, Column("id", Text, primary_key=True), Column("body", Text, nullable=False)
)
"""`body` is a template as `templates.py` describes it, as JSON text."""

campaigns = Table(
    "campaigns",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("template_id", Text),
    Column("started_at", Text, nullable=False, index=True),
    Column("audience", Integer, nullable=False),
)
messages = Table(
    "messages",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("message_id", Text, nullable=False, unique=True),
    Column("direction", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("contact", Text, nullable=False, index=True),
    Column("business_number", Text),
    Column("customer_id", Integer),
    Column("kind", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("template_id", Text),
    Column("campaign_id", Integer, index=True),
    Column("flow_id", Text),
    Column("ticket_id", Integer),
    Column("agent_id", Integer),
    Column("created_at", Text, nullable=False),
    Column("callback_data", Text),
    Column("body", Text),
    Index("messages_by_time", "created_at", "id"),
)
"""`direction` is out or in; `channel` whatsapp, email, instagram, messenger or livechat; `kind` the message's
type or `template`; `text` what a person reads; `body` the request as JSON text, null in the past."""

message_events = Table(
    "message_events",
    metadata,
    Column("message", ForeignKey(messages.c.id), primary_key=True),
    Column("status", Text, primary_key=True),
    Column("at", Text, nullable=False),
    Column("code", Integer),
    Column("reason", Text),
    Column("told", Integer, nullable=False, server_default="0"),
    Index("message_events_by_time", "told", "at"),
)
"""A message's life, planned whole when it is accepted: its status is the last event whose time has come.
`told` is 1 once the webhooks of that event are queued."""

link_clicks = Table(
    "link_clicks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("message", ForeignKey(messages.c.id), nullable=False, index=True),
    Column("url", Text, nullable=False),
    Column("at", Text, nullable=False),
)
flows = Table(
    "flows",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("keywords", Text, nullable=False),
)
"""`keywords` is a JSON list of the words that start it. A flow that is not here can be started, too."""

flow_runs = Table(
    "flow_runs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("flow_id", Text, nullable=False, index=True),
    Column("customer_id", Integer),
    Column("phone", Text),
    Column("email", Text),
    Column("keyword", Text),
    Column("node", Text),
    Column("status", Text, nullable=False),
    Column("started_at", Text, nullable=False, index=True),
    Column("ended_at", Text),
    Column("body", Text),
)
"""`status` is STARTED, COMPLETED or DROPPED; `body` the request as JSON text, null in the past."""

webhooks = Table(
    "webhooks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("url", Text, nullable=False, unique=True),
    Column("secret", Text, nullable=False),
    Column("created_at", Text, nullable=False),
)
webhook_deliveries = Table(
    "webhook_deliveries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("webhook", ForeignKey(webhooks.c.id)),
    Column("url", Text, nullable=False),
    Column("event_id", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("state", Text, nullable=False),
    Column("due_at", Text, nullable=False),
    Index("webhook_deliveries_by_time", "webhook", "state", "due_at", "id"),
)
"""`state` is WAITING, DELIVERED or GIVEN_UP; `due_at` when the next try is made; `body` exactly what is sent
and signed. What is left when its webhook was taken away has no `webhook`."""

webhook_tries = Table(
    "webhook_tries",
    metadata,
    Column("delivery", ForeignKey(webhook_deliveries.c.id), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Text, nullable=False),
    Column("milliseconds", Integer, nullable=False),
    Column("status", Integer),
    Column("error", Text),
)
"""`status` is the HTTP status that was answered, if one was; `error` why the try did not succeed."""
