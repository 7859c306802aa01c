# Generated from the contract table by scripts/generate-python-sdk.mjs. Do not edit.
from __future__ import annotations

from typing import Mapping, Tuple

# What is wrong, and what to do about it.
ADVICE: Mapping[str, Tuple[str, str]] = {
    "header_missing": (
        "The request lacks headers that belong to a signature.",
        "Send webhook-id, webhook-timestamp and webhook-signature. Where they got lost on the way, let the proxy pass them on.",
    ),
    "timestamp_malformed": (
        "webhook-timestamp is no whole number of seconds.",
        "Send Unix seconds, digits only.",
    ),
    "timestamp_milliseconds": (
        "It was made with a timestamp in milliseconds.",
        "Use whole seconds, in the header and in what is signed: Math.floor(Date.now() / 1000).",
    ),
    "timestamp_too_old": (
        "The signature is right, but its timestamp is too old.",
        "Set the clock of the receiver. A request that was kept to be tried later is refused by design: ask for a new delivery.",
    ),
    "timestamp_in_future": (
        "The signature is right, but its timestamp lies ahead.",
        "Set the clock of the receiver, or of whoever signed.",
    ),
    "signature_absent": (
        "webhook-signature holds no signature of version v1.",
        "It must read v1, and 44 characters of base64; several stand with a space between them.",
    ),
    "signature_mismatch": (
        "The signature does not fit, and no known mistake explains it.",
        "Most likely the secret is that of another endpoint, or the body was changed. Compare the last four characters of the secret with those of the endpoint, and the body with the one that the delivery shows.",
    ),
    "signature_truncated": (
        "It is only the beginning of the right signature.",
        "Something cut the header: copy it whole. A signature has 44 characters after v1,.",
    ),
    "secret_malformed": (
        "The secret is no webhook secret: after whsec_ it must be base64.",
        "Take the secret that the answer to creating the endpoint or to rotating its secret showed. An API key is none.",
    ),
    "signed_empty": (
        "It was made over an empty body.",
        "Whoever signed had no body yet, or it had been read already. Sign the very bytes that you send: serialise once, then sign and send that.",
    ),
    "body_empty": (
        "The body at hand is empty, and it is not an empty body that was signed.",
        "Something read the body before you, such as a JSON middleware. Verify the bytes as they arrive, before anything parses them: express.raw() in Express, request.get_data() in Flask, request.body in Django, io.ReadAll in Go.",
    ),
    "body_reserialised": (
        "It fits the body as compact JSON: the body at hand was parsed and written again.",
        "Verify the bytes as they arrive, before anything parses them: express.raw() in Express, request.get_data() in Flask, request.body in Django, io.ReadAll in Go.",
    ),
    "body_newline_added": (
        "It fits the body without the space or line break at its end.",
        "Something added a line break, often an editor or echo (printf adds none). Verify the bytes as they arrive, before anything parses them: express.raw() in Express, request.get_data() in Flask, request.body in Django, io.ReadAll in Go.",
    ),
    "body_newline_removed": (
        "It fits the body with a line break at its end, which got lost.",
        "Do not trim the body. Verify the bytes as they arrive, before anything parses them: express.raw() in Express, request.get_data() in Flask, request.body in Django, io.ReadAll in Go.",
    ),
}
