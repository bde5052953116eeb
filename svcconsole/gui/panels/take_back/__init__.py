"""Taking a run back: what can be restored, the plan that does it, its run and its result."""
