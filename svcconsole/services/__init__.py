"""Use cases over several calls; pure, with progress as async generators of frozen records."""
