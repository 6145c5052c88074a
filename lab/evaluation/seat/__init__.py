"""The interviewer's seat: what is said to single moments by us and by a language model in our place."""
