package skillpass_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	skillpass "github.com/skillpass/skillpass-go"
)

// familyFits tells whether an error has the type that goes with its status.
func familyFits(err error, status int) bool {
	as := func(target any) bool { return errors.As(err, target) }
	switch status {
	case 401:
		return as(new(*skillpass.AuthenticationError))
	case 403:
		return as(new(*skillpass.PermissionError))
	case 404:
		return as(new(*skillpass.NotFoundError))
	case 409:
		return as(new(*skillpass.ConflictError))
	case 410:
		return as(new(*skillpass.GoneError))
	case 429:
		return as(new(*skillpass.RateLimitError))
	}
	if status < 500 {
		return as(new(*skillpass.ValidationError))
	}
	return as(new(*skillpass.ServerError))
}

func TestErrors(t *testing.T) {
	t.Run("every_error_code", func(t *testing.T) {
		for code, status := range everyCode {
			r := newRig(t, []scripted{refusal(status, string(code))})
			_, err := r.client.Users.Get(ctx, "usr_1")
			found := wantCode(t, err, code)
			want(t, "status", found.Status, status)
			want(t, "request id", found.RequestID, "req_x")
			want(t, "doc url", found.DocURL, "http://docs/"+string(code))
			if !familyFits(err, status) {
				t.Errorf("%s, %d, is a %T", code, status, err)
			}
		}
	})
	t.Run("unknown_error_code", func(t *testing.T) {
		r := newRig(t, []scripted{refusal(418, "FROM_THE_FUTURE")})
		_, err := r.client.Me.Get(ctx)
		wantFamily[*skillpass.ValidationError](t, err)
		wantCode(t, err, "FROM_THE_FUTURE")
	})
	t.Run("all_fields", func(t *testing.T) {
		body := `{"error":{"code":"VALIDATION_FAILED","message":"No.","status":422,"doc_url":"u","request_id":"req_9","param":"skill",` +
			`"details":[{"pointer":"/skill","code":"required","message":"is required"}],"retryable":false,"retry_after_seconds":null,"more":1}}`
		r := newRig(t, []scripted{{status: 422, body: body, headers: map[string]string{"Retry-After": "3"}}})
		_, err := r.client.Invites.Create(ctx, inviteParams, skillpass.WithIdempotencyKey("k-1"))
		var found *skillpass.ValidationError
		if !errors.As(err, &found) {
			t.Fatal(err)
		}
		want(t, "param", found.Param, "skill")
		want(t, "retry after", found.RetryAfter, 3*time.Second)
		want(t, "key", found.IdempotencyKey, "k-1")
		want(t, "problem", found.Problems()[0].Pointer, "/skill")
		want(t, "text", err.Error(), "skillpass: VALIDATION_FAILED (422): No. [req_9]")
	})
	t.Run("answers_of_a_proxy", func(t *testing.T) {
		r := newRig(t, []scripted{{status: 502, body: "<html>Bad gateway</html>"}})
		_, err := r.client.Me.Get(ctx)
		wantFamily[*skillpass.ServerError](t, err)
		want(t, "retryable", wantCode(t, err, skillpass.CodeResponseInvalid).Retryable, true)
		want(t, "requests", r.count(), 3)
	})
	t.Run("success_that_is_no_json", func(t *testing.T) {
		r := newRig(t, []scripted{{body: "<html>"}})
		_, err := r.client.Me.Get(ctx)
		wantFamily[*skillpass.ServerError](t, err)
		wantCode(t, err, skillpass.CodeResponseInvalid)
		want(t, "requests", r.count(), 1)
	})
	t.Run("families_are_errors_too", func(t *testing.T) {
		r := newRig(t, nil, skillpass.WithBaseURL(deadURL(t)), skillpass.WithMaxRetries(0))
		_, err := r.client.Me.Get(ctx)
		var plain *skillpass.Error
		var family *skillpass.ConnectionError
		want(t, "as Error", errors.As(err, &plain) && errors.As(err, &family), true)
		want(t, "same", plain.Code, family.Code)
		want(t, "wrapped", errors.As(fmt.Errorf("outer: %w", err), &family), true)
	})
}

// printed is every way a program may print a value.
func printed(value any) string {
	return fmt.Sprintf("%v %+v %#v %s %q", value, value, value, value, value)
}

func TestKeyIsMasked(t *testing.T) {
	t.Run("key_masked_in_prints_of_the_client", func(t *testing.T) {
		r := newRig(t, nil)
		json, _ := r.client.MarshalJSON()
		all := printed(r.client) + printed(*r.client) + printed(r.client.Invites) + printed(r.client.Operations) + string(json)
		if strings.Contains(all, sampleKey) {
			t.Fatal(all)
		}
		want(t, "shown", r.client.String(), fmt.Sprintf(`skillpass.Client{BaseURL: %q, APIKey: "sk_test_A1b2…m4lI"}`, r.url))
	})
	t.Run("key_masked_in_errors", func(t *testing.T) {
		echo := `{"error":{"code":"AUTH_KEY_INVALID","message":"Unknown key ` + sampleKey + `."}}`
		r := newRig(t, []scripted{{status: 401, body: echo}})
		_, err := r.client.Me.Get(ctx)
		if text := printed(err); strings.Contains(text, sampleKey) || !strings.Contains(text, "sk_test_A1b2…m4lI") {
			t.Fatal(text)
		}
	})
	t.Run("key_masked_in_errors_of_the_transport", func(t *testing.T) {
		quoting := &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			return nil, errors.New("cannot send " + r.Header.Get("Authorization"))
		})}
		r := newRig(t, nil, skillpass.WithHTTPClient(quoting))
		_, err := r.client.Me.Get(ctx)
		if text := err.Error(); strings.Contains(text, sampleKey) {
			t.Fatal(text)
		}
	})
	t.Run("key_that_cannot_be_one_is_not_quoted", func(t *testing.T) {
		_, err := skillpass.New(skillpass.WithAPIKey(sampleKey + "\n"))
		want(t, "param", wantCode(t, err, skillpass.CodeParameterInvalid).Param, "apiKey")
		if strings.Contains(printed(err), sampleKey) {
			t.Fatal(err)
		}
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestOptions(t *testing.T) {
	t.Run("from_the_environment", func(t *testing.T) {
		r := newRig(t, nil)
		t.Setenv("SKILLPASS_API_KEY", sampleKey)
		t.Setenv("SKILLPASS_BASE_URL", r.url+"/")
		client, err := skillpass.New()
		if err != nil {
			t.Fatal(err)
		}
		_, _ = client.Me.Get(ctx)
		want(t, "authorization", r.requests[0].header.Get("Authorization"), "Bearer "+sampleKey)
		want(t, "url", r.requests[0].url, "/v1/me")
	})
	t.Run("defaults", func(t *testing.T) {
		t.Setenv("SKILLPASS_API_KEY", "")
		t.Setenv("SKILLPASS_BASE_URL", "")
		client, err := skillpass.New()
		want(t, "error", err, nil)
		want(t, "base URL", client.BaseURL(), "http://127.0.0.1:4747")
	})
	t.Run("user_agent", func(t *testing.T) {
		r := newRig(t, nil, skillpass.WithUserAgent("my-app/1.2"), skillpass.WithHeader("X-Team", "blue"))
		_, _ = r.client.Me.Get(ctx, skillpass.WithHeader("X-Team", "red"))
		want(t, "user agent", r.requests[0].header.Get("User-Agent"), "my-app/1.2 skillpass-go/"+skillpass.Version)
		want(t, "header", r.requests[0].header.Get("X-Team"), "red")
	})
	refused := map[string]skillpass.ClientOption{
		"ftp://example.com":           skillpass.WithBaseURL("ftp://example.com"),
		"no host":                     skillpass.WithBaseURL("http://"),
		"password in the address":     skillpass.WithBaseURL("http://user:pass@example.com"),
		"query in the address":        skillpass.WithBaseURL("http://example.com?a=1"),
		"timeout 0":                   skillpass.WithTimeout(0),
		"total timeout below 0":       skillpass.WithTotalTimeout(-time.Second),
		"retries below 0":             skillpass.WithMaxRetries(-1),
		"header with a line break":    skillpass.WithHeader("X-A", "b\r\nc: d"),
		"user agent with line breaks": skillpass.WithUserAgent("a\nb"),
	}
	for name, option := range refused {
		t.Run("refused_"+name, func(t *testing.T) {
			_, err := skillpass.New(option)
			wantFamily[*skillpass.ValidationError](t, err)
			wantCode(t, err, skillpass.CodeParameterInvalid)
			if strings.Contains(err.Error(), "pass@") {
				t.Fatal(err)
			}
		})
	}
}
