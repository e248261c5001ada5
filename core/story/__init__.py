"""What a story is made of: settings, dice, and what a player's words mean."""
