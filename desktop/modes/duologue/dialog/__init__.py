"""What is asked about a duologue: its sides, its topology, its bounds, and branching off one."""
