"""The key that a language server wants, from a file that its owner alone can read: no settings file ever holds it."""

import stat
from pathlib import Path

from voice_agent.errors import SettingsError


def server_key(file: str) -> str:
    """The key in `file`; "" where no file is named. Raises SettingsError."""
    if not file:
        return ""
    path = Path(file).expanduser()
    try:
        if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise SettingsError(
                "Others on this computer can read the file of language.openai_key_file, so that server is not asked.",
                mend=f"Run: chmod 600 {path}",
            )
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        key = ""
    if not key or len(key.split()) > 1:
        raise SettingsError(
            "The file of language.openai_key_file holds no key, so that server is not asked.",
            mend="Write the key into that file, and nothing else; or leave the setting empty where none is wanted.",
        )
    return key
