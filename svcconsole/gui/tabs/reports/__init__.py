"""The Reports tab: the question, the reports under way, and the pages opened over them."""
