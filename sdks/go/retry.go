package skillpass

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	longestServerWait = time.Minute
	firstPause        = 500 * time.Millisecond
	longestPause      = 8 * time.Second
)

var retriedStatuses = map[int]bool{408: true, 429: true, 500: true, 502: true, 503: true, 504: true}

// failure is one failed try: the error it would become, and what the service advised.
type failure struct {
	err error
	// The fields of err.
	fields *Error
	// No answer arrived; another try may fare better.
	isConnection bool
	// The caller wants no more of it.
	isFinal bool
	// X-Should-Retry.
	advice string
	// Retry-After, nil without one.
	wait *time.Duration
}

// pause is how long to wait before the next try; false when there should be none.
func (f *failure) pause(retry int, random func() float64) (time.Duration, bool) {
	if !f.isWorthRetrying() {
		return 0, false
	}
	if f.wait != nil {
		return *f.wait, *f.wait <= longestServerWait
	}
	return jittered(firstPause, longestPause, retry, random), true
}

// isWorthRetrying tells whether the same request may fare better later.
func (f *failure) isWorthRetrying() bool {
	switch {
	case f.isFinal:
		return false
	case f.isConnection:
		return f.fields.Retryable
	case f.fields.Status == http.StatusConflict:
		return f.advice == "true"
	default:
		return retriedStatuses[f.fields.Status] && f.advice != "false"
	}
}

// jittered doubles the pause with every retry, up to a ceiling, and takes off up to a quarter.
func jittered(first, longest time.Duration, retry int, random func() float64) time.Duration {
	ceiling := math.Min(float64(longest), float64(first)*math.Pow(2, math.Min(float64(retry), 30)))
	return time.Duration(ceiling * (0.75 + 0.25*random()))
}

// retryAfter reads the header: a count of seconds, or an HTTP date.
func retryAfter(header string, now time.Time) *time.Duration {
	text := strings.TrimSpace(header)
	if digits.MatchString(text) {
		const most = int64(math.MaxInt64 / time.Second)
		seconds, err := strconv.ParseInt(text, 10, 64)
		if err != nil || seconds > most {
			seconds = most
		}
		wait := time.Duration(seconds) * time.Second
		return &wait
	}
	instant, err := http.ParseTime(text)
	if err != nil {
		return nil
	}
	wait := time.Duration(math.Ceil(math.Max(0, instant.Sub(now).Seconds()))) * time.Second
	return &wait
}
