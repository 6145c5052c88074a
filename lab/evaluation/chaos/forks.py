"""Programs that are killed are forks of one process that has loaded everything: loading takes seconds, this does not."""

import multiprocessing
import os
from contextlib import suppress
from functools import cache
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext

from lab.evaluation.chaos.disk import noticing
from voice_agent.errors import EngineUnavailable


@cache
def ready() -> ForkServerContext:
    """The process is begun; what its forks ask of the disk can be noted (`disk`)."""
    made = multiprocessing.get_context("forkserver")
    made.set_forkserver_preload(["lab.evaluation.chaos.teller", "lab.evaluation.chaos.recorder"])
    before = os.environ.get("LD_PRELOAD")
    with suppress(EngineUnavailable):  # a power cut says so
        os.environ["LD_PRELOAD"] = str(noticing())
    forkserver.ensure_running()
    os.environ.pop("LD_PRELOAD", None)
    if before is not None:
        os.environ["LD_PRELOAD"] = before
    return made
