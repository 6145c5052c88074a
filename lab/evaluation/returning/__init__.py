"""Does it come back to the right story at the right moment?"""
