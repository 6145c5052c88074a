"""Is the book true, and is anything missing?"""
