"""Parts that know no feature: forms, tables, charts, dialogs, the phone preview."""
