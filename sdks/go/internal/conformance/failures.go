package main

import (
	"errors"
	"time"

	skillpass "github.com/skillpass/skillpass-go"
)

func described(err error) fields {
	var webhook *skillpass.WebhookError
	if errors.As(err, &webhook) {
		told := failure("webhook", &skillpass.Error{Code: skillpass.ErrorCode(webhook.Code), Message: webhook.Message + " " + webhook.Fix})
		told["mistake"] = textOrNil(webhook.Mistake)
		return told
	}
	var found *skillpass.Error
	if !errors.As(err, &found) {
		return fields{"unexpected": err.Error()}
	}
	return failure(familyOf(err), found)
}

func failure(family string, err *skillpass.Error) fields {
	var details any
	if len(err.Details) > 0 {
		details = err.Details
	}
	return fields{
		"family":          family,
		"code":            err.Code,
		"message":         err.Message,
		"status":          numberOrNil(err.Status),
		"request_id":      textOrNil(err.RequestID),
		"doc_url":         textOrNil(err.DocURL),
		"param":           textOrNil(err.Param),
		"details":         details,
		"retryable":       err.Retryable,
		"retry_after":     numberOrNil(int(err.RetryAfter / time.Second)),
		"idempotency_key": textOrNil(err.IdempotencyKey),
		"mistake":         nil,
	}
}

// familyOf asks for the narrowest first: a TimeoutError is a ConnectionError too.
func familyOf(err error) string {
	switch {
	case is[*skillpass.TimeoutError](err):
		return "timeout"
	case is[*skillpass.ConnectionError](err):
		return "connection"
	case is[*skillpass.AuthenticationError](err):
		return "authentication"
	case is[*skillpass.PermissionError](err):
		return "permission"
	case is[*skillpass.NotFoundError](err):
		return "not_found"
	case is[*skillpass.ConflictError](err):
		return "conflict"
	case is[*skillpass.GoneError](err):
		return "gone"
	case is[*skillpass.RateLimitError](err):
		return "rate_limit"
	case is[*skillpass.ValidationError](err):
		return "validation"
	case is[*skillpass.ServerError](err):
		return "server"
	}
	return "none"
}

func is[T error](err error) bool {
	var family T
	return errors.As(err, &family)
}

// textOrNil is nil for what the Go client leaves empty and the others leave out.
func textOrNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func numberOrNil(number int) any {
	if number == 0 {
		return nil
	}
	return number
}
