from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    ClassVar,
    Dict,
    FrozenSet,
    Iterable,
    Mapping,
    NoReturn,
    Optional,
)

from ._mask import mask_secrets
from ._response import Response


class Model(Dict[str, Any]):
    """
    An answer of the service: its JSON object, with its fields as attributes too.

    `invite.status` and `invite["status"]` are the same. Attributes are snake_case, items are named
    as on the wire: `skill.sci_points`, `skill["sciPoints"]`. What a newer service adds passes
    through, new fields as well as new values of a field. A field that may be absent reads as None.
    Read only; `json.dumps` takes it as it is.
    """

    # Attribute → field, where the two differ.
    _names: ClassVar[Mapping[str, str]] = {}
    # Field → what makes classes of its plain value.
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {}
    # Attributes whose field the service may leave out.
    _absent: ClassVar[FrozenSet[str]] = frozenset()

    last_response: Optional[Response] = None
    """Status, headers, request id and rate limits of the answer; None inside of another object."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        super().__init__(fields)
        for name, build in self._nested.items():
            if name in self:
                self[name] = built(build, self[name])

    if not TYPE_CHECKING:
        # Hidden from type checkers, for which an unknown attribute is a slip of the pen.
        def __getattr__(self, name: str) -> Any:
            field = self._names.get(name, name)
            if field in self:
                return self[field]
            if name in self._absent:
                return None
            raise AttributeError(f"{type(self).__name__} has no field {name!r}")

    def __setattr__(self, name: str, value: object) -> None:
        if name != "last_response":
            raise AttributeError(f"{type(self).__name__} is read only: {name!r} cannot be set")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is read only: {name!r} cannot be deleted")

    def __dir__(self) -> Iterable[str]:
        renamed = {field: attribute for attribute, field in self._names.items()}
        return [*super().__dir__(), *(renamed.get(field, field) for field in self)]

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.items())
        return mask_secrets(f"{type(self).__name__}({fields})")


Build = Callable[[Any], Any]


class Several:
    """For a field that holds a list of objects, or one of another kind instead."""

    def __init__(self, items: Build, one: Optional[Build] = None) -> None:
        self._items = items
        self._one = one

    def __call__(self, value: Any) -> Any:
        if isinstance(value, list):
            return [built(self._items, item) for item in value]
        return value if self._one is None else built(self._one, value)


def built(build: Build, value: Any) -> Any:
    """What is not of the shape this version knows passes through, null among it."""
    if isinstance(value, dict) or isinstance(build, Several):
        return build(value)
    return value
