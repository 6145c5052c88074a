"""A patient interviewer for life stories, spoken, remembered and kept at home."""

import os

# read once, when numpy is first imported. With two threads OpenBLAS shares out every small product
# and waits for the other core; beside a busy recogniser the speaker check then takes eight times as
# long in wall and four times in CPU time (measured). Set it yourself to choose otherwise.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
