"""The first ten minutes: five tasks in the practice store, ticked off by its own records."""
