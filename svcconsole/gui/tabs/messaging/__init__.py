"""The Messaging tab: messages, templates and flows written, seen as the customer will, and sent once."""
