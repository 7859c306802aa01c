package skillpass

import (
	"encoding/json"
	"fmt"
	"time"
)

// ErrorCode tells errors apart for programs. The set is open: compare with the constants, and expect others.
type ErrorCode string

// Codes of errors that arose on this side of the network; every other code is the service's own.
const (
	// CodeConnectionFailed: the service could not be reached, or the connection broke.
	CodeConnectionFailed ErrorCode = "CONNECTION_FAILED"
	// CodeConnectionRefused: nothing listens at the address.
	CodeConnectionRefused ErrorCode = "CONNECTION_REFUSED"
	// CodeTimeout: no answer came in time, of one try or of the whole call.
	CodeTimeout ErrorCode = "TIMEOUT"
	// CodeAborted: the context of the caller ended the call.
	CodeAborted ErrorCode = "ABORTED"
	// CodeResponseInvalid: what came back is no answer of the service.
	CodeResponseInvalid ErrorCode = "RESPONSE_INVALID"
	// CodeCursorRepeated: the same cursor came twice, the list would never end.
	CodeCursorRepeated ErrorCode = "CURSOR_REPEATED"
	// CodeParameterInvalid: an option or a parameter cannot be right; nothing was sent.
	CodeParameterInvalid ErrorCode = "PARAMETER_INVALID"
)

// Error is every error of this client. Branch on Code or on the type of the family, never on Message:
//
//	var refused *skillpass.Error
//	if errors.As(err, &refused) && refused.Code == skillpass.CodeInviteDuplicate { … }
type Error struct {
	// Code is stable.
	Code ErrorCode
	// Message says what is wrong and what to do; it may change.
	Message string
	// Status is the HTTP status, 0 when no answer arrived.
	Status int
	// DocURL is a page about the code, "" when there is none.
	DocURL string
	// RequestID names the request to the people of the service, "" when no answer arrived.
	RequestID string
	// Param is the one field to blame, "" when there is not just one.
	Param string
	// Details are facts of the code, or a list of problems: see Problems. Nil when there are none.
	Details RawJSON
	// Retryable tells whether the same call may succeed later.
	Retryable bool
	// RetryAfter is how long the service asks to wait, 0 when it does not.
	RetryAfter time.Duration
	// IdempotencyKey is the key the call went out with: send it again and nothing happens twice. "" for a read.
	IdempotencyKey string

	cause error
}

// Error is the message with code, status and request id.
func (e *Error) Error() string {
	text := "skillpass: " + string(e.Code)
	if e.Status != 0 {
		text += fmt.Sprintf(" (%d)", e.Status)
	}
	text += ": " + e.Message
	if e.RequestID != "" {
		text += " [" + e.RequestID + "]"
	}
	return text
}

// Unwrap is what the error came from, such as context.Canceled or a *net.OpError.
func (e *Error) Unwrap() error {
	return e.cause
}

// Problem is one problem of a request that was refused as invalid.
type Problem struct {
	// Pointer is a JSON pointer into the body, or the name of a path or query parameter.
	Pointer string `json:"pointer"`
	// Code is the kind of problem, for programs.
	Code string `json:"code"`
	// Message says what is allowed, for people.
	Message string `json:"message"`
}

// Problems are the problems of a request that was refused as invalid, all of them; nil for another error.
func (e *Error) Problems() []Problem {
	var problems []Problem
	if json.Unmarshal(e.Details, &problems) != nil {
		return nil
	}
	return problems
}

func invalid(param, message string) error {
	return (*ValidationError)(&Error{Code: CodeParameterInvalid, Message: message, Param: param})
}
