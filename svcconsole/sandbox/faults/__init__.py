"""The ways the practice store can be made to misbehave, and where they are switched on and off."""
