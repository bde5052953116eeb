"""Tickets before they are sent, and the registries they are made from."""
