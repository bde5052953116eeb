"""The Helpdesk tab: tickets written, sent once and found again, and the registries they are made from."""
