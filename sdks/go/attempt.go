package skillpass

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// attempt is one try: what was answered, or the error it would become were it the last.
func (c *caller) attempt(ctx context.Context, out outgoing, limit time.Duration, into *Response) (*Response, *failure) {
	if err := ctx.Err(); err != nil {
		return nil, abortedTry(err, out.idempotencyKey)
	}
	try, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	response, err := c.dial(try, c.settings.httpClient, out)
	if err != nil {
		return nil, c.failureOf(ctx, try, out, err, limit)
	}
	// Read to its end, whatever it is: only then the connection is used again.
	body, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	if err != nil {
		return nil, c.failureOf(ctx, try, out, err, limit)
	}
	answer := responseOf(response, body, out.idempotencyKey)
	if into != nil {
		*into = *answer
	}
	return answer, c.judge(answer, out)
}

func (c *caller) dial(ctx context.Context, client *http.Client, out outgoing) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, out.method, out.url, nil)
	if err != nil {
		return nil, err
	}
	for name, values := range out.header {
		request.Header[name] = values
	}
	sentOnce(request, out.body)
	return client.Do(request)
}

// sentOnce keeps net/http from sending a request again by itself when a connection that it kept breaks: how often one
// goes out is decided in send. It would repeat what has an idempotency key by that name, and reads without a body; over
// TLS, where HTTP/2 may be spoken, a body that proves empty is not the same on the wire, so reads stay as they are.
func sentOnce(request *http.Request, body []byte) {
	if key := request.Header.Get(idempotencyHeader); key != "" {
		request.Header.Del(idempotencyHeader)
		request.Header["idempotency-key"] = []string{key}
	}
	isRead := request.Method == http.MethodGet || request.Method == http.MethodHead
	if body != nil || (isRead && request.URL.Scheme == "http") {
		request.Body = io.NopCloser(bytes.NewReader(body))
		request.ContentLength = int64(len(body))
	}
}

// judge is nil for an answer with a 2xx status.
func (c *caller) judge(answer *Response, out outgoing) *failure {
	if answer.StatusCode >= 200 && answer.StatusCode < 300 {
		return nil
	}
	fields := c.refusal(answer, out)
	wait := retryAfter(answer.Header.Get("Retry-After"), c.settings.timing.now())
	if wait != nil {
		fields.RetryAfter = *wait
	}
	return &failure{err: inFamily(fields), fields: fields, advice: answer.Header.Get("X-Should-Retry"), wait: wait}
}

type errorObject struct {
	Code      ErrorCode `json:"code"`
	Message   *string   `json:"message"`
	DocURL    string    `json:"doc_url"`
	RequestID string    `json:"request_id"`
	Param     string    `json:"param"`
	Details   RawJSON   `json:"details"`
	Retryable bool      `json:"retryable"`
}

func (c *caller) refusal(answer *Response, out outgoing) *Error {
	var body struct {
		Error *errorObject `json:"error"`
	}
	err := json.Unmarshal(answer.Body, &body)
	if err != nil || body.Error == nil || body.Error.Code == "" || body.Error.Message == nil {
		return noAnswer(answer, out)
	}
	known := body.Error
	if known.RequestID == "" {
		known.RequestID = answer.RequestID
	}
	if string(known.Details) == "null" {
		known.Details = nil
	}
	return &Error{
		Code:           known.Code,
		Message:        maskSecrets(*known.Message, c.settings.key()),
		Status:         answer.StatusCode,
		DocURL:         known.DocURL,
		RequestID:      known.RequestID,
		Param:          known.Param,
		Details:        known.Details,
		Retryable:      known.Retryable,
		IdempotencyKey: out.idempotencyKey,
	}
}

// noAnswer: a status without the service's error object comes from something between, such as a proxy.
func noAnswer(answer *Response, out outgoing) *Error {
	return &Error{
		Code: CodeResponseInvalid,
		Message: fmt.Sprintf("%s answered %d without an error object: it may not be a skillpass service.",
			out.origin(), answer.StatusCode),
		Status:         answer.StatusCode,
		RequestID:      answer.RequestID,
		Retryable:      answer.StatusCode >= 500,
		IdempotencyKey: out.idempotencyKey,
	}
}

// failureOf tells what the error of the HTTP client means.
func (c *caller) failureOf(ctx, try context.Context, out outgoing, cause error, limit time.Duration) *failure {
	if err := ctx.Err(); err != nil {
		return abortedTry(err, out.idempotencyKey)
	}
	var network net.Error
	if try.Err() != nil || (errors.As(cause, &network) && network.Timeout()) {
		return lateTry(out, limit, cause)
	}
	return c.unreachable(out, cause)
}

func abortedTry(cause error, idempotencyKey string) *failure {
	err := aborted(cause, idempotencyKey)
	return &failure{err: err, fields: (*Error)(err), isFinal: true}
}

func aborted(cause error, idempotencyKey string) *AbortedError {
	text := "The call was aborted: " + cause.Error() + "."
	return (*AbortedError)(&Error{Code: CodeAborted, Message: text, IdempotencyKey: idempotencyKey, cause: cause})
}

func lateTry(out outgoing, limit time.Duration, cause error) *failure {
	fields := &Error{
		Code:           CodeTimeout,
		Message:        fmt.Sprintf("No answer from %s within %s.", out.origin(), limit.Round(time.Millisecond)),
		Retryable:      true,
		IdempotencyKey: out.idempotencyKey,
		cause:          cause,
	}
	return &failure{err: (*TimeoutError)(fields), fields: fields, isConnection: true}
}

func (c *caller) unreachable(out outgoing, cause error) *failure {
	code, why := CodeConnectionFailed, out.origin()+": "+c.plainCause(cause)
	if isRefused(cause) {
		code, why = CodeConnectionRefused, "nothing listens at "+out.origin()
	}
	fields := &Error{
		Code:           code,
		Message:        "Could not reach the service: " + why + ".",
		Retryable:      true,
		IdempotencyKey: out.idempotencyKey,
		cause:          cause,
	}
	return &failure{err: (*ConnectionError)(fields), fields: fields, isConnection: true}
}

// plainCause leaves out method and address, which the message has already.
func (c *caller) plainCause(cause error) string {
	var outer *url.Error
	if errors.As(cause, &outer) {
		cause = outer.Err
	}
	return strings.TrimSuffix(maskSecrets(cause.Error(), c.settings.key()), ".")
}

// windowsRefused is WSAECONNREFUSED, which syscall does not take for its own ECONNREFUSED.
const windowsRefused = syscall.Errno(10061)

func isRefused(cause error) bool {
	return errors.Is(cause, syscall.ECONNREFUSED) || errors.Is(cause, windowsRefused)
}
