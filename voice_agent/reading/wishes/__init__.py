"""What a turn asks of us: wishes, questions, whom and what they are about. Pure."""
