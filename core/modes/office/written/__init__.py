"""What is written for an office: meetings and evenings of a cast, talks and work of its world."""
