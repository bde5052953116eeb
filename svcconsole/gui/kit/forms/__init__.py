"""From a pydantic model to a form, and back."""
