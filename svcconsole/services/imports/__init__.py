"""An import: a file read, mapped, checked, corrected and frozen into a plan."""
