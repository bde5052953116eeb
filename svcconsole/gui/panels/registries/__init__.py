"""Registries: agents, teams, labels, numbers and flows that the service lists nowhere."""
