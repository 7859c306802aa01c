package skillpass

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// connection is one open stream, until it ends, breaks or falls silent.
type connection struct {
	messages *sseReader
	body     io.Closer
	cancel   context.CancelFunc
	silence  time.Duration
	isSilent atomic.Bool
}

// connect opens a stream. The timeout bounds the wait for its first line, and nothing but silence its life.
func (c *caller) connect(ctx context.Context, out outgoing, limit, silence time.Duration) (*connection, *failure) {
	life, cancel := context.WithCancel(ctx)
	var isLate atomic.Bool
	timer := time.AfterFunc(limit, func() {
		isLate.Store(true)
		cancel()
	})
	endless := *c.settings.httpClient
	endless.Timeout = 0
	response, err := c.dial(life, &endless, out)
	failed := (*failure)(nil)
	if err == nil {
		failed, err = c.streamRefusal(response, out)
	}
	timer.Stop()
	switch {
	case err != nil && isLate.Load() && ctx.Err() == nil:
		failed = lateTry(out, limit, err)
	case err != nil:
		failed = c.failureOf(ctx, ctx, out, err, limit)
	}
	if failed != nil {
		cancel()
		return nil, failed
	}
	open := &connection{body: response.Body, cancel: cancel, silence: silence}
	open.messages = newSSEReader(&watched{open, response.Body})
	return open, nil
}

// streamRefusal is nil for an answer that is a stream; any other is read whole.
func (c *caller) streamRefusal(response *http.Response, out outgoing) (*failure, error) {
	kind := strings.ToLower(response.Header.Get("Content-Type"))
	if response.StatusCode == http.StatusOK && strings.HasPrefix(kind, "text/event-stream") {
		return nil, nil
	}
	body, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	if err != nil {
		return nil, err
	}
	answer := responseOf(response, body, "")
	if failed := c.judge(answer, out); failed != nil {
		return failed, nil
	}
	message := "The service answered with something that is no stream."
	fields := &Error{Code: CodeResponseInvalid, Message: message, Status: answer.StatusCode, RequestID: answer.RequestID}
	return &failure{err: (*ServerError)(fields), fields: fields, isFinal: true}, nil
}

func (c *connection) next() (*sseMessage, error) {
	message, err := c.messages.next()
	switch {
	case err == nil:
		return message, nil
	case c.isSilent.Load():
		return nil, connectionError(fmt.Sprintf("The stream was silent for %s.", c.silence), err)
	case errors.Is(err, io.EOF):
		return nil, connectionError("The service ended the stream.", nil)
	}
	return nil, err
}

func (c *connection) close() {
	c.cancel()
	_ = c.body.Close()
}

func connectionError(message string, cause error) error {
	return (*ConnectionError)(&Error{Code: CodeConnectionFailed, Message: message, Retryable: true, cause: cause})
}

// watched: a machine that slept, or a network that went away, sends no end: only silence tells. Whoever takes long over
// a message is not told that the service is silent, since only the waiting is timed.
type watched struct {
	connection *connection
	body       io.Reader
}

// Read ends the connection when nothing comes for too long.
func (w *watched) Read(into []byte) (int, error) {
	timer := time.AfterFunc(w.connection.silence, func() {
		w.connection.isSilent.Store(true)
		w.connection.cancel()
	})
	defer timer.Stop()
	return w.body.Read(into)
}
