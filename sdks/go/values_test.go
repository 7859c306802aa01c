package skillpass_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	skillpass "github.com/skillpass/skillpass-go"
)

func TestResponses(t *testing.T) {
	t.Run("unknown_enum", func(t *testing.T) {
		r := newRig(t, []scripted{{body: `{"id":"inv_1","status":"teleported"}`}})
		invite, err := r.client.Invites.Get(ctx, "inv_1")
		if err != nil {
			t.Fatal(err)
		}
		want(t, "status", invite.Status, skillpass.InviteStatus("teleported"))
	})
	t.Run("unknown_field", func(t *testing.T) {
		body := `{"id":"inv_1","delivery":{"status":"sent","via":"pigeon"}}`
		r := newRig(t, []scripted{{body: body}})
		invite, err := r.client.Invites.Get(ctx, "inv_1")
		if err != nil {
			t.Fatal(err)
		}
		want(t, "raw", invite.Raw.String(), body)
		var more struct{ Delivery struct{ Via string } }
		want(t, "error", json.Unmarshal(invite.Raw, &more), nil)
		want(t, "via", more.Delivery.Via, "pigeon")
	})
	t.Run("unknown_field_of_an_item", func(t *testing.T) {
		r := newRig(t, []scripted{{body: `{"object":"list","data":[{"id":"usr_1","shoe_size":42}],"has_more":false,"next_cursor":null}`}})
		it := r.client.Users.List(nil)
		want(t, "next", it.Next(ctx), true)
		want(t, "raw", it.Current().Raw.String(), `{"id":"usr_1","shoe_size":42}`)
	})
	t.Run("unknown_event_type", func(t *testing.T) {
		body := `{"id":"evt_1","event":"skill.forgotten","sequence":9007199254740993,"created_at":"2026-03-01T09:30:00.000Z","why":"age"}`
		r := newRig(t, []scripted{{body: body}})
		event, err := r.client.Events.Get(ctx, "evt_1")
		if err != nil {
			t.Fatal(err)
		}
		unknown, isUnknown := event.Data.(*skillpass.UnknownEvent)
		want(t, "unknown", isUnknown, true)
		want(t, "type", unknown.Type, skillpass.EventType("skill.forgotten"))
		want(t, "sequence", event.Sequence, 9007199254740993)
		written, _ := json.Marshal(event)
		want(t, "written", string(written), body)
	})
	t.Run("raw_response_and_rate_limit", func(t *testing.T) {
		headers := map[string]string{
			"RateLimit-Policy":      `"burst";q=100;w=6, "minute";q=1000;w=60`,
			"RateLimit":             `"burst";r=99;t=1, "minute";r=998;t=41`,
			"X-RateLimit-Limit":     "1000",
			"X-RateLimit-Remaining": "998",
			"X-RateLimit-Reset":     "1795348841",
			"Idempotent-Replayed":   "true",
		}
		r := newRig(t, []scripted{{status: 201, headers: headers, body: `{"id":"inv_1"}`}})
		var response skillpass.Response
		_, err := r.client.Invites.Create(ctx, inviteParams, skillpass.WithResponse(&response))
		want(t, "error", err, nil)
		want(t, "status", response.StatusCode, 201)
		want(t, "request id", response.RequestID, "req_1")
		want(t, "replayed", response.Replayed, true)
		want(t, "body", string(response.Body), `{"id":"inv_1"}`)
		want(t, "remaining", response.RateLimit.Remaining, 998)
		want(t, "reset", response.RateLimit.Reset, time.Unix(1795348841, 0).UTC())
		want(t, "burst", response.RateLimit.Policies[0], skillpass.RateLimitPolicy{
			Name: "burst", Quota: 100, Window: 6 * time.Second, Remaining: 99, ResetIn: time.Second,
		})
		want(t, "minute", response.RateLimit.Policies[1].ResetIn, 41*time.Second)
	})
	t.Run("raw_response_of_a_refusal", func(t *testing.T) {
		r := newRig(t, []scripted{refusal(404, "INVITE_NOT_FOUND", "X-RateLimit-Limit", "60")})
		var response skillpass.Response
		_, err := r.client.Invites.Get(ctx, "inv_1", skillpass.WithResponse(&response))
		wantFamily[*skillpass.NotFoundError](t, err)
		want(t, "status", response.StatusCode, 404)
		want(t, "limit", response.RateLimit.Limit, 60)
	})
	t.Run("any_route", func(t *testing.T) {
		r := newRig(t, []scripted{{body: `{"ok":true}`}})
		response, err := r.client.Request(ctx, "post", "/v1/new?a=1", map[string]int{"b": 2})
		if err != nil {
			t.Fatal(err)
		}
		want(t, "body", string(response.Body), `{"ok":true}`)
		want(t, "sent", r.requests[0].method+" "+r.requests[0].url+" "+r.requests[0].body, `POST /v1/new?a=1 {"b":2}`)
		_, err = r.client.Request(ctx, "GET", "//evil.example", nil)
		wantCode(t, err, skillpass.CodeParameterInvalid)
	})
}

func TestParams(t *testing.T) {
	bodies := []struct {
		name string
		sent string
		call func(*skillpass.Client) error
	}{
		{"absent_null_and_value", `{"display_name":"Kim","email":null,"metadata":{}}`, func(c *skillpass.Client) error {
			_, err := c.Users.Update(ctx, "usr_1", &skillpass.UserUpdateParams{
				DisplayName: skillpass.Ptr("Kim"), Email: skillpass.Null[string](), Metadata: map[string]string{},
			})
			return err
		}},
		{"value_of_a_nullable", `{"email":"kim@example.com"}`, func(c *skillpass.Client) error {
			_, err := c.Users.Update(ctx, "usr_1", &skillpass.UserUpdateParams{Email: skillpass.Value("kim@example.com")})
			return err
		}},
		{"nullable_instant", `{"daily_quota":null,"expires_at":"2026-11-21T11:00:00.000Z"}`, func(c *skillpass.Client) error {
			at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.FixedZone("CET", 3600))
			_, err := c.Keys.Update(ctx, "key_1", &skillpass.KeyUpdateParams{ExpiresAt: skillpass.Value(at), DailyQuota: skillpass.Null[int]()})
			return err
		}},
		{"durations_are_whole_seconds", `{"candidate_email":"a@b.c","skill":"go","expires_in":172800,"send_email":false}`, func(c *skillpass.Client) error {
			_, err := c.Invites.Create(ctx, &skillpass.InviteCreateParams{
				CandidateEmail: "a@b.c", Skill: "go", ExpiresIn: skillpass.Ptr(48 * time.Hour), SendEmail: skillpass.Ptr(false),
			})
			return err
		}},
		{"inner_objects", `{"score":86.5,"sections":[{"name":"<a>","score":1}],"integrity":{"ok":true}}`, func(c *skillpass.Client) error {
			_, err := c.Invites.Complete(ctx, "inv_1", &skillpass.InviteCompleteParams{
				Score: 86.5, Sections: []skillpass.InviteCompleteSection{{Name: "<a>", Score: 1}}, Integrity: map[string]any{"ok": true},
			})
			return err
		}},
		{"inner_optional_fields", `{"name":"ci","scopes":["read"],"rate_limit":{"burst":5}}`, func(c *skillpass.Client) error {
			_, err := c.Keys.Create(ctx, &skillpass.KeyCreateParams{
				Name: "ci", Scopes: []string{"read"}, RateLimit: &skillpass.KeyRateLimitParams{Burst: skillpass.Ptr(5)},
			})
			return err
		}},
		{"dates", `{"type":"session","skill":"go","occurred_on":"2026-03-01","rating":null}`, func(c *skillpass.Client) error {
			_, err := c.Evidence.Create(ctx, "usr_1", &skillpass.EvidenceCreateParams{
				Type: skillpass.EvidenceTypeSession, Skill: "go", OccurredOn: &skillpass.Date{Year: 2026, Month: 3, Day: 1}, Rating: skillpass.Null[float64](),
			})
			return err
		}},
		{"no_params_at_all", `{}`, func(c *skillpass.Client) error {
			_, err := c.Invites.Cancel(ctx, "inv_1", nil)
			return err
		}},
		{"no_body_at_all", ``, func(c *skillpass.Client) error {
			_, err := c.Invites.Accept(ctx, "inv_1")
			return err
		}},
	}
	for _, c := range bodies {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, nil)
			if err := c.call(r.client); err != nil {
				t.Fatal(err)
			}
			// What encoding/json escapes is the same JSON.
			want(t, "body", strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(r.requests[0].body), c.sent)
		})
	}
	t.Run("path_values_are_escaped", func(t *testing.T) {
		r := newRig(t, nil)
		_, err := r.client.Verify.Skill(ctx, "a/b?c", "c%2F+ü", &skillpass.VerifySkillParams{
			AsOf: &skillpass.Date{Year: 2026, Month: 3, Day: 1}, Evidence: skillpass.Ptr(skillpass.EvidenceDetailChain),
		})
		want(t, "error", err, nil)
		want(t, "url", r.requests[0].url, "/v1/verify/skill/a%2Fb%3Fc/c%252F+%C3%BC?as_of=2026-03-01&evidence=chain")
	})
	for _, value := range []string{"", ".", ".."} {
		t.Run("path_value_refused_"+value, func(t *testing.T) {
			r := newRig(t, nil)
			_, err := r.client.Users.Get(ctx, value)
			want(t, "param", wantCode(t, err, skillpass.CodeParameterInvalid).Param, "id")
			it := r.client.Evidence.List(value, nil)
			want(t, "next", it.Next(ctx), false)
			wantCode(t, it.Err(), skillpass.CodeParameterInvalid)
			want(t, "requests", r.count(), 0)
		})
	}
	t.Run("half_seconds_are_refused", func(t *testing.T) {
		r := newRig(t, nil)
		_, err := r.client.Sandbox.MoveClock(ctx, &skillpass.SandboxMoveClockParams{Advance: skillpass.Ptr(1500 * time.Millisecond)})
		want(t, "param", wantCode(t, err, skillpass.CodeParameterInvalid).Param, "advance")
	})
}

func TestValues(t *testing.T) {
	t.Run("dates", func(t *testing.T) {
		date, err := skillpass.ParseDate("2024-02-29")
		want(t, "error", err, nil)
		want(t, "date", date, skillpass.DateOf(time.Date(2024, 2, 29, 23, 59, 0, 0, time.UTC)))
		want(t, "instant", date.Time().Unix(), 1709164800)
		_, err = skillpass.ParseDate("2023-02-29")
		want(t, "refused", err != nil, true)
	})
	t.Run("evidence_in_both_forms", func(t *testing.T) {
		var answer skillpass.SkillVerification
		want(t, "error", json.Unmarshal([]byte(`{"evidence":{"sessions":2}}`), &answer), nil)
		want(t, "sessions", answer.Evidence.Counts.Sessions, 2)
		var chain skillpass.SkillVerification
		want(t, "error", json.Unmarshal([]byte(`{"evidence":[{"id":"evd_1","occurred_on":"2026-03-01"}]}`), &chain), nil)
		want(t, "entry", chain.Evidence.Chain[0].OccurredOn.String(), "2026-03-01")
	})
	t.Run("printing_an_object_does_not_show_it_twice", func(t *testing.T) {
		raw := skillpass.RawJSON(`{"secret":"whsec_x"}`)
		holder := struct{ Raw skillpass.RawJSON }{raw}
		want(t, "printed", fmt.Sprintf("%v %+v", holder, holder), "{RawJSON(20 bytes)} {Raw:RawJSON(20 bytes)}")
		want(t, "text", raw.String(), `{"secret":"whsec_x"}`)
	})
}
