from __future__ import annotations

import pickle
import unittest
from typing import Callable, Dict, List, Type, get_args

from scripted import Answer, refusal, rig

import skillpass
from skillpass import (
    AuthenticationError,
    ConflictError,
    GoneError,
    KnownErrorCode,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    Skillpass,
    SkillpassError,
    ValidationError,
)

FAMILIES = {
    400: ValidationError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    405: ValidationError,
    408: ValidationError,
    409: ConflictError,
    410: GoneError,
    413: ValidationError,
    415: ValidationError,
    422: ValidationError,
    429: RateLimitError,
    500: ServerError,
    503: ServerError,
}


class Errors(unittest.TestCase):
    def raised(self, *script: Answer) -> SkillpassError:
        with rig(*script, max_retries=0) as r:
            with self.assertRaises(SkillpassError) as caught:
                r.client.users.get("usr_1")
        return caught.exception

    def test_every_status_has_its_family(self) -> None:
        for status, family in FAMILIES.items():
            with self.subTest(status):
                self.assertIs(type(self.raised(refusal(status, "SOME_CODE"))), family)

    def test_every_error_code(self) -> None:
        codes = get_args(KnownErrorCode)
        self.assertGreater(len(codes), 60)
        with rig(*[refusal(422, code) for code in codes]) as r:
            for code in codes:
                with self.assertRaises(ValidationError) as caught:
                    r.client.me.get()
                self.assertEqual(caught.exception.code, code)

    def test_unknown_error_code(self) -> None:
        error = self.raised(refusal(409, "INVENTED_TOMORROW"))
        self.assertEqual((type(error), error.code), (ConflictError, "INVENTED_TOMORROW"))

    def test_errors_say_all_they_know(self) -> None:
        details = [{"pointer": "/skill", "code": "required", "message": "is required"}]
        headers = {
            "retry-after": "3",
            "ratelimit-policy": '"burst";q=20;w=20',
            "ratelimit": '"burst";r=0;t=3',
        }
        facts = {"param": "skill", "details": details, "retryable": True}
        error = self.raised(refusal(429, "RATE_LIMITED", headers, **facts))
        self.assertEqual(
            error.to_dict(),
            {
                "code": "RATE_LIMITED",
                "message": "Refused with RATE_LIMITED.",
                "status": 429,
                "doc_url": "https://example.com/docs/errors/RATE_LIMITED",
                "request_id": "req_x",
                "param": "skill",
                "details": details,
                "retryable": True,
                "retry_after_seconds": 3,
            },
        )
        self.assertEqual(str(error), "RATE_LIMITED: Refused with RATE_LIMITED. (req_x)")
        assert error.response is not None and error.response.rate_limit is not None
        self.assertEqual(error.response.rate_limit.windows["burst"].remaining, 0)

    def test_answers_without_an_error_object(self) -> None:
        for status, family in ((502, ServerError), (404, NotFoundError), (307, ServerError)):
            with self.subTest(status):
                error = self.raised(Answer(status, body="<html>nginx</html>"))
                self.assertEqual((type(error), error.code), (family, "RESPONSE_INVALID"))
                self.assertIn("may not be a skillpass service", error.message)

    def test_success_that_is_no_json(self) -> None:
        for body in ("<html>", "", "[1]", "null"):
            with self.subTest(body):
                error = self.raised(Answer(body=body))
                self.assertEqual((type(error), error.code), (ServerError, "RESPONSE_INVALID"))

    def test_redirects_are_not_followed(self) -> None:
        with rig(Answer()) as other:
            location = {"location": f"{other.server.url}/v1/me"}
            for status in (301, 302, 303, 307, 308):
                with rig(Answer(status, location)) as r:
                    with self.assertRaises(ServerError):
                        r.client.me.get()
                    self.assertEqual(len(r.received), 1)
            self.assertEqual(other.received, [])

    def test_errors_can_be_pickled(self) -> None:
        error = self.raised(refusal(404, "USER_NOT_FOUND"))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((type(again), again.to_dict()), (NotFoundError, error.to_dict()))

    def test_values_that_cannot_be_right_are_refused_before_anything_is_sent(self) -> None:
        wrong: Dict[str, Callable[[], object]] = {
            "api_key": lambda: Skillpass("sk_test_with\nline break"),
            "base_url": lambda: Skillpass(base_url="localhost:4747"),
            "timeout": lambda: Skillpass(timeout=0),
            "total_timeout": lambda: Skillpass(total_timeout=float("nan")),
            "max_retries": lambda: Skillpass(max_retries=-1),
            "headers": lambda: Skillpass(headers={"x-one": "a\r\nx-two: b"}),
            "id": lambda: Skillpass().users.get(""),
            "user_id": lambda: Skillpass().verify.passport(""),
            "path": lambda: Skillpass().request("GET", "//elsewhere/v1"),
            "idempotency_key": lambda: Skillpass().users.create(
                display_name="Kim", idempotency_key="a b"
            ),
        }
        for param, make in wrong.items():
            with self.subTest(param), self.assertRaises(ValidationError) as caught:
                make()
            self.assertEqual(
                (caught.exception.code, caught.exception.param), ("PARAMETER_INVALID", param)
            )

    def test_path_values_cannot_climb(self) -> None:
        for value in ("..", "."):
            with self.assertRaises(ValidationError):
                Skillpass().users.get(value)
        with rig(Answer()) as r:
            r.client.users.get("../keys?x#y")
            self.assertEqual(r.received[0].path, "/v1/users/..%2Fkeys%3Fx%23y")

    def test_every_family_is_exported(self) -> None:
        families: List[Type[SkillpassError]] = [SkillpassError]
        for family in families:
            families.extend(family.__subclasses__())
            self.assertIs(getattr(skillpass, family.__name__), family)
        self.assertEqual(len(families), 12)


if __name__ == "__main__":
    unittest.main()
