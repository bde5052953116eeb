"""The ten seconds before a campaign starts."""
