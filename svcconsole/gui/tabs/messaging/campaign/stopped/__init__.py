"""A campaign that was stopped: who was reached, and what is to be done now."""
