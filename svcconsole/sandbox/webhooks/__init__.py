"""Webhooks of the practice store: registered, signed, sent and sent again."""
