"""The steps of a report's run, each an async generator of progress: ask, wait, fetch, merge."""
