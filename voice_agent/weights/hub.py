"""Fetch a model from a model hub by its name there: for houses with a GPU. Nothing else goes there."""

import os
import shutil
from pathlib import Path

from voice_agent.errors import FetchFailed
from voice_agent.weights.manifest import Model
from voice_agent.weights.shelf import contents


def download(model: Model, folder: Path) -> None:
    """Bring the hub's copy of `model`, or the files of it that are expected, into `folder`, going on where a try stopped.

    Raises FetchFailed. HF_ENDPOINT names another hub, for example one in the house.
    """
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")  # read when it is imported
    # slow to import, and only houses that name a hub's model need it
    import httpx
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import (
        HfHubHTTPError,
        HFValidationError,
        LocalEntryNotFoundError,
    )
    from huggingface_hub.utils import disable_progress_bars

    disable_progress_bars()  # ours is on the screen
    try:
        snapshot_download(
            model.hub,
            revision=model.revision,
            local_dir=folder,
            allow_patterns=list(model.expects) or None,
        )
    except HFValidationError:
        raise FetchFailed(
            f"“{model.hub}” is not the name of a model on a hub.",
            mend="Such a name has an owner and a name, with a slash between them; a file of it follows after a colon.",
        ) from None
    except (HfHubHTTPError, LocalEntryNotFoundError, httpx.HTTPError) as error:
        if not contents(folder):
            shutil.rmtree(folder, ignore_errors=True)  # the client leaves its bookkeeping
        raise FetchFailed(
            f"The model {model.hub} could not be fetched from its hub ({type(error).__name__}).",
            safe="What was fetched so far is kept.",
            mend="Check the internet connection and the model's name, then run the same command "
            "again. Until then the starter profile needs no hub: set profile to “starter”.",
        ) from error
    shutil.rmtree(folder / ".cache", ignore_errors=True)  # the client's own bookkeeping
    if lacking := [name for name in model.expects if not (folder / name).is_file()]:
        if not contents(folder):
            shutil.rmtree(folder, ignore_errors=True)
        raise FetchFailed(
            f"The model {model.hub} has no file {lacking[0]} on its hub.",
            mend="Look at the model's page for the names of its files, and mind capital letters.",
        )
