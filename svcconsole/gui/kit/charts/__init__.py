"""Pictures of a report: bars, lines and figures of its columns, to look at, copy and save."""
