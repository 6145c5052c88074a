"""How the narrator feels, as far as words and voice tell."""
