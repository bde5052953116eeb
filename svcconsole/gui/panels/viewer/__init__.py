"""The report viewer: any table file of any size, its rows, its columns at a glance, its pictures."""
