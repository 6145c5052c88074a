"""A patient interviewer for life stories, spoken, remembered and kept at home."""
