package skillpass_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	skillpass "github.com/skillpass/skillpass-go"
)

const sampleKey = "sk_test_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O54Hm4lI"

// scripted is one answer of a server that plays what the service would never do by itself.
type scripted struct {
	status  int
	headers map[string]string
	body    string
	// hang: no answer. cut: the connection ends. cut_body: it ends within the body. slow_body: the body never ends.
	instead string
}

type received struct {
	method, url, body string
	header            http.Header
}

// rig is a client against a server that plays answers, the last one for ever. Pauses are not waited: they move a clock.
type rig struct {
	client      *skillpass.Client
	url         string
	connections int

	mutex    sync.Mutex
	requests []received
	pauses   []time.Duration
	elapsed  time.Duration
}

var rigStart = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func newRig(t *testing.T, script []scripted, opts ...skillpass.ClientOption) *rig {
	t.Helper()
	r := &rig{}
	done := make(chan struct{})
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		count := r.note(received{request.Method, request.URL.RequestURI(), string(body), request.Header})
		answer := scripted{}
		if len(script) > 0 {
			answer = script[min(count, len(script))-1]
		}
		play(w, answer, count, done)
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			r.mutex.Lock()
			r.connections++
			r.mutex.Unlock()
		}
	}
	server.Start()
	t.Cleanup(func() {
		close(done)
		server.Close()
	})
	r.url = server.URL
	base := []skillpass.ClientOption{
		skillpass.WithAPIKey(sampleKey),
		skillpass.WithBaseURL(server.URL),
		skillpass.WithTiming(r.now, r.sleep, func() float64 { return 0 }),
	}
	client, err := skillpass.New(append(base, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	r.client = client
	return r
}

func (r *rig) note(request received) int {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.requests = append(r.requests, request)
	return len(r.requests)
}

func (r *rig) now() time.Time {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return rigStart.Add(r.elapsed)
}

func (r *rig) sleep(ctx context.Context, pause time.Duration) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.pauses = append(r.pauses, pause)
	r.elapsed += pause
	return ctx.Err()
}

func (r *rig) count() int {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return len(r.requests)
}

func play(w http.ResponseWriter, answer scripted, count int, done chan struct{}) {
	switch answer.instead {
	case "cut":
		panic(http.ErrAbortHandler)
	case "hang":
		<-done
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Request-Id", fmt.Sprintf("req_%d", count))
	for name, value := range answer.headers {
		w.Header().Set(name, value)
	}
	if answer.status == 0 {
		answer.status = 200
	}
	w.WriteHeader(answer.status)
	if answer.instead == "" {
		if answer.body == "" {
			answer.body = "{}"
		}
		_, _ = io.WriteString(w, answer.body)
		return
	}
	_, _ = io.WriteString(w, `{"id":`)
	w.(http.Flusher).Flush()
	if answer.instead == "cut_body" {
		panic(http.ErrAbortHandler)
	}
	<-done
}

// refusal is one in the service's form. Headers come in pairs.
func refusal(status int, code string, headers ...string) scripted {
	body := fmt.Sprintf(`{"error":{"code":%q,"message":"Refused with %s.","status":%d,"doc_url":"http://docs/%s",`+
		`"request_id":"req_x","param":null,"details":null,"retryable":%t,"retry_after_seconds":null}}`,
		code, code, status, code, status >= 429)
	set := map[string]string{}
	for i := 0; i+1 < len(headers); i += 2 {
		set[headers[i]] = headers[i+1]
	}
	return scripted{status: status, headers: set, body: body}
}

// deadURL is an address where something listened once and nothing does now.
func deadURL(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return "http://" + listener.Addr().String()
}

func asError(t *testing.T, err error) *skillpass.Error {
	t.Helper()
	var found *skillpass.Error
	if !errors.As(err, &found) {
		t.Fatalf("%v (%T) is no *skillpass.Error", err, err)
	}
	return found
}

func wantCode(t *testing.T, err error, code skillpass.ErrorCode) *skillpass.Error {
	t.Helper()
	found := asError(t, err)
	if found.Code != code {
		t.Fatalf("code %s, want %s: %v", found.Code, code, err)
	}
	return found
}

func wantFamily[T error](t *testing.T, err error) {
	t.Helper()
	var family T
	if !errors.As(err, &family) {
		t.Fatalf("%T is no %T", err, family)
	}
}

func want[T comparable](t *testing.T, what string, got, wanted T) {
	t.Helper()
	if got != wanted {
		t.Fatalf("%s: got %v, want %v", what, got, wanted)
	}
}

func wantPauses(t *testing.T, r *rig, milliseconds ...int) {
	t.Helper()
	r.mutex.Lock()
	defer r.mutex.Unlock()
	got := fmt.Sprint(r.pauses)
	wanted := make([]time.Duration, len(milliseconds))
	for i, ms := range milliseconds {
		wanted[i] = time.Duration(ms) * time.Millisecond
	}
	want(t, "pauses", got, fmt.Sprint(wanted))
}

var inviteParams = &skillpass.InviteCreateParams{CandidateEmail: "kim@example.com", Skill: "react"}
