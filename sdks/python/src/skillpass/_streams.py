from __future__ import annotations

import json
import logging
import math
import socket
import threading
import time
from http.client import HTTPResponse
from types import TracebackType
from typing import Any, Callable, Generic, Iterator, NamedTuple, Optional, Type, TypeVar, Union

from ._address import Target
from ._attempt import Broken, begin, failure_of, judge, response_of
from ._connections import Connection, Connections
from ._errors import APIConnectionError, ServerError, SkillpassError
from ._request import outgoing_of
from ._response import Response
from ._retry import Failure, pause_before, worth_retrying
from ._settings import Settings
from ._sse import messages_of

T = TypeVar("T")
_LONGEST_PAUSE = 5.0
_log = logging.getLogger("skillpass")


class StreamMessage(Generic[T]):
    """One message of a stream."""

    def __init__(self, id: Optional[str], event: str, data: T) -> None:
        self.id = id
        """To go on after it later: `last_event_id`. None where the stream has no ids."""
        self.event = event
        """What kind of message it is: the event type, `log`, `delivery`."""
        self.data = data

    def __repr__(self) -> str:
        return f"StreamMessage(id={self.id!r}, event={self.event!r}, data={self.data!r})"


class _Open(NamedTuple):
    connection: Connection
    answer: HTTPResponse


class Stream(Iterator[StreamMessage[T]]):
    """
    The messages of a stream, for ever: a connection that ends, breaks or falls silent is opened
    again, where the operation can, after the last message. Only a refusal ends it, a first
    connection that cannot be made, or `close`, from any thread.
    """

    def __init__(
        self,
        settings: Settings,
        connections: Connections,
        target: Target,
        answer: Callable[[Any], T],
        *,
        resumes: bool,
        last_event_id: Optional[str],
        silence: float,
    ) -> None:
        self._settings = settings
        self._connections = connections
        self._target = target
        self._answer = answer
        self._resumes = resumes
        self._silence = silence
        self._stopped = threading.Event()
        self._current: Optional[Connection] = None
        self._opened: Optional[_Open] = None
        self._is_begun = False
        self._messages = self._follow()
        self.last_event_id = last_event_id
        """Of the last message that came."""

    def __next__(self) -> StreamMessage[T]:
        return next(self._messages)

    def open(self) -> None:
        """
        Waits until the stream stands: nothing that happens from now on is missed. `with` does it
        too, and so does taking the first message.
        """
        if self._opened is None and not self._is_begun:
            self._opened = self._first()

    def __enter__(self) -> Stream[T]:
        self.open()
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends it, from any thread."""
        self._stopped.set()
        current = self._current
        if current is not None:
            current.abort()

    def _follow(self) -> Iterator[StreamMessage[T]]:
        self.open()
        self._is_begun, opened = True, self._opened
        while opened is not None:
            try:
                yield from self._read(opened)
            finally:
                self._current = None
                opened.connection.close()
            opened = self._again()

    def _read(self, opened: _Open) -> Iterator[StreamMessage[T]]:
        """Until the connection is lost."""
        opened.connection.wire.deadline = math.inf
        opened.connection.wire.patience = self._silence
        for message in messages_of(self._chunks(opened.answer)):
            if self._stopped.is_set():
                return
            self.last_event_id = message.id or self.last_event_id
            yield StreamMessage(message.id, message.event, self._answer(_object(message.data)))

    def _chunks(self, answer: HTTPResponse) -> Iterator[bytes]:
        while not self._stopped.is_set():
            try:
                chunk = answer.read1(65_536)
            except socket.timeout:
                _log.debug("%s: silent for %g s", self._target.path, self._silence)
                return
            except Broken as cause:
                _log.debug("%s: lost, %s", self._target.path, type(cause).__name__)
                return
            except (AttributeError, ValueError):
                # What the library makes of an answer that another thread closed.
                if self._stopped.is_set():
                    return
                raise
            if chunk == b"":
                return
            yield chunk

    def _first(self) -> Optional[_Open]:
        retry = 0
        while not self._stopped.is_set():
            opened = self._dial()
            if isinstance(opened, _Open):
                return opened
            may_retry = retry < self._settings.max_retries
            chance = self._settings.time.random()
            pause = pause_before(retry, opened, chance) if may_retry else None
            if pause is None:
                raise opened.error
            self._stopped.wait(pause)
            retry += 1
        return None

    def _again(self) -> Optional[_Open]:
        retry = 0
        while not self._stopped.wait(self._pause(retry)):
            opened = self._dial()
            if isinstance(opened, _Open):
                return opened
            # However long it lasts: whoever waits for a stream waits for the service too.
            if not isinstance(opened.error, APIConnectionError) and not worth_retrying(opened):
                raise opened.error
            retry += 1
        return None

    def _pause(self, retry: int) -> float:
        ceiling = min(_LONGEST_PAUSE, 0.25 * 2.0 ** min(retry, 10))
        return ceiling * (0.75 + 0.25 * self._settings.time.random())

    def _dial(self) -> Union[_Open, Failure]:
        headers = {"accept": "text/event-stream"}
        if self._resumes and self.last_event_id is not None:
            headers["last-event-id"] = self.last_event_id
        outgoing = outgoing_of(self._settings, "GET", self._target, None, headers)
        deadline = time.monotonic() + self._settings.timeout
        connection: Optional[Connection] = None
        try:
            connection = self._connections.open(deadline)
            self._current = connection
            answer = begin(self._settings, self._connections, connection, outgoing, deadline)
            if answer.status == 200 and _is_stream(answer):
                return _Open(connection, answer)
            response = response_of(answer, answer.read(), outgoing)
            connection.close()
        except Broken as cause:
            if connection is not None:
                connection.close()
            return failure_of(self._settings, outgoing, cause, self._settings.timeout)
        judged = judge(self._settings, outgoing, response)
        return judged if isinstance(judged, Failure) else Failure(_no_stream(judged), None)


def _is_stream(answer: HTTPResponse) -> bool:
    kind: str = answer.headers.get("content-type", "")
    return kind.partition(";")[0].strip().lower() == "text/event-stream"


def _no_stream(response: Response) -> SkillpassError:
    return ServerError(
        "RESPONSE_INVALID",
        "The service answered with something that is no stream.",
        status=response.status,
        request_id=response.request_id,
        response=response,
    )


def _object(text: str) -> Any:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if isinstance(value, dict):
        return value
    message = "The stream carried a message that is no JSON object."
    raise ServerError("RESPONSE_INVALID", message)
