"""The built-in language model alone: opened, asked for a word and closed, again and again, and nothing else in the process.

    python -m lab.evaluation.soak.bare HOUSE PORT TIMES

prints a line of JSON after each.
"""

import json
import os
import sys
from pathlib import Path

from lab.evaluation.soak import weighing
from lab.evaluation.soak.home import Home
from voice_agent import weights
from voice_agent.assemble.lean import few_heaps
from voice_agent.language.llamacpp import EmbeddedServer


def live(home: Home, times: int) -> None:
    """Open it, which writes a first word, and close it."""
    few_heaps()  # as the service does
    model = weights.find(home.settings.weights, home.settings.language.embedded_model)
    for number in range(1, times + 1):
        server = EmbeddedServer(model)
        held = weighing.process(os.getpid())["rss_mb"]
        server.close()
        row = {"number": number, "held_mb": held, "load": weighing.load()}
        print(json.dumps(row | weighing.process(os.getpid())), flush=True)
        sys.stdin.readline()


if __name__ == "__main__":
    live(Home(Path(sys.argv[1]), int(sys.argv[2])), int(sys.argv[3]))
