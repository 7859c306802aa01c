package skillpass

import "fmt"

// WebhookErrorCode tells why a delivery was refused.
type WebhookErrorCode string

// Why a delivery was refused.
const (
	// HeaderMissing: one of the headers that belong to a signature is not there.
	HeaderMissing WebhookErrorCode = "HEADER_MISSING"
	// TimestampMalformed: Webhook-Timestamp is no whole number.
	TimestampMalformed WebhookErrorCode = "TIMESTAMP_MALFORMED"
	// TimestampTooOld: the delivery is older than the tolerance.
	TimestampTooOld WebhookErrorCode = "TIMESTAMP_TOO_OLD"
	// TimestampInFuture: the delivery is further ahead than the tolerance.
	TimestampInFuture WebhookErrorCode = "TIMESTAMP_IN_FUTURE"
	// SignatureAbsent: no signature of version v1 in the header.
	SignatureAbsent WebhookErrorCode = "SIGNATURE_ABSENT"
	// SignatureMismatch: wrong secret, or the body is not byte for byte what was sent.
	SignatureMismatch WebhookErrorCode = "SIGNATURE_MISMATCH"
	// BodyInvalid: the signature is right, but the body is no event.
	BodyInvalid WebhookErrorCode = "BODY_INVALID"
	// BodyTooLarge: the body is longer than the handler reads.
	BodyTooLarge WebhookErrorCode = "BODY_TOO_LARGE"
)

// WebhookError says why a delivery was refused, and what to do about it. It never shows a secret.
type WebhookError struct {
	// Code is stable.
	Code WebhookErrorCode
	// Mistake is the mistake that explains it beyond doubt, such as "BODY_RESERIALISED": once undone, the signature is
	// right. "" when none does.
	Mistake string
	// Message says what is wrong.
	Message string
	// Fix says what to do.
	Fix string
	// Header is the header to blame, "" when it is none.
	Header string
}

// Error is the code, the message and what to do.
func (e *WebhookError) Error() string {
	return fmt.Sprintf("skillpass: webhook refused: %s: %s %s", e.Code, e.Message, e.Fix)
}

type advice struct{ message, fix string }

const rawBody = "Read the body once with io.ReadAll and verify these bytes, before anything decodes them: json.Marshal does not give them back."

var adviceFor = map[WebhookErrorCode]advice{
	HeaderMissing:      {"The request lacks a header that belongs to a signature.", "Where it got lost on the way, let the proxy pass on Webhook-Id, Webhook-Timestamp and Webhook-Signature."},
	TimestampMalformed: {"Webhook-Timestamp is no whole number of seconds.", "Send Unix seconds, digits only."},
	TimestampTooOld:    {"The timestamp is too old.", "Set the clock of the receiver. A request that was kept to be tried later is refused by design: ask for a new delivery."},
	TimestampInFuture:  {"The timestamp lies ahead.", "Set the clock of the receiver, or of whoever signed."},
	SignatureAbsent:    {"Webhook-Signature holds no signature of version v1.", "It must read v1, and 44 characters of base64; several stand with a space between them."},
	SignatureMismatch:  {"The signature does not fit, and no known mistake explains it.", "Most likely the secret is that of another endpoint, or the body was changed. Compare the last four characters of the secret with those of the endpoint; skillpass webhook verify tries more."},
	BodyInvalid:        {"The signature is right, but the body is no event.", "Whoever holds the secret sent something else: an event is a JSON object with id and event."},
	BodyTooLarge:       {"The body is longer than this receiver reads.", "Raise MaxBody of the WebhookVerifier."},
}

func refused(code WebhookErrorCode, header string) *WebhookError {
	known := adviceFor[code]
	return &WebhookError{Code: code, Message: known.message, Fix: known.fix, Header: header}
}

func late(code WebhookErrorCode, seconds int64, how string, tolerance int64, isMilliseconds bool) error {
	err := refused(code, "Webhook-Timestamp")
	if isMilliseconds {
		err.Mistake = "TIMESTAMP_MILLISECONDS"
		err.Message = "The timestamp is in milliseconds."
		err.Fix = "Use whole seconds, in the header and in what is signed: time.Now().Unix()."
		return err
	}
	err.Message += fmt.Sprintf(" It is %d s %s; %d s are allowed.", seconds, how, tolerance)
	return err
}
