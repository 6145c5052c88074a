"""What is put right, taken back, joked, passed on or left in doubt."""
