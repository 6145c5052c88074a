"""What the narrator asks for by voice."""
