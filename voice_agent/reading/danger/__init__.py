"""What may be danger, fear, or somebody who is lost, by the words of a turn. Pure."""
