"""Messages, templates and flows before they are sent."""
