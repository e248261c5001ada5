"""A server of the Model Context Protocol, by which other programs read the library and have talks played."""
