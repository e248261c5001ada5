"""Events that every mode may have; those of one mode are in its room."""
