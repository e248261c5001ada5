"""What a duologue is made of: who may hear whom, and how much each knows of what is going on."""
