"""Local models: which there are, which are here, fetching and removing them."""
