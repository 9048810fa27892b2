"""Files to records and back: one module a format, one table that lists them (`table.FORMATS`)."""
