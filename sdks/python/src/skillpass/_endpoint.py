from __future__ import annotations

from typing import Any, Callable, Generic, Tuple, TypeVar

T = TypeVar("T")


class NotGiven:
    """Stands where nothing was given, in fields for which None is a value of its own."""

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven()


class Endpoint(Generic[T]):
    """Where one operation lives, where the fields of its input go, and what it answers."""

    def __init__(
        self,
        name: str,
        method: str,
        path: str,
        answer: Callable[[Any], T],
        *,
        body: bool = False,
        query: Tuple[str, ...] = (),
        nullable: Tuple[str, ...] = (),
        resumes: bool = False,
    ) -> None:
        self.name = name
        self.method = method
        # `{name}` marks a field of the input.
        self.path = path
        self.answer = answer
        # The operation reads a JSON body: fields that are in no other place go there.
        self.body = body
        # Fields that go to the query although there is a body.
        self.query = query
        # Fields for which None is a value; of all others it counts as not given.
        self.nullable = nullable
        # Of a stream: it can go on after the message named in `Last-Event-ID`.
        self.resumes = resumes
