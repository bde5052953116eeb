"""Reports from the question to one whole file: asked once, watched, fetched, put together, proved."""
