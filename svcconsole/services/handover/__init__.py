"""Hands open work over to another console in one sealed file, and takes it in there."""
