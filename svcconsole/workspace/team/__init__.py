"""What a team does with one workspace: schedules, and the workers that carry them out."""
