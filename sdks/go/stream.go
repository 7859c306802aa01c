package skillpass

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync/atomic"
	"time"
)

const (
	defaultSilence     = 40 * time.Second
	firstStreamPause   = 250 * time.Millisecond
	longestStreamPause = 5 * time.Second
)

// StreamMessage is one message of a stream.
type StreamMessage[T any] struct {
	// ID goes on after this message later, with WithLastEventID; "" where the stream has no ids.
	ID string
	// Event is what kind of message it is: the event type, "log", "delivery".
	Event string
	// Data is the content.
	Data T
}

// Stream gives messages as they come, for ever: a connection that ends, breaks or falls silent is opened again, where
// the operation can after the last message. Only a refusal ends it, Close, or the context that it was opened with. It
// is for one goroutine; Close may be called from any.
type Stream[T any] struct {
	ctx      context.Context
	cancel   context.CancelFunc
	caller   *caller
	course   *course
	out      outgoing
	resumes  bool
	open     *connection
	current  *StreamMessage[T]
	err      error
	isClosed atomic.Bool
}

// course is what the options of a stream come to.
type course struct {
	call    call
	last    string
	silence time.Duration
	tell    func(lost error)
}

// follow opens the stream: what happens after it returned is not missed.
func follow[T any](ctx context.Context, c *caller, to route, params any, opts []StreamOption, resumes bool) (*Stream[T], error) {
	course := &course{call: call{limits: c.settings.limits, header: http.Header{}}, silence: defaultSilence}
	for _, opt := range opts {
		if opt != nil {
			opt.applyStream(course)
		}
	}
	settled, err := course.call.settled()
	if err != nil {
		return nil, err
	}
	if course.silence <= 0 {
		return nil, invalid("silence", "The silence is a duration above 0.")
	}
	target, query, err := to.target(params)
	if err != nil {
		return nil, err
	}
	target.path = withQuery(target.path, query)
	settled.header.Set("Accept", "text/event-stream")
	out, err := c.settings.outgoing(to.method, target, settled)
	if err != nil {
		return nil, err
	}
	life, cancel := context.WithCancel(ctx)
	s := &Stream[T]{ctx: life, cancel: cancel, caller: c, course: course, out: out, resumes: resumes}
	if err := s.first(); err != nil {
		cancel()
		return nil, err
	}
	return s, nil
}

// Next waits for the next message, which Current gives; it is false when the stream has ended: see Err.
func (s *Stream[T]) Next() bool {
	for s.err == nil && !s.isClosed.Load() {
		message, err := s.open.next()
		if err == nil {
			return s.take(message)
		}
		s.open.close()
		if s.ctx.Err() != nil {
			s.end()
			break
		}
		s.tell(s.lost(err))
		s.err = s.again()
	}
	s.cancel()
	return false
}

// Current is the message that Next waited for; nil before the first.
func (s *Stream[T]) Current() *StreamMessage[T] {
	return s.current
}

// Err is what ended the stream; nil after Close. After the end of its context errors.Is finds context.Canceled or
// context.DeadlineExceeded.
func (s *Stream[T]) Err() error {
	return s.err
}

// Close ends the stream and its connection. A Next that waits returns false.
func (s *Stream[T]) Close() error {
	s.isClosed.Store(true)
	s.cancel()
	return nil
}

func (s *Stream[T]) take(message *sseMessage) bool {
	if message.id != "" {
		s.course.last = message.id
	}
	taken := &StreamMessage[T]{ID: message.id, Event: message.event}
	if err := json.Unmarshal([]byte(message.data), &taken.Data); err != nil {
		text := "The stream carried a message that cannot be read: " + err.Error() + "."
		s.err = (*ServerError)(&Error{Code: CodeResponseInvalid, Message: text, cause: err})
		s.open.close()
		s.cancel()
		return false
	}
	s.current = taken
	return true
}

func (s *Stream[T]) end() {
	if !s.isClosed.Load() {
		s.err = aborted(s.ctx.Err(), "")
	}
}

func (s *Stream[T]) first() error {
	timing := s.caller.settings.timing
	for retry := 0; ; retry++ {
		failed := s.dial()
		if failed == nil {
			return nil
		}
		pause, again := failed.pause(retry, timing.random)
		if retry >= s.course.call.limits.maxRetries || !again {
			return failed.err
		}
		if err := timing.sleep(s.ctx, pause); err != nil {
			return aborted(err, "")
		}
	}
}

// again goes on as long as it takes: whoever waits for a stream waits for the service too.
func (s *Stream[T]) again() error {
	timing := s.caller.settings.timing
	for retry := 0; ; retry++ {
		if timing.sleep(s.ctx, jittered(firstStreamPause, longestStreamPause, retry, timing.random)) != nil {
			s.end()
			return s.err
		}
		failed := s.dial()
		if failed == nil {
			return nil
		}
		if s.ctx.Err() != nil {
			s.end()
			return s.err
		}
		if !failed.isConnection && !failed.isWorthRetrying() {
			return failed.err
		}
	}
}

func (s *Stream[T]) dial() *failure {
	if s.resumes && s.course.last != "" {
		s.out.header.Set("Last-Event-ID", s.course.last)
	}
	open, failed := s.caller.connect(s.ctx, s.out, s.course.call.limits.timeout, s.course.silence)
	if failed == nil {
		s.open = open
		s.tell(nil)
	}
	return failed
}

func (s *Stream[T]) tell(lost error) {
	if s.course.tell != nil {
		s.course.tell(lost)
	}
}

func (s *Stream[T]) lost(cause error) error {
	var known *ConnectionError
	if errors.As(cause, &known) {
		return cause
	}
	return s.caller.unreachable(s.out, cause).err
}
