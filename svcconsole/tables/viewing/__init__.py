"""A delimited file of any size opened for viewing: its decisions, its pages, an index of its rows."""
