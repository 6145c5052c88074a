"""A house that is lived in for hours, and through years: does anything grow in it that should not?"""
