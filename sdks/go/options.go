package skillpass

import (
	"net/http"
	"strings"
	"time"
)

// ClientOption sets something for all calls of a client; it goes to New.
type ClientOption interface{ applyClient(*draft) }

// CallOption sets something for one call.
type CallOption interface{ applyCall(*call) }

// StreamOption sets something for one stream.
type StreamOption interface{ applyStream(*course) }

// Option is for a client, a single call or a stream; what is set closer to the call wins.
type Option interface {
	ClientOption
	CallOption
	StreamOption
}

// call is what the options of one call come to.
type call struct {
	limits         limits
	header         http.Header
	idempotencyKey *string
	response       *Response
	err            error
}

type clientOption func(*draft)

func (o clientOption) applyClient(d *draft) { o(d) }

type callOption func(*call)

func (o callOption) applyCall(c *call) { o(c) }

type streamOption func(*course)

func (o streamOption) applyStream(c *course) { o(c) }

// WithAPIKey sets the key, sk_test_… or sk_live_…, instead of the environment variable SKILLPASS_API_KEY.
func WithAPIKey(key string) ClientOption {
	return clientOption(func(d *draft) { d.apiKey = key })
}

// WithBaseURL sets the address of the service instead of the environment variable SKILLPASS_BASE_URL.
func WithBaseURL(url string) ClientOption {
	return clientOption(func(d *draft) { d.baseURL = url })
}

// WithHTTPClient sends through a client of your own, with its proxy, TLS and connections. A copy of it is used, which
// does not follow redirects.
func WithHTTPClient(client *http.Client) ClientOption {
	return clientOption(func(d *draft) { d.httpClient = client })
}

// WithUserAgent puts the name of your program before that of this client in User-Agent.
func WithUserAgent(name string) ClientOption {
	return clientOption(func(d *draft) {
		d.userAgent = name
		d.err = firstError(d.err, checkedHeader("userAgent", name))
	})
}

// WithTimeout bounds one try. Default 30 seconds. Of a stream it bounds the wait for it to begin. For a single call it
// does not move the total timeout of the client, which ends the call all the same.
func WithTimeout(limit time.Duration) Option {
	return limitOption{func(l *limits) { l.timeout = orRefused(limit) }}
}

// WithTotalTimeout bounds a call in all, tries and pauses together. Default four times the timeout of one try. Streams
// have no end.
func WithTotalTimeout(limit time.Duration) Option {
	return limitOption{func(l *limits) { l.totalTimeout = orRefused(limit) }}
}

// WithMaxRetries sets how many tries may follow the first one. Default 2.
func WithMaxRetries(count int) Option {
	return limitOption{func(l *limits) { l.maxRetries = count }}
}

// orRefused turns 0, which is no limit at all, into a value that the check refuses.
func orRefused(limit time.Duration) time.Duration {
	if limit == 0 {
		return -1
	}
	return limit
}

type limitOption struct{ set func(*limits) }

func (o limitOption) applyClient(d *draft) { o.set(&d.limits) }

func (o limitOption) applyCall(c *call) { o.set(&c.limits) }

func (o limitOption) applyStream(c *course) { o.applyCall(&c.call) }

// WithHeader sends one more header, or another value than this client's own.
func WithHeader(name, value string) Option {
	return headerOption{name, value}
}

type headerOption struct{ name, value string }

func (o headerOption) applyClient(d *draft) {
	d.header.Set(o.name, o.value)
	d.err = firstError(d.err, checkedHeader(o.name, o.value))
}

func (o headerOption) applyCall(c *call) {
	c.header.Set(o.name, o.value)
	c.err = firstError(c.err, checkedHeader(o.name, o.value))
}

func (o headerOption) applyStream(c *course) { o.applyCall(&c.call) }

// WithIdempotencyKey makes a write happen once however often it is sent with this key: 1 to 255 visible ASCII
// characters. Without it each write gets a key of its own.
func WithIdempotencyKey(key string) CallOption {
	return callOption(func(c *call) { c.idempotencyKey = &key })
}

// WithResponse fills in what the last answer said about itself, after a refusal too: status, headers, rate limits. Of a
// list it is the page that was fetched last.
func WithResponse(into *Response) CallOption {
	return callOption(func(c *call) { c.response = into })
}

// WithLastEventID goes on after this message of an earlier stream.
func WithLastEventID(id string) StreamOption {
	return streamOption(func(c *course) {
		c.last = id
		c.call.err = firstError(c.call.err, checkedHeader("lastEventID", id))
	})
}

// WithSilence sets after how long a silent connection counts as dead. Default 40 seconds; the service says something
// every 15.
func WithSilence(limit time.Duration) StreamOption {
	return streamOption(func(c *course) { c.silence = limit })
}

// WithConnectionState is told when the stream stands (nil) and how it was lost; it is then opened again. It is called
// by the goroutine that calls Stream or Next.
func WithConnectionState(tell func(lost error)) StreamOption {
	return streamOption(func(c *course) { c.tell = tell })
}

func checkedHeader(name, value string) error {
	if name == "" || strings.ContainsAny(name, " \t\r\n:") || strings.ContainsAny(value, "\r\n\x00") {
		return invalid(name, "A header has a name without spaces and a value without line breaks.")
	}
	return nil
}

func firstError(known, found error) error {
	if known != nil {
		return known
	}
	return found
}
