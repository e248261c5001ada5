"""What voices over HTTP have in common: the way there, what can go wrong on it, and second tries."""
