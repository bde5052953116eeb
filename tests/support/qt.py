"""What every Qt test must not do: raise in a slot, print a Qt warning, leave tasks, timers or windows behind."""
