"""Does somebody answer where the device's telemetry goes? Asked with an empty delivery."""

import http.client
from importlib.util import find_spec
from urllib.parse import urlsplit

from voice_agent.backends import Health
from voice_agent.telemetry.telling import MISSING

PATIENCE = 2.0
"""Seconds."""


def reach(endpoint: str) -> Health:
    """Ask whether a collector takes what is told; tells it nothing."""
    if find_spec("opentelemetry") is None:
        return Health(False, f"Nothing is told to {endpoint}: {MISSING}")
    to = urlsplit(endpoint)
    kind = http.client.HTTPSConnection if to.scheme == "https" else http.client.HTTPConnection
    line = kind(to.hostname or "", to.port, timeout=PATIENCE)
    try:
        path = f"{to.path.rstrip('/')}/v1/metrics"
        line.request("POST", path, b"", {"Content-Type": "application/x-protobuf"})
        status = line.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        return Health(False, f"Nobody answers at {endpoint}: {error or type(error).__name__}.")
    finally:
        line.close()
    if status >= 300:
        return Health(False, f"What answers at {endpoint} takes no telemetry (it says {status}).")
    return Health(True, f"A collector answers at {endpoint}.")
