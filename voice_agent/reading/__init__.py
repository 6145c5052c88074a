"""What a turn means: read once, from its words, and handed on. Pure."""
