from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Tuple, Type

from ._generated.error_codes import ErrorCode
from ._response import Response


class SkillpassError(Exception):
    """
    Every error this client raises. Branch on `code` or on the class, never on `message`.
    """

    code: ErrorCode
    """Stable: programs may branch on it. Open to the codes of a newer service."""
    message: str
    status: Optional[int]
    """HTTP status, None when no answer arrived."""
    doc_url: Optional[str]
    """A page of the service about the code."""
    request_id: Optional[str]
    param: Optional[str]
    """The one field to blame."""
    details: Any
    """Every problem of a validation as a list, or facts of the code as a dict."""
    retryable: bool
    """The same call may succeed later."""
    retry_after: Optional[int]
    """Seconds the service asks to wait."""
    idempotency_key: Optional[str]
    """The key a write went out with: send it again and nothing happens twice."""
    response: Optional[Response]
    """The answer as it came, rate limits included."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: Optional[int] = None,
        doc_url: Optional[str] = None,
        request_id: Optional[str] = None,
        param: Optional[str] = None,
        details: Any = None,
        retryable: bool = False,
        retry_after: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        response: Optional[Response] = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.doc_url = doc_url
        self.request_id = request_id
        self.param = param
        self.details = details
        self.retryable = retryable
        self.retry_after = retry_after
        self.idempotency_key = idempotency_key
        self.response = response

    def __str__(self) -> str:
        request = "" if self.request_id is None else f" ({self.request_id})"
        return f"{self.code}: {self.message}{request}"

    def __repr__(self) -> str:
        status = "" if self.status is None else f", status={self.status}"
        return f"{type(self).__name__}(code={self.code!r}, message={self.message!r}{status})"

    def to_dict(self) -> Dict[str, Any]:
        """The shape of the service's own error object."""
        return {
            "code": self.code,
            "message": self.message,
            "status": self.status,
            "doc_url": self.doc_url,
            "request_id": self.request_id,
            "param": self.param,
            "details": self.details,
            "retryable": self.retryable,
            "retry_after_seconds": self.retry_after,
        }

    def __reduce__(self) -> Tuple[Any, ...]:
        # Exceptions are pickled by their positional arguments, such as between processes.
        return _revived, (type(self), dict(self.__dict__))


def _revived(family: Type[SkillpassError], fields: Mapping[str, Any]) -> SkillpassError:
    error = family(fields["code"], fields["message"])
    error.__dict__.update(fields)
    return error


class AuthenticationError(SkillpassError):
    """401: no key, or one the service does not take."""


class PermissionDeniedError(SkillpassError):
    """403: the key may not do this; `details["required"]` says what to grant."""


class NotFoundError(SkillpassError):
    """404."""


class GoneError(SkillpassError):
    """410: it was there once."""


class ConflictError(SkillpassError):
    """409: the state of the thing forbids it."""


class ValidationError(SkillpassError):
    """Any other 4xx, or a value refused before it was sent; `details` lists every problem."""


class RateLimitError(SkillpassError):
    """429, after the retries."""


class ServerError(SkillpassError):
    """5xx, after the retries, or an answer that is none."""


class APIConnectionError(SkillpassError):
    """No answer arrived."""


class APITimeoutError(APIConnectionError):
    """No answer arrived in time, of one try or of the whole call."""


class WebhookVerificationError(SkillpassError):
    """A delivery that does not prove where it came from: answer 400 and do nothing else."""

    mistake: Optional[str] = None
    """What explains it beyond doubt, such as `BODY_RESERIALISED`; None when nothing does."""
    fix: str = ""
    """What to do about it."""


_FAMILIES: Mapping[int, Type[SkillpassError]] = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    410: GoneError,
    429: RateLimitError,
}


def family_of(status: int) -> Type[SkillpassError]:
    """The class for an HTTP status."""
    family = _FAMILIES.get(status)
    if family is not None:
        return family
    return ValidationError if 400 <= status < 500 else ServerError


def invalid(param: str, message: str) -> ValidationError:
    return ValidationError("PARAMETER_INVALID", message, param=param)
