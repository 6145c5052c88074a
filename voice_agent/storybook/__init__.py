"""The book of a life: chapters made of what the narrator said, each sentence with its place in the sound."""
