"""Coming back to another day: when, to what, and in which words."""
