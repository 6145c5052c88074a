"""A notifier that appends to a file: for tests, and for a house whose own program takes it from there."""

import json
from pathlib import Path
from urllib.parse import unquote, urlparse


class ToFile:
    """Passes the backends.Notifier contract for file:// addresses; one JSON object a line, 0600."""

    def send(self, address: str, title: str, text: str) -> bool:
        """Append the message; False where the file cannot be written."""
        parsed = urlparse(address)
        if parsed.scheme != "file":
            return False
        path = Path(unquote(parsed.path))
        try:
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"title": title, "text": text}, ensure_ascii=False) + "\n")
            path.chmod(0o600)
        except OSError:
            return False
        return True
