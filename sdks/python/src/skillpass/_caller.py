from __future__ import annotations

from typing import Any, Mapping, Optional, TypeVar

from ._address import target
from ._connections import Connections
from ._endpoint import Endpoint
from ._errors import ServerError
from ._model import Model
from ._pages import Page
from ._request import request
from ._response import Response
from ._settings import Settings, positive
from ._streams import Stream

T = TypeVar("T")


class Caller:
    """Carries calls of operations out."""

    def __init__(self, settings: Settings, connections: Connections) -> None:
        self.settings = settings
        self.connections = connections

    def one(
        self,
        endpoint: Endpoint[T],
        fields: Mapping[str, object],
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> T:
        response = self._answer(endpoint, fields, idempotency_key, timeout)
        answer = endpoint.answer(_object(response))
        if isinstance(answer, Model):
            answer.last_response = response
        return answer

    def list(
        self,
        endpoint: Endpoint[T],
        fields: Mapping[str, object],
        *,
        timeout: Optional[float] = None,
    ) -> Page[T]:
        response = self._answer(endpoint, fields, None, timeout)
        page = _object(response)
        rows, cursor = page.get("data"), page.get("next_cursor")
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise _strange(response, "something that is no page of a list")
        if not (cursor is None or isinstance(cursor, str)):
            raise _strange(response, "something that is no page of a list")
        asked = fields.get("cursor")
        return Page(
            data=[endpoint.answer(row) for row in rows],
            has_more=page.get("has_more") is True,
            next_cursor=cursor,
            last_response=response,
            fetch=lambda after: self.list(endpoint, {**fields, "cursor": after}, timeout=timeout),
            cursor=asked if isinstance(asked, str) else None,
        )

    def stream(
        self,
        endpoint: Endpoint[T],
        fields: Mapping[str, object],
        *,
        last_event_id: Optional[str] = None,
        timeout: Optional[float] = None,
        silence: float = 40.0,
    ) -> Stream[T]:
        return Stream(
            _timed(self.settings, timeout),
            self.connections,
            target(endpoint, fields),
            endpoint.answer,
            resumes=endpoint.resumes,
            last_event_id=last_event_id,
            silence=positive("silence", silence),
        )

    def _answer(
        self,
        endpoint: Endpoint[T],
        fields: Mapping[str, object],
        idempotency_key: Optional[str],
        timeout: Optional[float],
    ) -> Response:
        where = target(endpoint, fields)
        settings = _timed(self.settings, timeout)
        return request(settings, self.connections, endpoint.method, where, idempotency_key)


def _timed(settings: Settings, timeout: Optional[float]) -> Settings:
    return settings if timeout is None else settings._replace(timeout=positive("timeout", timeout))


def _object(response: Response) -> Mapping[str, Any]:
    """The service checks its answers against its contract: here they only have to be an object."""
    try:
        answer = response.json()
    except ValueError:
        raise _strange(response, "something that is not JSON") from None
    if not isinstance(answer, dict):
        raise _strange(response, "JSON that is no object")
    return answer


def _strange(response: Response, what: str) -> ServerError:
    return ServerError(
        "RESPONSE_INVALID",
        f"The service answered {response.status} with {what}.",
        status=response.status,
        request_id=response.request_id,
        idempotency_key=response.idempotency_key,
        response=response,
    )
