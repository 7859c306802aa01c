from __future__ import annotations

import json
import socket
import time
from http.client import HTTPException, HTTPResponse
from typing import Any, Dict, Mapping, NamedTuple, Optional, Union
from urllib.parse import urlsplit

from ._connections import Connection, Connections, Sending
from ._errors import (
    APIConnectionError,
    APITimeoutError,
    ServerError,
    SkillpassError,
    family_of,
)
from ._mask import mask_secrets
from ._response import Headers, Response
from ._retry import Failure, retry_after_seconds
from ._settings import Settings


class Outgoing(NamedTuple):
    """What is sent, the same on every try. The API key is added on the wire only."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Optional[bytes]
    idempotency_key: Optional[str]


# What sockets and the HTTP library raise when there is no answer, or half of one.
Broken = (OSError, HTTPException)


def attempt(
    settings: Settings, connections: Connections, outgoing: Outgoing, seconds: float
) -> Union[Response, Failure]:
    """One try: what was answered, or the error it would become were it the last."""
    deadline = time.monotonic() + seconds
    try:
        response = _exchange(settings, connections, outgoing, deadline)
    except Broken as cause:
        return failure_of(settings, outgoing, cause, seconds)
    return judge(settings, outgoing, response)


def _exchange(
    settings: Settings, connections: Connections, outgoing: Outgoing, deadline: float
) -> Response:
    connection = connections.open(deadline)
    try:
        answer = begin(settings, connections, connection, outgoing, deadline)
        body = answer.read()
    except BaseException:
        connection.close()
        raise
    if answer.will_close:
        connection.close()
    else:
        connection.rest(answer)
        connections.give_back(connection)
    return response_of(answer, body, outgoing)


def begin(
    settings: Settings,
    connections: Connections,
    connection: Connection,
    outgoing: Outgoing,
    deadline: float,
) -> HTTPResponse:
    """Sends the request and reads the head of the answer."""
    connection.wire.deadline = deadline
    prefix = urlsplit(settings.base_url).path
    headers = {**outgoing.headers, **connections.extra_headers()}
    key = settings.key()
    if key is not None:
        headers.setdefault("authorization", f"Bearer {key}")
    return connection.send(Sending(outgoing.method, prefix + outgoing.path, headers, outgoing.body))


def response_of(answer: HTTPResponse, body: bytes, outgoing: Outgoing) -> Response:
    return Response(answer.status, Headers(answer.getheaders()), body, outgoing.idempotency_key)


def failure_of(settings: Settings, outgoing: Outgoing, cause: Exception, seconds: float) -> Failure:
    # Its frames hold the request as it went out, the key in it: tools that print frames print that.
    cause.__traceback__ = None
    cause.__context__ = None
    late = isinstance(cause, socket.timeout)
    error = (
        _too_late(settings, outgoing, seconds) if late else _unreachable(settings, outgoing, cause)
    )
    error.__cause__ = cause
    return Failure(error, None)


def judge(settings: Settings, outgoing: Outgoing, response: Response) -> Union[Response, Failure]:
    """The answer itself when its status is 2xx."""
    if 200 <= response.status < 300:
        return response
    return Failure(_refusal(settings, outgoing, response), response.headers.get("x-should-retry"))


def _refusal(settings: Settings, outgoing: Outgoing, response: Response) -> SkillpassError:
    fields = _error_object(response)
    if fields is None:
        return _no_answer(settings, outgoing, response)
    return family_of(response.status)(
        fields["code"],
        mask_secrets(fields["message"], settings.key()),
        status=response.status,
        doc_url=_text(fields.get("doc_url")),
        request_id=_text(fields.get("request_id")) or response.request_id,
        param=_text(fields.get("param")),
        details=fields.get("details"),
        retryable=fields.get("retryable") is True,
        retry_after=_retry_after(settings, response),
        idempotency_key=outgoing.idempotency_key,
        response=response,
    )


def _no_answer(settings: Settings, outgoing: Outgoing, response: Response) -> SkillpassError:
    """A status without the service's error object comes from something between, such as a proxy."""
    status = response.status
    family = ServerError if status < 400 else family_of(status)
    return family(
        "RESPONSE_INVALID",
        f"{_origin(settings)} answered {status} without an error object: "
        "it may not be a skillpass service.",
        status=status,
        request_id=response.request_id,
        retryable=status >= 500,
        retry_after=_retry_after(settings, response),
        idempotency_key=outgoing.idempotency_key,
        response=response,
    )


def _error_object(response: Response) -> Optional[Dict[str, Any]]:
    try:
        whole = json.loads(response.body)
    except ValueError:
        return None
    fields = whole.get("error") if isinstance(whole, dict) else None
    if not isinstance(fields, dict):
        return None
    known = isinstance(fields.get("code"), str) and isinstance(fields.get("message"), str)
    return fields if known else None


def _retry_after(settings: Settings, response: Response) -> Optional[int]:
    return retry_after_seconds(response.headers.get("retry-after"), settings.time.now())


def _too_late(settings: Settings, outgoing: Outgoing, seconds: float) -> SkillpassError:
    return APITimeoutError(
        "TIMEOUT",
        f"No answer from {_origin(settings)} within {seconds:g} s.",
        retryable=True,
        idempotency_key=outgoing.idempotency_key,
    )


def _unreachable(settings: Settings, outgoing: Outgoing, cause: Exception) -> SkillpassError:
    origin = _origin(settings)
    refused = isinstance(cause, ConnectionRefusedError)
    said = mask_secrets(str(cause) or type(cause).__name__, settings.key())
    why = f"nothing listens at {origin}" if refused else f"{origin}: {said}"
    return APIConnectionError(
        "CONNECTION_REFUSED" if refused else "CONNECTION_FAILED",
        f"Could not reach the service: {why}.",
        retryable=True,
        idempotency_key=outgoing.idempotency_key,
    )


def _origin(settings: Settings) -> str:
    parts = urlsplit(settings.base_url)
    return f"{parts.scheme}://{parts.netloc}"


def _text(value: object) -> Optional[str]:
    return value if isinstance(value, str) else None
