"""Who works in a workspace, what each may do, what was done, and what a second person agreed to."""
