package skillpass_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"sync"
	"testing"
	"time"

	skillpass "github.com/skillpass/skillpass-go"
)

// TestBehaviour has one case for each line of the behaviour table that all SDKs share; the names are those of the table.
func TestBehaviour(t *testing.T) {
	for _, status := range []int{408, 500, 502, 503, 504} {
		t.Run(fmt.Sprintf("retries_%d", status), func(t *testing.T) { retriesTwice(t, status) })
	}
	t.Run("retries_429_without_retry_after", func(t *testing.T) { retriesTwice(t, 429) })
	for _, status := range []int{400, 401, 403, 404, 409, 410, 415, 422, 501} {
		t.Run(fmt.Sprintf("no_retry_%d", status), func(t *testing.T) { neverRetries(t, refusal(status, "SOME_CODE")) })
	}
	for _, c := range behaviours {
		t.Run(c.name, c.run)
	}
}

var ctx = context.Background()

func retriesTwice(t *testing.T, status int) {
	r := newRig(t, []scripted{refusal(status, "SOME_CODE")})
	_, err := r.client.Me.Get(ctx)
	want(t, "status", wantCode(t, err, "SOME_CODE").Status, status)
	want(t, "requests", r.count(), 3)
	wantPauses(t, r, 375, 750)
}

func neverRetries(t *testing.T, answer scripted) {
	r := newRig(t, []scripted{answer})
	_, err := r.client.Me.Get(ctx)
	want(t, "status", asError(t, err).Status, answer.status)
	want(t, "requests", r.count(), 1)
}

var behaviours = []struct {
	name string
	run  func(*testing.T)
}{
	{"no_retry_409_when_told_not", func(t *testing.T) {
		neverRetries(t, refusal(409, "USER_EXISTS", "X-Should-Retry", "false"))
	}},
	{"no_retry_429_when_told_not", func(t *testing.T) {
		neverRetries(t, refusal(429, "QUOTA_EXCEEDED", "X-Should-Retry", "false"))
	}},
	{"retry_409_when_told", func(t *testing.T) {
		busy := refusal(409, "IDEMPOTENCY_IN_PROGRESS", "X-Should-Retry", "true", "Retry-After", "1")
		r := newRig(t, []scripted{busy, {status: 201, body: `{"id":"inv_1"}`}})
		invite, err := r.client.Invites.Create(ctx, inviteParams)
		if err != nil {
			t.Fatal(err)
		}
		want(t, "id", invite.ID, "inv_1")
		want(t, "requests", r.count(), 2)
		wantPauses(t, r, 1000)
	}},
	{"retries_429_with_retry_after", func(t *testing.T) {
		r := newRig(t, []scripted{refusal(429, "RATE_LIMITED", "Retry-After", "2"), {}})
		_, err := r.client.Me.Get(ctx)
		want(t, "error", err, nil)
		wantPauses(t, r, 2000)
	}},
	{"retries_429_with_retry_after_date", func(t *testing.T) {
		r := newRig(t, []scripted{refusal(429, "RATE_LIMITED", "Retry-After", "Sat, 21 Nov 2026 12:00:07 GMT"), {}})
		_, err := r.client.Me.Get(ctx)
		want(t, "error", err, nil)
		wantPauses(t, r, 7000)
	}},
	{"retry_after_60_is_waited", func(t *testing.T) {
		r := newRig(t, []scripted{refusal(503, "SERVICE_UNAVAILABLE", "Retry-After", "60"), {}})
		_, err := r.client.Me.Get(ctx)
		want(t, "error", err, nil)
		wantPauses(t, r, 60_000)
	}},
	{"retry_after_61_is_raised", func(t *testing.T) {
		r := newRig(t, []scripted{refusal(429, "RATE_LIMITED", "Retry-After", "61")})
		_, err := r.client.Me.Get(ctx)
		wantFamily[*skillpass.RateLimitError](t, err)
		want(t, "retry after", asError(t, err).RetryAfter, 61*time.Second)
		want(t, "requests", r.count(), 1)
	}},
	{"pauses_grow_to_8_seconds", func(t *testing.T) {
		r := newRig(t, []scripted{refusal(500, "INTERNAL_ERROR")}, skillpass.WithMaxRetries(6))
		_, err := r.client.Me.Get(ctx)
		wantFamily[*skillpass.ServerError](t, err)
		wantPauses(t, r, 375, 750, 1500, 3000, 6000, 6000)
	}},
	{"pauses_have_jitter", func(t *testing.T) {
		r := newRig(t, []scripted{refusal(500, "INTERNAL_ERROR")})
		chance := skillpass.WithTiming(r.now, r.sleep, func() float64 { return 0.999999 })
		client, _ := skillpass.New(skillpass.WithBaseURL(r.url), chance)
		_, _ = client.Me.Get(ctx)
		for i, ceiling := range []time.Duration{500 * time.Millisecond, time.Second} {
			if got := r.pauses[i]; got > ceiling || got < ceiling*99/100 {
				t.Fatalf("pause %d is %s, want nearly %s", i, got, ceiling)
			}
		}
	}},
	{"pause_beyond_total_timeout_is_not_begun", func(t *testing.T) {
		r := newRig(t, []scripted{refusal(429, "RATE_LIMITED", "Retry-After", "30")}, skillpass.WithTotalTimeout(20*time.Second))
		_, err := r.client.Me.Get(ctx)
		wantCode(t, err, skillpass.CodeRateLimited)
		want(t, "requests", r.count(), 1)
	}},
	{"pause_beyond_own_deadline_is_not_begun", func(t *testing.T) {
		r := newRig(t, []scripted{refusal(429, "RATE_LIMITED", "Retry-After", "30")})
		soon, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		_, err := r.client.Me.Get(soon)
		wantCode(t, err, skillpass.CodeRateLimited)
		want(t, "requests", r.count(), 1)
	}},
	{"success_after_failures", func(t *testing.T) {
		r := newRig(t, []scripted{refusal(503, "SERVICE_UNAVAILABLE"), {instead: "cut"}, {body: `{"version":"9"}`}})
		me, err := r.client.Me.Get(ctx)
		if err != nil {
			t.Fatal(err)
		}
		want(t, "version", me.Version, "9")
		want(t, "requests", r.count(), 3)
	}},
	{"options_of_a_call_win", func(t *testing.T) {
		r := newRig(t, []scripted{refusal(500, "INTERNAL_ERROR")})
		_, err := r.client.Me.Get(ctx, skillpass.WithMaxRetries(0))
		wantFamily[*skillpass.ServerError](t, err)
		want(t, "requests", r.count(), 1)
	}},
	{"cut_connection", func(t *testing.T) {
		r := newRig(t, []scripted{{instead: "cut"}})
		_, err := r.client.Invites.Create(ctx, inviteParams)
		wantFamily[*skillpass.ConnectionError](t, err)
		want(t, "retryable", wantCode(t, err, skillpass.CodeConnectionFailed).Retryable, true)
		want(t, "requests", r.count(), 3)
	}},
	{"cut_body", func(t *testing.T) {
		r := newRig(t, []scripted{{instead: "cut_body"}, {body: `{"id":"inv_1"}`}})
		invite, err := r.client.Invites.Get(ctx, "inv_1")
		if err != nil {
			t.Fatal(err)
		}
		want(t, "id", invite.ID, "inv_1")
		want(t, "requests", r.count(), 2)
	}},
	{"one_request_per_try_on_kept_connections", func(t *testing.T) {
		calls := map[string]func(*skillpass.Client) error{
			"read":                 func(c *skillpass.Client) error { _, err := c.Me.Get(ctx); return err },
			"write":                func(c *skillpass.Client) error { _, err := c.Invites.Create(ctx, inviteParams); return err },
			"write_without_a_body": func(c *skillpass.Client) error { _, err := c.Invites.Accept(ctx, "inv_1"); return err },
		}
		for name, call := range calls {
			r := newRig(t, []scripted{{}, {instead: "cut"}})
			want(t, "error of the first", call(r.client), nil)
			wantFamily[*skillpass.ConnectionError](t, call(r.client))
			want(t, "requests of a "+name, r.count()-1, 3)
		}
	}},
	{"connection_refused", func(t *testing.T) {
		r := newRig(t, nil, skillpass.WithBaseURL(deadURL(t)))
		_, err := r.client.Me.Get(ctx)
		wantFamily[*skillpass.ConnectionError](t, err)
		wantCode(t, err, skillpass.CodeConnectionRefused)
		wantPauses(t, r, 375, 750)
	}},
	{"no_answer_times_out", func(t *testing.T) {
		r := newRig(t, []scripted{{instead: "hang"}, {body: `{"version":"9"}`}}, skillpass.WithTimeout(200*time.Millisecond))
		me, err := r.client.Me.Get(ctx)
		if err != nil {
			t.Fatal(err)
		}
		want(t, "version", me.Version, "9")
	}},
	{"slow_body_times_out", func(t *testing.T) {
		r := newRig(t, []scripted{{instead: "slow_body"}}, skillpass.WithTimeout(100*time.Millisecond), skillpass.WithTotalTimeout(time.Minute))
		_, err := r.client.Invites.Create(ctx, inviteParams)
		wantFamily[*skillpass.TimeoutError](t, err)
		wantFamily[*skillpass.ConnectionError](t, err)
		found := wantCode(t, err, skillpass.CodeTimeout)
		want(t, "retryable", found.Retryable, true)
		want(t, "status", found.Status, 0)
		want(t, "requests", r.count(), 3)
	}},
	{"total_timeout_ends_the_call", func(t *testing.T) {
		r := newRig(t, []scripted{{instead: "hang"}})
		client, _ := skillpass.New(skillpass.WithBaseURL(r.url), skillpass.WithTimeout(10*time.Second), skillpass.WithTotalTimeout(200*time.Millisecond))
		start := time.Now()
		_, err := client.Me.Get(ctx)
		wantFamily[*skillpass.TimeoutError](t, err)
		want(t, "message", asError(t, err).Message, "No answer within 200ms, retries included.")
		if took := time.Since(start); took > 5*time.Second {
			t.Fatalf("it took %s", took)
		}
	}},
	{"own_context_ends_a_try", func(t *testing.T) {
		r := newRig(t, []scripted{{instead: "hang"}})
		soon, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
		defer cancel()
		_, err := r.client.Me.Get(soon)
		wantFamily[*skillpass.AbortedError](t, err)
		want(t, "is DeadlineExceeded", errors.Is(err, context.DeadlineExceeded), true)
		want(t, "requests", r.count(), 1)
	}},
	{"own_context_ends_a_pause", func(t *testing.T) {
		r := newRig(t, []scripted{refusal(429, "RATE_LIMITED", "Retry-After", "30")})
		client, _ := skillpass.New(skillpass.WithBaseURL(r.url))
		ending, cancel := context.WithCancel(ctx)
		time.AfterFunc(100*time.Millisecond, cancel)
		_, err := client.Invites.Create(ending, inviteParams)
		wantCode(t, err, skillpass.CodeAborted)
		want(t, "is Canceled", errors.Is(err, context.Canceled), true)
		if asError(t, err).IdempotencyKey == "" {
			t.Fatal("the error does not tell the idempotency key")
		}
	}},
	{"ended_context_sends_nothing", func(t *testing.T) {
		r := newRig(t, nil)
		ended, cancel := context.WithCancel(ctx)
		cancel()
		_, err := r.client.Me.Get(ended)
		wantCode(t, err, skillpass.CodeAborted)
		want(t, "requests", r.count(), 0)
	}},
	{"one_idempotency_key_per_call", func(t *testing.T) {
		r := newRig(t, []scripted{refusal(503, "SERVICE_UNAVAILABLE")})
		_, err := r.client.Invites.Create(ctx, inviteParams)
		first := asError(t, err).IdempotencyKey
		if !regexp.MustCompile(`^auto-[0-9a-f]{32}$`).MatchString(first) {
			t.Fatalf("idempotency key %q", first)
		}
		for _, request := range r.requests {
			want(t, "key of a try", request.header.Get("Idempotency-Key"), first)
		}
		_, err = r.client.Invites.Create(ctx, inviteParams)
		if asError(t, err).IdempotencyKey == first {
			t.Fatal("two calls have one key")
		}
	}},
	{"own_idempotency_key", func(t *testing.T) {
		r := newRig(t, nil)
		_, err := r.client.Invites.Create(ctx, inviteParams, skillpass.WithIdempotencyKey("mine-1"))
		want(t, "error", err, nil)
		want(t, "key", r.requests[0].header.Get("Idempotency-Key"), "mine-1")
		_, err = r.client.Invites.Create(ctx, inviteParams, skillpass.WithIdempotencyKey("with space"))
		want(t, "param", wantCode(t, err, skillpass.CodeParameterInvalid).Param, "idempotencyKey")
		want(t, "requests", r.count(), 1)
	}},
	{"reads_carry_no_idempotency_key", func(t *testing.T) {
		r := newRig(t, nil)
		_, _ = r.client.Me.Get(ctx)
		want(t, "key", r.requests[0].header.Get("Idempotency-Key"), "")
		want(t, "body", r.requests[0].body, "")
		want(t, "transfer encoding", r.requests[0].header.Get("Transfer-Encoding"), "")
	}},
	{"redirects_are_not_followed", func(t *testing.T) {
		reached := false
		elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
		defer elsewhere.Close()
		for _, status := range []int{301, 302, 303, 307, 308} {
			for _, own := range []*http.Client{nil, {}} {
				answer := scripted{status: status, headers: map[string]string{"Location": elsewhere.URL}}
				r := newRig(t, []scripted{answer}, skillpass.WithHTTPClient(own))
				_, err := r.client.Me.Get(ctx)
				wantFamily[*skillpass.ServerError](t, err)
				want(t, "status", wantCode(t, err, skillpass.CodeResponseInvalid).Status, status)
				_, err = r.client.Invites.Create(ctx, inviteParams)
				want(t, "status of a write", wantCode(t, err, skillpass.CodeResponseInvalid).Status, status)
			}
		}
		want(t, "followed", reached, false)
	}},
	{"connections_are_reused", func(t *testing.T) {
		r := newRig(t, []scripted{{}, refusal(404, "USER_NOT_FOUND"), {status: 502, body: "<html>"}, {}})
		for i := 0; i < 5; i++ {
			_, _ = r.client.Me.Get(ctx)
		}
		want(t, "connections", r.connections, 1)
	}},
	{"concurrent_use", func(t *testing.T) {
		r := newRig(t, nil)
		var group sync.WaitGroup
		for i := 0; i < 50; i++ {
			group.Add(1)
			go func() {
				defer group.Done()
				var response skillpass.Response
				_, err := r.client.Invites.Create(ctx, inviteParams, skillpass.WithResponse(&response))
				if err != nil || response.IdempotencyKey == "" {
					t.Errorf("%v, key %q", err, response.IdempotencyKey)
				}
			}()
		}
		group.Wait()
		keys := map[string]bool{}
		for _, request := range r.requests {
			keys[request.header.Get("Idempotency-Key")] = true
		}
		want(t, "keys", len(keys), 50)
	}},
}
