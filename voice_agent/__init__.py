"""A patient interviewer for life stories, spoken, remembered and kept at home."""

import os

# read once, when numpy is first imported. With two threads OpenBLAS shares out every small product
# and waits for the other core; beside a busy recogniser the speaker check then takes eight times as
# long in wall and four times in CPU time (measured). Set it yourself to choose otherwise.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# read once, when onnxruntime is first imported. Since 1.29 it reports home otherwise: which networks
# were loaded, how long they ran, and a number for this machine that it keeps in the cache folder.
# Nothing leaves the house, so nobody is asked
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
