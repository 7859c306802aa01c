"""
Plays the cases that the clients of all languages share; one outcome a line.

What it reads and writes is described in test/conformance/case.ts of the repository.
"""

from __future__ import annotations

import json
import sys
import threading
import time
import traceback
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple, Type

import skillpass
from skillpass import Response, Skillpass, SkillpassError, webhooks

Call = Mapping[str, Any]
Seen = List[str]


def main() -> None:
    tasks = json.load(sys.stdin)
    threads = [
        threading.Thread(target=play, args=(at, task))
        for at, task in enumerate(tasks)
        if task is not None
    ]
    for thread in threads:
        thread.start()
        # All at the same instant, they would wait for each other instead of for the server.
        time.sleep(0.005)
    for thread in threads:
        thread.join()


_printing = threading.Lock()


def play(at: int, task: Mapping[str, Any]) -> None:
    begun = time.monotonic()
    outcome = outcome_of(task)
    milliseconds = (time.monotonic() - begun) * 1000
    with _printing:
        print(json.dumps({"at": at, "ms": milliseconds, "outcome": outcome}), flush=True)


def outcome_of(task: Mapping[str, Any]) -> Dict[str, Any]:
    call, seen = task["call"], []  # type: Tuple[Call, Seen]
    try:
        with client_of(task) as client:
            return {"ok": True, "value": OPERATIONS[call["do"]](client, call, seen)}
    except Exception as error:
        failed = {"ok": False, "error": described(error)}
        return {**failed, "seen": seen} if call["do"] == "users.list_all" else failed


def client_of(task: Mapping[str, Any]) -> Skillpass:
    setup = task["client"]
    return Skillpass(
        setup["api_key"],
        task["base_url"],
        timeout=seconds(setup.get("timeout_ms")),
        total_timeout=seconds(setup.get("total_timeout_ms")),
        max_retries=setup.get("max_retries"),
    )


def seconds(milliseconds: Optional[float]) -> Optional[float]:
    return None if milliseconds is None else milliseconds / 1000


def create_invite(client: Skillpass, call: Call, _: Seen) -> Any:
    invite = client.invites.create(
        candidate_email="kim@example.com",
        skill="react",
        idempotency_key=call.get("idempotency_key"),
        timeout=seconds(call.get("timeout_ms")),
    )
    return {"id": invite.id, "status": invite.status, "raw": invite}


def get_user(client: Skillpass, call: Call, _: Seen) -> Any:
    user = client.users.get(call["id"], timeout=seconds(call.get("timeout_ms")))
    return {"id": user.id, "status": user.status, "raw": user}


def get_response(client: Skillpass, call: Call, _: Seen) -> Any:
    try:
        response = client.users.get(call["id"]).last_response
    except SkillpassError as error:
        response = error.response
    assert response is not None
    return {
        "status": response.status,
        "request_id": response.request_id,
        "idempotency_key": response.idempotency_key,
        "note": response.headers.get("X-Note"),
        "text": response.text,
        "rate_limit": rate_limit(response),
    }


def rate_limit(response: Response) -> Any:
    limit = response.rate_limit
    if limit is None:
        return None
    windows = {name: window._asdict() for name, window in limit.windows.items()}
    return {**limit._asdict(), "windows": windows}


def list_all(client: Skillpass, call: Call, seen: Seen) -> Any:
    for user in client.users.list(limit=call.get("limit"), cursor=call.get("cursor")):
        seen.append(user.id)
    return seen


def get_passport(client: Skillpass, call: Call, _: Seen) -> Any:
    passport = client.verify.passport(call["user_id"])
    points = [skill.sci_points for skill in passport.skills]
    return {"display_name": passport.display_name, "sci_points": points, "raw": passport}


def request(client: Skillpass, call: Call, _: Seen) -> Any:
    response = client.request(call["method"], call["path"], call.get("body"))
    return {"status": response.status, "text": response.text}


def take_events(client: Skillpass, call: Call, _: Seen) -> Any:
    taken: List[Dict[str, Any]] = []
    with client.events.stream(last_event_id=call.get("last_event_id")) as events:
        while len(taken) < call["count"]:
            message = next(events)
            taken.append({"id": message.id, "event": message.event, "data_id": message.data.id})
    return taken


def show(client: Skillpass, _: Call, __: Seen) -> Any:
    shown = f"{client!r}\n{client}\n{vars(client)!r}\n{client._settings!r}"
    try:
        client.users.get("usr_1")
    except SkillpassError as error:
        whole = json.dumps(error.to_dict(), ensure_ascii=False)
        told = f"{error!r}\n{error}\n{vars(error)!r}\n{whole}\n{traceback.format_exc()}"
        return {"client": shown, "error": told}


def verify_webhook(_: Skillpass, call: Call, __: Seen) -> Any:
    body = call["body"].encode()
    options = {"tolerance": call["tolerance_seconds"]} if "tolerance_seconds" in call else {}
    given: Any = json.loads(body) if call.get("is_parsed") else body
    event = webhooks.verify(given, call["headers"], call["secrets"], **options)
    return {"id": event.id, "event": event.event, "raw": event}


OPERATIONS: Mapping[str, Callable[[Skillpass, Call, Seen], Any]] = {
    "invites.create": create_invite,
    "users.get": get_user,
    "users.response": get_response,
    "users.list_all": list_all,
    "verify.passport": get_passport,
    "request": request,
    "events.take": take_events,
    "print": show,
    "webhooks.verify": verify_webhook,
}

# The narrowest first: an APITimeoutError is an APIConnectionError too.
FAMILIES: Tuple[Tuple[str, Type[SkillpassError]], ...] = (
    ("webhook", skillpass.WebhookVerificationError),
    ("timeout", skillpass.APITimeoutError),
    ("connection", skillpass.APIConnectionError),
    ("authentication", skillpass.AuthenticationError),
    ("permission", skillpass.PermissionDeniedError),
    ("not_found", skillpass.NotFoundError),
    ("conflict", skillpass.ConflictError),
    ("gone", skillpass.GoneError),
    ("rate_limit", skillpass.RateLimitError),
    ("validation", skillpass.ValidationError),
    ("server", skillpass.ServerError),
)


def described(error: Exception) -> Dict[str, Any]:
    if not isinstance(error, SkillpassError):
        return {"unexpected": traceback.format_exc()}
    return {
        "family": next((name for name, family in FAMILIES if isinstance(error, family)), None),
        "code": error.code,
        "message": error.message,
        "status": error.status,
        "request_id": error.request_id,
        "doc_url": error.doc_url,
        "param": error.param,
        "details": error.details,
        "retryable": error.retryable,
        "retry_after": error.retry_after,
        "idempotency_key": error.idempotency_key,
        "mistake": getattr(error, "mistake", None),
    }


if __name__ == "__main__":
    main()
