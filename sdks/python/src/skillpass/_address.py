from __future__ import annotations

import json
import re
from datetime import date, datetime, timedelta, timezone
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Tuple, TypeVar
from urllib.parse import quote, urlencode

from ._endpoint import Endpoint, NotGiven
from ._errors import invalid

T = TypeVar("T")


class Target(NamedTuple):
    # Path and query.
    path: str
    body: Optional[bytes]


def target(endpoint: Endpoint[T], given: Mapping[str, object]) -> Target:
    """Takes the fields of a call apart into path, query and body."""
    rest = {
        name: plain(name, value)
        for name, value in given.items()
        if not isinstance(value, NotGiven) and (value is not None or name in endpoint.nullable)
    }
    path = re.sub(r"{(\w+)}", lambda found: _path_value(found.group(1), rest), endpoint.path)
    if not endpoint.body:
        return Target(_with_query(path, rest), None)
    query = {name: rest.pop(name) for name in endpoint.query if name in rest}
    return Target(_with_query(path, query), encoded(rest))


def encoded(body: object) -> bytes:
    try:
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return text.encode("utf-8")
    except (TypeError, ValueError) as cause:
        raise invalid("body", f"The body cannot be written as JSON: {cause}.") from cause


def plain(name: str, value: object) -> Any:
    """Instants, dates and spans as the service reads them; all else as it is."""
    if isinstance(value, datetime):
        return _instant(name, value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, timedelta):
        return int(value.total_seconds())
    if isinstance(value, Mapping):
        return {key: plain(f"{name}.{key}", inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(name, inner) for inner in value]
    return value


def _instant(name: str, value: datetime) -> str:
    if value.tzinfo is None:
        raise invalid(
            name, f'"{name}" is a datetime without a time zone: datetime.now(timezone.utc) has one.'
        )
    text = value.astimezone(timezone.utc).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def _path_value(name: str, rest: Dict[str, Any]) -> str:
    # `.` and `..` survive percent-encoding and would climb to another route.
    text = rest.pop(name, "")
    argument = re.sub("[A-Z]", lambda letter: f"_{letter.group().lower()}", name)
    if not isinstance(text, str) or text == "":
        raise invalid(argument, f'"{argument}" is missing.')
    if text in (".", ".."):
        raise invalid(argument, f'"{argument}" cannot be "{text}".')
    return quote(text, safe="", errors="replace")


def _with_query(path: str, fields: Mapping[str, Any]) -> str:
    pairs: List[Tuple[str, str]] = []
    for name, value in fields.items():
        for one in value if isinstance(value, list) else [value]:
            pairs.append(
                (name, ("true" if one else "false") if isinstance(one, bool) else str(one))
            )
    return f"{path}?{urlencode(pairs, errors='replace')}" if pairs else path
