"""Format 2: records of the whole API, and the format itself among the settings."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, text

from svcconsole.sandbox.store.formats import format_1

ADDED: Mapping[str, str] = {
    "teams": """
        CREATE TABLE IF NOT EXISTS teams (
            id INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (id)
        )
    """,
    "labels": """
        CREATE TABLE IF NOT EXISTS labels (
            id INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (id)
        )
    """,
    "templates": """
        CREATE TABLE IF NOT EXISTS templates (
            id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (id)
        )
    """,
    "campaigns": """
        CREATE TABLE IF NOT EXISTS campaigns (
            id INTEGER NOT NULL, name TEXT NOT NULL, channel TEXT NOT NULL, template_id TEXT,
            started_at TEXT NOT NULL, audience INTEGER NOT NULL, PRIMARY KEY (id)
        )
    """,
    "ix_campaigns_started_at": "CREATE INDEX IF NOT EXISTS ix_campaigns_started_at ON campaigns (started_at)",
    "messages": """
        CREATE TABLE IF NOT EXISTS messages (
            id INTEGER NOT NULL, message_id TEXT NOT NULL, direction TEXT NOT NULL, channel TEXT NOT NULL,
            contact TEXT NOT NULL, business_number TEXT, customer_id INTEGER, kind TEXT NOT NULL,
            text TEXT NOT NULL, template_id TEXT, campaign_id INTEGER, flow_id TEXT, ticket_id INTEGER,
            agent_id INTEGER, created_at TEXT NOT NULL, callback_data TEXT, body TEXT, PRIMARY KEY (id),
            UNIQUE (message_id)
        )
    """,
    "ix_messages_contact": "CREATE INDEX IF NOT EXISTS ix_messages_contact ON messages (contact)",
    "messages_by_time": "CREATE INDEX IF NOT EXISTS messages_by_time ON messages (created_at, id)",
    "ix_messages_campaign_id": "CREATE INDEX IF NOT EXISTS ix_messages_campaign_id ON messages (campaign_id)",
    "flows": """
        CREATE TABLE IF NOT EXISTS flows (
            id TEXT NOT NULL, name TEXT NOT NULL, keywords TEXT NOT NULL, PRIMARY KEY (id)
        )
    """,
    "flow_runs": """
        CREATE TABLE IF NOT EXISTS flow_runs (
            id INTEGER NOT NULL, flow_id TEXT NOT NULL, customer_id INTEGER, phone TEXT, email TEXT,
            keyword TEXT, node TEXT, status TEXT NOT NULL, started_at TEXT NOT NULL, ended_at TEXT,
            body TEXT, PRIMARY KEY (id)
        )
    """,
    "ix_flow_runs_started_at": "CREATE INDEX IF NOT EXISTS ix_flow_runs_started_at ON flow_runs (started_at)",
    "ix_flow_runs_flow_id": "CREATE INDEX IF NOT EXISTS ix_flow_runs_flow_id ON flow_runs (flow_id)",
    "webhooks": """
        CREATE TABLE IF NOT EXISTS webhooks (
            id INTEGER NOT NULL, url TEXT NOT NULL, secret TEXT NOT NULL, created_at TEXT NOT NULL,
            PRIMARY KEY (id), UNIQUE (url)
        )
    """,
    "customers": """
        CREATE TABLE IF NOT EXISTS customers (
            id INTEGER NOT NULL, partner_customer_id TEXT, phone_key TEXT, email_key TEXT,
            created_at TEXT NOT NULL, updated_at TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (id)
        )
    """,
    "ix_customers_partner_customer_id": (
        "CREATE INDEX IF NOT EXISTS ix_customers_partner_customer_id ON customers (partner_customer_id)"
    ),
    "ix_customers_email_key": "CREATE INDEX IF NOT EXISTS ix_customers_email_key ON customers (email_key)",
    "ix_customers_phone_key": "CREATE INDEX IF NOT EXISTS ix_customers_phone_key ON customers (phone_key)",
    "user_properties": """
        CREATE TABLE IF NOT EXISTS user_properties (
            id INTEGER NOT NULL, partner_customer_id TEXT, phone_key TEXT, email_key TEXT,
            created_at TEXT NOT NULL, updated_at TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (id)
        )
    """,
    "ix_user_properties_email_key": (
        "CREATE INDEX IF NOT EXISTS ix_user_properties_email_key ON user_properties (email_key)"
    ),
    "ix_user_properties_phone_key": (
        "CREATE INDEX IF NOT EXISTS ix_user_properties_phone_key ON user_properties (phone_key)"
    ),
    "ix_user_properties_partner_customer_id": (
        "CREATE INDEX IF NOT EXISTS ix_user_properties_partner_customer_id"
        " ON user_properties (partner_customer_id)"
    ),
    "reports": """
        CREATE TABLE IF NOT EXISTS reports (
            id INTEGER NOT NULL, status TEXT NOT NULL, created_at TEXT NOT NULL, ended_at TEXT,
            request TEXT NOT NULL, "after" INTEGER NOT NULL, part INTEGER NOT NULL, rows INTEGER,
            cursor TEXT, error TEXT, PRIMARY KEY (id)
        )
    """,
    "ix_reports_status": "CREATE INDEX IF NOT EXISTS ix_reports_status ON reports (status)",
    "orders": """
        CREATE TABLE IF NOT EXISTS orders (
            id INTEGER NOT NULL, customer_id INTEGER NOT NULL, campaign_id INTEGER, flow_id TEXT,
            amount BIGINT NOT NULL, currency TEXT NOT NULL, payment TEXT NOT NULL, at TEXT NOT NULL,
            PRIMARY KEY (id)
        )
    """,
    "ix_orders_at": "CREATE INDEX IF NOT EXISTS ix_orders_at ON orders (at)",
    "customer_events": """
        CREATE TABLE IF NOT EXISTS customer_events (
            id INTEGER NOT NULL, name TEXT NOT NULL, customer_id INTEGER, campaign_id INTEGER,
            source TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (id)
        )
    """,
    "ix_customer_events_at": "CREATE INDEX IF NOT EXISTS ix_customer_events_at ON customer_events (at)",
    "ledger": """
        CREATE TABLE IF NOT EXISTS ledger (
            id INTEGER NOT NULL, at TEXT NOT NULL, channel TEXT NOT NULL, category TEXT NOT NULL,
            units INTEGER NOT NULL, amount BIGINT NOT NULL, PRIMARY KEY (id)
        )
    """,
    "ix_ledger_at": "CREATE INDEX IF NOT EXISTS ix_ledger_at ON ledger (at)",
    "agents": """
        CREATE TABLE IF NOT EXISTS agents (
            id INTEGER NOT NULL, mail TEXT NOT NULL, name TEXT NOT NULL, team_id INTEGER, PRIMARY KEY (id),
            UNIQUE (mail), FOREIGN KEY(team_id) REFERENCES teams (id)
        )
    """,
    "message_events": """
        CREATE TABLE IF NOT EXISTS message_events (
            message INTEGER NOT NULL, status TEXT NOT NULL, at TEXT NOT NULL, code INTEGER, reason TEXT,
            told INTEGER DEFAULT '0' NOT NULL, PRIMARY KEY (message, status),
            FOREIGN KEY(message) REFERENCES messages (id)
        )
    """,
    "message_events_by_time": (
        "CREATE INDEX IF NOT EXISTS message_events_by_time ON message_events (told, at)"
    ),
    "link_clicks": """
        CREATE TABLE IF NOT EXISTS link_clicks (
            id INTEGER NOT NULL, message INTEGER NOT NULL, url TEXT NOT NULL, at TEXT NOT NULL,
            PRIMARY KEY (id), FOREIGN KEY(message) REFERENCES messages (id)
        )
    """,
    "ix_link_clicks_message": "CREATE INDEX IF NOT EXISTS ix_link_clicks_message ON link_clicks (message)",
    "webhook_deliveries": """
        CREATE TABLE IF NOT EXISTS webhook_deliveries (
            id INTEGER NOT NULL, webhook INTEGER, url TEXT NOT NULL, event_id TEXT NOT NULL,
            body TEXT NOT NULL, attempts INTEGER DEFAULT '0' NOT NULL, state TEXT NOT NULL,
            due_at TEXT NOT NULL, PRIMARY KEY (id), FOREIGN KEY(webhook) REFERENCES webhooks (id)
        )
    """,
    "webhook_deliveries_by_time": (
        "CREATE INDEX IF NOT EXISTS webhook_deliveries_by_time"
        " ON webhook_deliveries (webhook, state, due_at, id)"
    ),
    "outbox": """
        CREATE TABLE IF NOT EXISTS outbox (
            report INTEGER NOT NULL, recipients TEXT NOT NULL, subject TEXT NOT NULL, date TEXT NOT NULL,
            text TEXT NOT NULL, link TEXT NOT NULL, state TEXT NOT NULL,
            attempts INTEGER DEFAULT '0' NOT NULL, due_at TEXT NOT NULL, error TEXT, PRIMARY KEY (report),
            FOREIGN KEY(report) REFERENCES reports (id)
        )
    """,
    "outbox_by_time": "CREATE INDEX IF NOT EXISTS outbox_by_time ON outbox (state, due_at)",
    "tickets": """
        CREATE TABLE IF NOT EXISTS tickets (
            id INTEGER NOT NULL, customer_id INTEGER, agent_id INTEGER, team_id INTEGER,
            channel TEXT NOT NULL, status TEXT NOT NULL, created_at TEXT NOT NULL, first_reply_at TEXT,
            resolved_at TEXT, csat INTEGER, nps INTEGER, body TEXT NOT NULL, PRIMARY KEY (id),
            FOREIGN KEY(agent_id) REFERENCES agents (id), FOREIGN KEY(team_id) REFERENCES teams (id)
        )
    """,
    "ix_tickets_created_at": "CREATE INDEX IF NOT EXISTS ix_tickets_created_at ON tickets (created_at)",
    "ix_tickets_customer_id": "CREATE INDEX IF NOT EXISTS ix_tickets_customer_id ON tickets (customer_id)",
    "webhook_tries": """
        CREATE TABLE IF NOT EXISTS webhook_tries (
            delivery INTEGER NOT NULL, number INTEGER NOT NULL, at TEXT NOT NULL,
            milliseconds INTEGER NOT NULL, status INTEGER, error TEXT, PRIMARY KEY (delivery, number),
            FOREIGN KEY(delivery) REFERENCES webhook_deliveries (id)
        )
    """,
    "ticket_labels": """
        CREATE TABLE IF NOT EXISTS ticket_labels (
            ticket_id INTEGER NOT NULL, label_id INTEGER NOT NULL, PRIMARY KEY (ticket_id, label_id),
            FOREIGN KEY(ticket_id) REFERENCES tickets (id), FOREIGN KEY(label_id) REFERENCES labels (id)
        )
    """,
}
"""What format 1 did not have. Not all of it is missing where a program was killed at its very first start."""

SCHEMA: Mapping[str, str] = {**format_1.SCHEMA, **ADDED}
"""The statements that made its tables and indexes, by name."""


def upgrade(connection: Connection) -> None:
    """Bring the tables of format 1 to this format."""
    for statement in ADDED.values():
        connection.execute(text(statement))
