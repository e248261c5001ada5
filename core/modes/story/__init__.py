"""Stories and dialogues: the player acts, a router chooses who answers, the rules decide, tools move the talk."""
