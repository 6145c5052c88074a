"""What is kept of what was told, and how it is found again."""
