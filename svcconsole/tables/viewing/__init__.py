"""Looking at a delimited file of any size: its decisions, its pages, an index of its rows; no Qt."""
