"""The Python client of skillpass."""

from . import types, webhooks
from ._aio_client import AsyncSkillpass
from ._aio_pages import AsyncListing, AsyncPage
from ._aio_streams import AsyncStream
from ._client import Skillpass
from ._endpoint import NOT_GIVEN, NotGiven
from ._errors import (
    APIConnectionError,
    APITimeoutError,
    AuthenticationError,
    ConflictError,
    GoneError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    SkillpassError,
    ValidationError,
    WebhookVerificationError,
)
from ._generated.error_codes import ErrorCode, KnownErrorCode
from ._generated.version import __version__
from ._model import Model
from ._pages import Page
from ._response import Headers, RateLimit, RateLimitWindow, Response
from ._streams import Stream, StreamMessage
from ._time import Time

__all__ = [
    "APIConnectionError",
    "APITimeoutError",
    "AsyncListing",
    "AsyncPage",
    "AsyncSkillpass",
    "AsyncStream",
    "AuthenticationError",
    "ConflictError",
    "ErrorCode",
    "GoneError",
    "Headers",
    "KnownErrorCode",
    "Model",
    "NOT_GIVEN",
    "NotFoundError",
    "NotGiven",
    "Page",
    "PermissionDeniedError",
    "RateLimit",
    "RateLimitError",
    "RateLimitWindow",
    "Response",
    "ServerError",
    "Skillpass",
    "SkillpassError",
    "Stream",
    "StreamMessage",
    "Time",
    "ValidationError",
    "WebhookVerificationError",
    "__version__",
    "types",
    "webhooks",
]
