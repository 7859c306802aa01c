from __future__ import annotations

import re
from typing import Optional

_SECRET = re.compile(r"\b(?:sk_(?:live|test)_[0-9A-Za-z]{8,}|whsec_[0-9A-Za-z+/=]{8,})")


def mask_key(key: str) -> str:
    """What may be shown of a key: enough to tell two apart, nothing that opens a door."""
    return f"{key[:12]}…{key[-4:]}" if len(key) > 20 else "…"


def mask_secrets(text: str, own: Optional[str] = None) -> str:
    """The text without any API key or webhook secret it may quote."""
    masked = text.replace(own, mask_key(own)) if own else text
    return _SECRET.sub(lambda found: mask_key(found.group()), masked)


class Secret:
    """Keeps a key out of whatever prints the objects around it: logs, tracebacks, debuggers."""

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        return self._value

    def __repr__(self) -> str:
        return mask_key(self._value)
