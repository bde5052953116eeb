"""The phone preview: a message painted as its reader will see it."""
