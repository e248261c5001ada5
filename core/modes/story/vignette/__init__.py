"""The picture of a place: what stands there, when, in which weather, as flat layers of plain data, made by code."""
