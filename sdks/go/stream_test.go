package skillpass_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	skillpass "github.com/skillpass/skillpass-go"
)

// streamRig is a server whose connections each play one text, then end, hang or break.
type streamRig struct {
	client *skillpass.Client
	mutex  sync.Mutex
	lasts  []string
}

type streamPart struct {
	text string
	// hang: nothing more comes. cut: the connection breaks. status: a refusal instead.
	then   string
	status int
}

func newStreamRig(t *testing.T, parts ...streamPart) *streamRig {
	t.Helper()
	r := &streamRig{}
	done := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		r.mutex.Lock()
		r.lasts = append(r.lasts, request.Header.Get("Last-Event-ID"))
		part := parts[min(len(r.lasts), len(parts))-1]
		r.mutex.Unlock()
		if part.status != 0 {
			play(w, refusal(part.status, "SOME_CODE"), 1, done)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, part.text)
		w.(http.Flusher).Flush()
		switch part.then {
		case "cut":
			panic(http.ErrAbortHandler)
		case "hang":
			select {
			case <-done:
			case <-request.Context().Done():
			}
		}
	}))
	t.Cleanup(func() {
		close(done)
		server.Close()
	})
	quick := func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	client, err := skillpass.New(skillpass.WithAPIKey(sampleKey), skillpass.WithBaseURL(server.URL),
		skillpass.WithTiming(time.Now, quick, func() float64 { return 0 }))
	if err != nil {
		t.Fatal(err)
	}
	r.client = client
	return r
}

func sse(id string) string {
	return fmt.Sprintf("id: %s\nevent: webhook.test\ndata: {\"id\":%q,\"event\":\"webhook.test\"}\n\n", id, id)
}

func open(t *testing.T, r *streamRig, opts ...skillpass.StreamOption) *skillpass.Stream[skillpass.Event] {
	t.Helper()
	stream, err := r.client.Events.Stream(ctx, nil, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = stream.Close() })
	return stream
}

func wantNext(t *testing.T, stream *skillpass.Stream[skillpass.Event], id string) {
	t.Helper()
	if !stream.Next() {
		t.Fatalf("the stream ended: %v", stream.Err())
	}
	want(t, "id", stream.Current().Data.ID, id)
}

func TestStreams(t *testing.T) {
	t.Run("messages_as_they_come", func(t *testing.T) {
		r := newStreamRig(t, streamPart{text: ": hb\n\n" + sse("evt_1") + sse("evt_2"), then: "hang"})
		stream := open(t, r)
		want(t, "before", stream.Current() == nil, true)
		wantNext(t, stream, "evt_1")
		want(t, "event", stream.Current().Event, "webhook.test")
		wantNext(t, stream, "evt_2")
		want(t, "message id", stream.Current().ID, "evt_2")
	})
	t.Run("resumes_after_the_last_message", func(t *testing.T) {
		r := newStreamRig(t, streamPart{text: sse("evt_1")}, streamPart{text: sse("evt_2") + "data: {\"half", then: "cut"},
			streamPart{text: sse("evt_3"), then: "hang"})
		var states []bool
		stream := open(t, r, skillpass.WithConnectionState(func(lost error) { states = append(states, lost == nil) }))
		wantNext(t, stream, "evt_1")
		wantNext(t, stream, "evt_2")
		wantNext(t, stream, "evt_3")
		want(t, "last ids", fmt.Sprint(r.lasts), "[ evt_1 evt_2]")
		want(t, "states", fmt.Sprint(states), "[true false true false true]")
	})
	t.Run("goes_on_after_a_given_message", func(t *testing.T) {
		r := newStreamRig(t, streamPart{text: sse("evt_8"), then: "hang"})
		wantNext(t, open(t, r, skillpass.WithLastEventID("evt_7")), "evt_8")
		want(t, "last ids", fmt.Sprint(r.lasts), "[evt_7]")
	})
	t.Run("outlives_a_service_that_is_away", func(t *testing.T) {
		away := streamPart{status: 503}
		r := newStreamRig(t, streamPart{text: sse("evt_1")}, away, away, away, away, away, streamPart{text: sse("evt_2"), then: "hang"})
		stream := open(t, r)
		wantNext(t, stream, "evt_1")
		wantNext(t, stream, "evt_2")
	})
	t.Run("ends_with_a_refusal", func(t *testing.T) {
		r := newStreamRig(t, streamPart{text: sse("evt_1")}, streamPart{status: 401})
		stream := open(t, r)
		wantNext(t, stream, "evt_1")
		want(t, "next", stream.Next(), false)
		wantFamily[*skillpass.AuthenticationError](t, stream.Err())
		want(t, "next again", stream.Next(), false)
	})
	t.Run("first_connection_refused", func(t *testing.T) {
		r := newStreamRig(t, streamPart{status: 403})
		_, err := r.client.Events.Stream(ctx, nil)
		wantFamily[*skillpass.PermissionError](t, err)
		want(t, "tries", len(r.lasts), 1)
	})
	t.Run("first_connection_is_tried_three_times", func(t *testing.T) {
		r := newStreamRig(t, streamPart{status: 503})
		_, err := r.client.Events.Stream(ctx, nil)
		wantFamily[*skillpass.ServerError](t, err)
		want(t, "tries", len(r.lasts), 3)
	})
	t.Run("silence_counts_as_a_lost_connection", func(t *testing.T) {
		r := newStreamRig(t, streamPart{text: sse("evt_1"), then: "hang"}, streamPart{text: sse("evt_2"), then: "hang"})
		var lost error
		stream := open(t, r, skillpass.WithSilence(100*time.Millisecond), skillpass.WithConnectionState(func(err error) {
			if err != nil {
				lost = err
			}
		}))
		wantNext(t, stream, "evt_1")
		// Taking long over a message is not the silence of the service.
		time.Sleep(200 * time.Millisecond)
		want(t, "connections", len(r.lasts), 1)
		wantNext(t, stream, "evt_2")
		want(t, "reason", asError(t, lost).Message, "The stream was silent for 100ms.")
	})
	t.Run("slow_beginning_times_out", func(t *testing.T) {
		hung := newRig(t, []scripted{{instead: "hang"}})
		_, err := hung.client.Events.Stream(ctx, nil, skillpass.WithTimeout(100*time.Millisecond))
		wantFamily[*skillpass.TimeoutError](t, err)
		want(t, "tries", hung.count(), 3)
	})
	t.Run("ends_with_its_context", func(t *testing.T) {
		r := newStreamRig(t, streamPart{text: sse("evt_1"), then: "hang"})
		ending, cancel := context.WithCancel(ctx)
		stream, err := r.client.Events.Stream(ending, nil)
		if err != nil {
			t.Fatal(err)
		}
		wantNext(t, stream, "evt_1")
		time.AfterFunc(50*time.Millisecond, cancel)
		want(t, "next", stream.Next(), false)
		wantCode(t, stream.Err(), skillpass.CodeAborted)
		want(t, "is Canceled", errors.Is(stream.Err(), context.Canceled), true)
	})
	t.Run("ends_with_close", func(t *testing.T) {
		r := newStreamRig(t, streamPart{text: sse("evt_1"), then: "hang"})
		stream := open(t, r)
		wantNext(t, stream, "evt_1")
		time.AfterFunc(50*time.Millisecond, func() { _ = stream.Close() })
		want(t, "next", stream.Next(), false)
		want(t, "error", stream.Err(), nil)
	})
	t.Run("message_that_is_no_json", func(t *testing.T) {
		r := newStreamRig(t, streamPart{text: "data: nonsense\n\n", then: "hang"})
		stream := open(t, r)
		want(t, "next", stream.Next(), false)
		wantCode(t, stream.Err(), skillpass.CodeResponseInvalid)
	})
	t.Run("answer_that_is_no_stream", func(t *testing.T) {
		plain := newRig(t, []scripted{{body: "{}"}})
		_, err := plain.client.Logs.Stream(ctx, nil)
		wantCode(t, err, skillpass.CodeResponseInvalid)
		want(t, "tries", plain.count(), 1)
	})
	t.Run("line_ends_of_every_kind", func(t *testing.T) {
		text := "data: {\"id\":\r\ndata: \"evt_1\"}\r\n\r\nid:evt_2\rdata:{\"id\":\"evt_2\"}\r\rid\ndata: {\"id\":\"evt_3\"}\n\n"
		r := newStreamRig(t, streamPart{text: text, then: "hang"})
		stream := open(t, r)
		wantNext(t, stream, "evt_1")
		want(t, "event", stream.Current().Event, "message")
		wantNext(t, stream, "evt_2")
		wantNext(t, stream, "evt_3")
		want(t, "message id", stream.Current().ID, "")
	})
	t.Run("long_messages", func(t *testing.T) {
		long := make([]byte, 300_000)
		for i := range long {
			long[i] = 'x'
		}
		r := newStreamRig(t, streamPart{text: fmt.Sprintf("data: {\"id\":\"evt_1\",\"event\":%q}\n\n", long), then: "hang"})
		wantNext(t, open(t, r), "evt_1")
	})
}
