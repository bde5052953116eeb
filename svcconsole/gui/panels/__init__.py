"""Pages and parts that several tabs open."""
