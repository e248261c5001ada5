"""Character cards and lore books of other programs: read, made into members and books, and written back."""
