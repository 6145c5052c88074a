"""Is what was told kept rightly, and found again?"""
