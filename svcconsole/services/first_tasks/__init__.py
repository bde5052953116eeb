"""The guided tasks of the first ten minutes and the bad days after them: what was passed on this computer."""
