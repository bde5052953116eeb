"""The page Activity: runs of everybody, schedules, and the log of what was done."""
