"""The week of the campaigns: one calendar, the limit of each day, and campaigns that are moved by hand."""
