"""The form that makes a schedule and changes it."""
