"""What customers did besides writing: orders, popups seen, opt-outs; and what messages cost."""

from __future__ import annotations

from sqlalchemy import Column, Integer, Table, Text

from svcconsole.sandbox.store.tables.base import Money, metadata

orders = Table(
    "orders",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("customer_id", Integer, nullable=False),
    Column("campaign_id", Integer),
    Column("flow_id", Text),
    Column("amount", Money(2), nullable=False),
    Column("currency", Text, nullable=False),
    Column("payment", Text, nullable=False),
    Column("at", Text, nullable=False, index=True),
)
"""`payment` is WHATSAPP_PAID, WHATSAPP_FAILED or ELSEWHERE; `campaign_id` and `flow_id` what led to it."""

customer_events = Table(
    "customer_events",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("customer_id", Integer),
    Column("campaign_id", Integer),
    Column("source", Text, nullable=False),
    Column("at", Text, nullable=False, index=True),
)
"""`name` is product_viewed, added_to_cart, checkout_started, order_placed, price_asked, opted_out, bounced,
popup_viewed, popup_clicked or popup_submitted; `source` the popup's, template's or product's name."""

ledger = Table(
    "ledger",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Text, nullable=False, index=True),
    Column("channel", Text, nullable=False),
    Column("category", Text, nullable=False),
    Column("units", Integer, nullable=False),
    Column("amount", Money(4), nullable=False),
)
"""`category` is marketing, utility, service or top_up; a top-up's amount is positive, a cost's negative."""
