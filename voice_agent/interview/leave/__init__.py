"""What the narrator is asked leave for."""
