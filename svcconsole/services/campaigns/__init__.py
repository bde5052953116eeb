"""A campaign: recipients and a message made into a plan, and who is left out of it."""
