package skillpass

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// caller carries calls of operations out.
type caller struct{ settings settings }

// target is where a request goes and what it brings.
type target struct {
	// Path and query.
	path string
	// Nil without a body.
	body []byte
}

// outgoing is what is sent, the same on every try.
type outgoing struct {
	method         string
	url            string
	header         http.Header
	body           []byte
	idempotencyKey string
}

// send sends one call, again where that helps and is safe, until it is answered or its time is up.
func (c *caller) send(ctx context.Context, method string, to target, opts []CallOption) (*Response, error) {
	call, err := c.settings.call(opts)
	if err != nil {
		return nil, err
	}
	out, err := c.settings.outgoing(method, to, call)
	if err != nil {
		return nil, err
	}
	timing := c.settings.timing
	deadline := timing.now().Add(call.limits.totalTimeout)
	for retry := 0; ; retry++ {
		answer, failed := c.attempt(ctx, out, min(call.limits.timeout, deadline.Sub(timing.now())), call.response)
		if failed == nil {
			return answer, nil
		}
		pause, again := failed.pause(retry, timing.random)
		if retry >= call.limits.maxRetries || !again || !leaves(ctx, timing.now(), pause, deadline) {
			return nil, c.ended(failed, call.limits.totalTimeout, deadline)
		}
		if err := timing.sleep(ctx, pause); err != nil {
			return nil, aborted(err, out.idempotencyKey)
		}
	}
}

// leaves tells whether there is time for another try after the pause: else the refusal itself says more.
func leaves(ctx context.Context, now time.Time, pause time.Duration, deadline time.Time) bool {
	if own, ok := ctx.Deadline(); ok && time.Now().Add(pause).After(own) {
		return false
	}
	return now.Add(pause).Before(deadline)
}

// ended is the error of the whole call. A try that the end of the call cut short names that end, not the limit of one
// try.
func (c *caller) ended(failed *failure, total time.Duration, deadline time.Time) error {
	var late *TimeoutError
	if !errors.As(failed.err, &late) || c.settings.timing.now().Before(deadline) {
		return failed.err
	}
	return (*TimeoutError)(&Error{
		Code:           CodeTimeout,
		Message:        fmt.Sprintf("No answer within %s, retries included.", total),
		Retryable:      true,
		IdempotencyKey: late.IdempotencyKey,
		cause:          failed.err,
	})
}

// call is the settings with the options of one call.
func (s *settings) call(opts []CallOption) (*call, error) {
	c := &call{limits: s.limits, header: http.Header{}}
	for _, opt := range opts {
		if opt != nil {
			opt.applyCall(c)
		}
	}
	return c.settled()
}

func (c *call) settled() (*call, error) {
	if c.err != nil {
		return nil, c.err
	}
	if key := c.idempotencyKey; key != nil && (!visible.MatchString(*key) || len(*key) > 255) {
		return nil, invalid("idempotencyKey", "An idempotency key is 1 to 255 visible ASCII characters.")
	}
	limits, err := c.limits.settled()
	c.limits = limits
	return c, err
}

// outgoing makes the idempotency key here, once, before any try: every try and the error carry the same one.
func (s *settings) outgoing(method string, to target, c *call) (outgoing, error) {
	out := outgoing{method: method, url: s.baseURL + to.path, body: to.body, header: http.Header{}}
	key, err := idempotencyKey(method, c)
	if err != nil {
		return out, err
	}
	out.idempotencyKey = key
	out.header.Set("Accept", "application/json")
	out.header.Set("User-Agent", s.userAgent)
	if key := s.key(); key != "" {
		out.header.Set("Authorization", "Bearer "+key)
	}
	if to.body != nil {
		out.header.Set("Content-Type", "application/json")
	}
	if key != "" {
		out.header.Set(idempotencyHeader, key)
	}
	for _, more := range []http.Header{s.header, c.header} {
		for name, values := range more {
			out.header[name] = values
		}
	}
	return out, nil
}

const idempotencyHeader = "Idempotency-Key"

func idempotencyKey(method string, c *call) (string, error) {
	if c.idempotencyKey != nil {
		return *c.idempotencyKey, nil
	}
	if method == http.MethodGet || method == http.MethodHead {
		return "", nil
	}
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		return "", fmt.Errorf("skillpass: no random bytes for an idempotency key: %w", err)
	}
	return "auto-" + hex.EncodeToString(bytes), nil
}

// origin is the address without path and query, for messages.
func (o *outgoing) origin() string {
	scheme, rest, _ := strings.Cut(o.url, "://")
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host
}
