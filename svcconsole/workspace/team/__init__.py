"""What a team does with one workspace: who may do what, what was done, schedules, and the workers."""
