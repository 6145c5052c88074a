"""Accidents that a device in a bedroom meets in years, drawn by seed, and whether anything is lost by them."""
