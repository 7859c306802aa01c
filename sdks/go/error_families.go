package skillpass

// Each family has the fields of Error, and is an Error too: errors.As finds both.

// AuthenticationError is a 401: no key, or one the service does not take.
type AuthenticationError Error

// PermissionError is a 403: the key may not do this; Details say what to grant.
type PermissionError Error

// NotFoundError is a 404.
type NotFoundError Error

// ConflictError is a 409: the state of the thing forbids it.
type ConflictError Error

// GoneError is a 410: it was there once.
type GoneError Error

// ValidationError is any other 4xx, or a parameter that cannot be right: the request is wrong.
type ValidationError Error

// RateLimitError is a 429, after the retries.
type RateLimitError Error

// ServerError is a 5xx, after the retries, or an answer that is none.
type ServerError Error

// ConnectionError: no answer arrived.
type ConnectionError Error

// TimeoutError: no answer arrived in time, of one try or of the whole call. It is a ConnectionError too.
type TimeoutError Error

// AbortedError: the context of the caller ended the call; errors.Is finds context.Canceled or
// context.DeadlineExceeded.
type AbortedError Error

// Error is the message with code, status and request id.
func (e *AuthenticationError) Error() string { return (*Error)(e).Error() }

// Unwrap is the same error as *Error.
func (e *AuthenticationError) Unwrap() error { return (*Error)(e) }

// Error is the message with code, status and request id.
func (e *PermissionError) Error() string { return (*Error)(e).Error() }

// Unwrap is the same error as *Error.
func (e *PermissionError) Unwrap() error { return (*Error)(e) }

// Error is the message with code, status and request id.
func (e *NotFoundError) Error() string { return (*Error)(e).Error() }

// Unwrap is the same error as *Error.
func (e *NotFoundError) Unwrap() error { return (*Error)(e) }

// Error is the message with code, status and request id.
func (e *ConflictError) Error() string { return (*Error)(e).Error() }

// Unwrap is the same error as *Error.
func (e *ConflictError) Unwrap() error { return (*Error)(e) }

// Error is the message with code, status and request id.
func (e *GoneError) Error() string { return (*Error)(e).Error() }

// Unwrap is the same error as *Error.
func (e *GoneError) Unwrap() error { return (*Error)(e) }

// Error is the message with code, status and request id.
func (e *ValidationError) Error() string { return (*Error)(e).Error() }

// Unwrap is the same error as *Error.
func (e *ValidationError) Unwrap() error { return (*Error)(e) }

// Problems are the problems of the request, all of them.
func (e *ValidationError) Problems() []Problem { return (*Error)(e).Problems() }

// Error is the message with code, status and request id.
func (e *RateLimitError) Error() string { return (*Error)(e).Error() }

// Unwrap is the same error as *Error.
func (e *RateLimitError) Unwrap() error { return (*Error)(e) }

// Error is the message with code, status and request id.
func (e *ServerError) Error() string { return (*Error)(e).Error() }

// Unwrap is the same error as *Error.
func (e *ServerError) Unwrap() error { return (*Error)(e) }

// Error is the message with code, status and request id.
func (e *ConnectionError) Error() string { return (*Error)(e).Error() }

// Unwrap is the same error as *Error.
func (e *ConnectionError) Unwrap() error { return (*Error)(e) }

// Error is the message with code, status and request id.
func (e *TimeoutError) Error() string { return (*Error)(e).Error() }

// Unwrap is the same error as *ConnectionError.
func (e *TimeoutError) Unwrap() error { return (*ConnectionError)(e) }

// Timeout is true, as of every timeout of package net.
func (e *TimeoutError) Timeout() bool { return true }

// Error is the message with code, status and request id.
func (e *AbortedError) Error() string { return (*Error)(e).Error() }

// Unwrap is the same error as *Error.
func (e *AbortedError) Unwrap() error { return (*Error)(e) }

// inFamily gives an error of the service the type of its status.
func inFamily(e *Error) error {
	switch {
	case e.Status == 401:
		return (*AuthenticationError)(e)
	case e.Status == 403:
		return (*PermissionError)(e)
	case e.Status == 404:
		return (*NotFoundError)(e)
	case e.Status == 409:
		return (*ConflictError)(e)
	case e.Status == 410:
		return (*GoneError)(e)
	case e.Status == 429:
		return (*RateLimitError)(e)
	case e.Status >= 400 && e.Status < 500:
		return (*ValidationError)(e)
	default:
		return (*ServerError)(e)
	}
}
