"""One session: the one place where sound, words and time meet.

`session.py` holds the microphone loop and the task group; `mouth.py` what is said and how much of it
was heard; `speculation.py` what is thought ahead while the narrator rests; `house.py` what a session is
given. All times are the microphone's.
"""
