"""The official inventories, as data, by edition."""
