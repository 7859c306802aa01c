from __future__ import annotations

import codecs
import re
from typing import Iterable, Iterator, List, NamedTuple, Optional, Tuple


class SseMessage(NamedTuple):
    """One server-sent event, as it stands on the wire."""

    # The last id the stream has named; None before the first.
    id: Optional[str]
    event: str
    data: str


def messages_of(chunks: Iterable[bytes]) -> Iterator[SseMessage]:
    """After the WHATWG rules. Comments and what breaks off in the middle are left out."""
    last: Optional[str] = None
    event = ""
    data: List[str] = []
    for line in _lines(chunks):
        if line == "":
            if data:
                yield SseMessage(last, event or "message", "\n".join(data))
            event, data = "", []
            continue
        name, value = _field(line)
        if name == "data":
            data.append(value)
        elif name == "event":
            event = value
        elif name == "id" and "\0" not in value:
            last = value


def _field(line: str) -> Tuple[str, str]:
    # A comment is a field without a name.
    name, _, value = line.partition(":")
    return name, value[1:] if value.startswith(" ") else value


def _lines(chunks: Iterable[bytes]) -> Iterator[str]:
    """They end in three ways; a `\\r` at the end of a chunk waits for what follows it."""
    decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
    rest = ""
    for chunk in chunks:
        rest += decoder.decode(chunk)
        held = "\r" if rest.endswith("\r") else ""
        *lines, end = re.split(r"\r\n|\n|\r", rest[: len(rest) - len(held)])
        rest = end + held
        yield from lines
