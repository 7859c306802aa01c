from __future__ import annotations

import math
import os
import re
import ssl
from typing import Mapping, NamedTuple, Optional
from urllib.parse import urlsplit

from ._errors import invalid
from ._mask import Secret, mask_secrets
from ._time import Time

DEFAULT_BASE_URL = "http://127.0.0.1:4747"
DEFAULT_TIMEOUT = 30.0
_VISIBLE = re.compile(r"[\x21-\x7e]+")


class Settings(NamedTuple):
    api_key: Optional[Secret]
    base_url: str
    # Seconds one try may take.
    timeout: float
    # Seconds a call may take in all, tries and pauses together.
    total_timeout: float
    max_retries: int
    headers: Mapping[str, str]
    user_agent: Optional[str]
    time: Time
    ssl_context: Optional[ssl.SSLContext]

    def key(self) -> Optional[str]:
        return None if self.api_key is None else self.api_key.reveal()


def settle(
    *,
    api_key: Optional[str],
    base_url: Optional[str],
    timeout: Optional[float],
    total_timeout: Optional[float],
    max_retries: Optional[int],
    headers: Optional[Mapping[str, str]],
    user_agent: Optional[str],
    ssl_context: Optional[ssl.SSLContext],
    time: Optional[Time],
) -> Settings:
    key = api_key if api_key is not None else os.environ.get("SKILLPASS_API_KEY") or None
    address = base_url or os.environ.get("SKILLPASS_BASE_URL") or DEFAULT_BASE_URL
    seconds = positive("timeout", DEFAULT_TIMEOUT if timeout is None else timeout)
    return Settings(
        api_key=None if key is None else Secret(checked_key(key)),
        base_url=checked_base_url(address),
        timeout=seconds,
        total_timeout=positive(
            "total_timeout", seconds * 4 if total_timeout is None else total_timeout
        ),
        max_retries=checked_count(2 if max_retries is None else max_retries),
        headers=checked_headers(headers or {}),
        user_agent=user_agent,
        time=time or Time(),
        ssl_context=ssl_context,
    )


def checked_key(key: str) -> str:
    # A key with a line break in it would be quoted by the HTTP library's own error.
    if isinstance(key, str) and _VISIBLE.fullmatch(key):
        return key
    raise invalid(
        "api_key",
        "The API key is empty or holds characters no key has, such as a space or a line break.",
    )


def checked_idempotency_key(key: str) -> str:
    """1–255 visible ASCII characters, as the service asks."""
    if isinstance(key, str) and _VISIBLE.fullmatch(key) and len(key) <= 255:
        return key
    raise invalid("idempotency_key", "An idempotency key is 1 to 255 visible ASCII characters.")


def checked_base_url(text: str) -> str:
    shown = mask_secrets(text)
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError:
        raise invalid("base_url", f'The base URL "{shown}" is none.') from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise invalid(
            "base_url", f'The base URL must start with http:// or https://, "{shown}" does not.'
        )
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise invalid("base_url", "The base URL takes no user name, password, query or fragment.")
    return f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/")


def checked_headers(headers: Mapping[str, str]) -> Mapping[str, str]:
    for name, value in headers.items():
        if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name) or re.search(r"[\r\n\0]", value):
            raise invalid("headers", f"The header {name!r} cannot be sent.")
    return {name.lower(): value for name, value in headers.items()}


def checked_count(retries: int) -> int:
    if isinstance(retries, int) and retries >= 0:
        return retries
    raise invalid("max_retries", f"max_retries is a whole number from 0, not {retries!r}.")


def positive(name: str, seconds: float) -> float:
    if isinstance(seconds, (int, float)) and math.isfinite(seconds) and seconds > 0:
        return float(seconds)
    raise invalid(name, f"{name} is a number of seconds above 0, not {seconds!r}.")
