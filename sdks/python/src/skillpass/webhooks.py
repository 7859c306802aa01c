"""
Verification of what the service delivers, after Standard Webhooks 1.0.

    event = skillpass.webhooks.verify(raw_body, request.headers, secret)
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from ._errors import WebhookVerificationError, invalid
from ._generated.advice import ADVICE
from ._generated.models import Event, event_of

__all__ = ["WebhookVerificationError", "sign", "verify", "verify_signature"]

Body = Union[bytes, bytearray, memoryview, str]
HeaderPairs = Iterable[Tuple[Union[str, bytes], Union[str, bytes]]]
HeaderMapping = Mapping[str, Union[str, Sequence[str]]]
SignedHeaders = Union[HeaderMapping, HeaderPairs]
Secrets = Union[str, Sequence[str]]

_PREFIX = "whsec_"


def verify(
    raw_body: Body,
    headers: SignedHeaders,
    secret: Secrets,
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> Event:
    """
    The event of a delivery, once it is sure that the service sent it, and recently.

    Args:
        raw_body: The bytes as received. Parsing and serialising again breaks the signature.
        headers: Names in any case; a mapping or pairs, as web frameworks give them.
        secret: `whsec_…` of the endpoint; several while one replaces the other.
        tolerance: Seconds the timestamp may be off, either way.
        now: Unix seconds; default: the clock.

    Raises:
        WebhookVerificationError: it does not hold; `code` names the defect, `mistake` what explains
            it, `fix` what to do.
        ValidationError: the arguments cannot be right, such as a body that was parsed already.
    """
    body = _bytes(raw_body)
    verify_signature(body, headers, secret, tolerance=tolerance, now=now)
    try:
        event = json.loads(body)
    except ValueError:
        event = None
    if not _is_event(event):
        raise WebhookVerificationError(
            "BODY_INVALID", "The signature holds, but the body is no event."
        )
    return event_of(event)


def verify_signature(
    raw_body: Body,
    headers: SignedHeaders,
    secret: Secrets,
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> None:
    """As `verify`, for any body."""
    body = _bytes(raw_body)
    keys = [_key(one) for one in _listed(secret)]
    identity, timestamp, signatures = _signature_headers(headers)
    _check_time(timestamp, time.time() if now is None else now, tolerance)
    presented = _version_one(signatures)
    if not presented:
        raise _defect("signature_absent")
    head = f"{identity}.{timestamp}."
    # Every pair is compared, so that the time it takes tells nothing.
    fits = [
        hmac.compare_digest(candidate, _digest(key, head, body))
        for candidate in presented
        for key in keys
    ]
    if not any(fits):
        raise _defect("signature_mismatch", _likely_mistake(keys, presented, head, body))


def sign(secret: Secrets, id: str, timestamp: Union[int, str], body: Body) -> str:
    """The `webhook-signature` header: one signature per secret. For tests of your receiver."""
    head, content = f"{id}.{timestamp}.", _bytes(body)
    digests = [_digest(_key(one), head, content).decode("ascii") for one in _listed(secret)]
    return " ".join(f"v1,{digest}" for digest in digests)


def _is_event(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    told = [value.get("id"), value.get("event")]
    return all(isinstance(field, str) and field != "" for field in told)


def _bytes(body: Any) -> bytes:
    if isinstance(body, str):
        return body.encode("utf-8")
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise invalid(
        "raw_body",
        f"The body is a {type(body).__name__}: it was parsed already, and what it was signed as is "
        "lost. Pass the raw bytes: request.get_data() in Flask, request.body in Django, "
        "await request.body() in FastAPI.",
    )


def _listed(secret: Secrets) -> List[str]:
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if secrets:
        return secrets
    raise invalid("secret", "There is no secret to verify with.")


def _key(secret: str) -> bytes:
    encoded = secret[len(_PREFIX) :] if secret.startswith(_PREFIX) else secret
    plain = encoded.rstrip("=")
    try:
        if re.fullmatch(r"[A-Za-z0-9+/]+={0,2}", encoded):
            return base64.b64decode(plain + "=" * (-len(plain) % 4))
    except binascii.Error:
        # One character too many: no base64 either.
        pass
    explanation, fix = ADVICE["secret_malformed"]
    raise invalid("secret", f"{explanation} {fix}")


def _signature_headers(headers: SignedHeaders) -> Tuple[str, str, str]:
    found = {"webhook-id": "", "webhook-timestamp": "", "webhook-signature": ""}
    for name, value in headers.items() if isinstance(headers, Mapping) else _pairs(headers):
        known = _text(name).lower()
        if known in found:
            parts = [value] if isinstance(value, (str, bytes)) else value
            given = " ".join(_text(part) for part in parts).strip()
            found[known] = f"{found[known]} {given}".strip()
    missing = [name for name, value in found.items() if value == ""]
    if missing:
        raise _defect("header_missing", detail=f"Missing: {', '.join(missing)}.")
    return found["webhook-id"], found["webhook-timestamp"], found["webhook-signature"]


def _pairs(headers: Any) -> HeaderPairs:
    """Header objects of web frameworks that are no mappings still list their items."""
    items = getattr(headers, "items", None)
    pairs: HeaderPairs = items() if callable(items) else headers
    return pairs


def _text(value: Union[str, bytes]) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else value


def _check_time(timestamp: str, now: float, tolerance: float) -> None:
    if not re.fullmatch(r"[0-9]+", timestamp):
        raise _defect("timestamp_malformed", detail=f"It is {timestamp[:40]!r}.")
    # However many digits: int refuses thousands of them.
    age = int(now) - int(timestamp[:4000])
    if age > tolerance:
        raise _defect("timestamp_too_old", detail=f"It is {age} s old; {tolerance:g} s are allowed.")
    if age < -tolerance:
        is_milliseconds = len(timestamp) == 13
        raise _defect("timestamp_in_future", "timestamp_milliseconds" if is_milliseconds else None)


def _version_one(signatures: str) -> List[bytes]:
    parts = [part for part in signatures.split(" ") if part.startswith("v1,") and len(part) > 3]
    return [part[3:].encode("utf-8", "replace") for part in parts]


def _digest(key: bytes, head: str, body: bytes) -> bytes:
    signed = head.encode("utf-8", "replace") + body
    return base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())


def _likely_mistake(
    keys: List[bytes], presented: List[bytes], head: str, body: bytes
) -> Optional[str]:
    """The mistake that explains the signature, proven by undoing it; none of them is accepted."""
    right = [_digest(key, head, body) for key in keys]
    if any(len(one) >= 8 and whole.startswith(one) for one in presented for whole in right):
        return "signature_truncated"
    for mistake, form in _other_forms(body):
        if any(
            hmac.compare_digest(one, _digest(key, head, form)) for one in presented for key in keys
        ):
            return mistake
    return None if body else "body_empty"


def _other_forms(body: bytes) -> List[Tuple[str, bytes]]:
    forms = [("body_newline_removed", body + b"\n"), ("body_newline_removed", body + b"\r\n")]
    if body != body.rstrip():
        forms.append(("body_newline_added", body.rstrip()))
    forms.append(("signed_empty", b""))
    try:
        value = json.loads(body)
    except ValueError:
        return forms
    compact = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return [*forms, ("body_reserialised", compact.encode("utf-8", "replace"))]


def _defect(
    code: str, mistake: Optional[str] = None, *, detail: str = ""
) -> WebhookVerificationError:
    explanation, fix = ADVICE[mistake or code]
    error = WebhookVerificationError(code.upper(), f"{explanation} {detail}".strip())
    error.mistake = None if mistake is None else mistake.upper()
    error.fix = fix
    return error
