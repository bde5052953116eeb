"""The grid: one view for records in memory and for files of millions of rows."""
