"""What comes to mind while somebody speaks."""
