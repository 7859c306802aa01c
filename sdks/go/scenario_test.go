package skillpass_test

import (
	"context"
	"net/http/httptest"
	"os"
	"strconv"
	"testing"
	"time"

	skillpass "github.com/skillpass/skillpass-go"
)

// TestScenario goes through the life of an invite against a real sandbox, where one is named.
func TestScenario(t *testing.T) {
	if os.Getenv("SKILLPASS_BASE_URL") == "" || os.Getenv("SKILLPASS_API_KEY") == "" {
		t.Skip("no sandbox: set SKILLPASS_BASE_URL and SKILLPASS_API_KEY")
	}
	client, err := skillpass.New()
	if err != nil {
		t.Fatal(err)
	}
	s := &scenario{T: t, client: client, events: make(chan *skillpass.Event, 100)}
	s.run = strconv.FormatInt(time.Now().UnixNano(), 36)
	var limit context.CancelFunc
	s.ctx, limit = context.WithTimeout(context.Background(), time.Minute)
	defer limit()

	s.step("any_key_may_ask_who_it_is", s.me)
	s.step("webhook_is_created", s.webhook)
	s.step("stream_is_opened", s.stream)
	s.step("invite_is_created_once", s.invite)
	s.step("invite_is_accepted_started_completed", s.assessment)
	s.step("passport_shows_the_skill", s.passport)
	s.step("delivery_is_verified", s.delivery)
	s.step("stream_tells_the_same", s.streamed)
	s.step("pages_go_to_the_end", s.pages)
	s.step("user_is_changed", s.user)
	s.step("clock_is_moved", s.clock)
	s.step("errors_are_typed", s.errors)
	s.step("key_without_scope_is_refused", s.scope)
	s.step("every_read_is_decoded", s.reads)
}

type scenario struct {
	*testing.T
	ctx    context.Context
	client *skillpass.Client
	events chan *skillpass.Event
	// Keeps runs in one sandbox apart.
	run      string
	hook     *skillpass.WebhookWithSecret
	follower *skillpass.Stream[skillpass.Event]
	current  *skillpass.Invite
}

// step runs one part; the next ones build upon it.
func (s *scenario) step(name string, part func(*testing.T)) {
	if !s.Run(name, part) {
		s.FailNow()
	}
}

func must[T any](value T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func (s *scenario) me(t *testing.T) {
	var response skillpass.Response
	me := must(s.client.Me.Get(s.ctx, skillpass.WithResponse(&response)))(t)
	want(t, "mode", me.Mode, skillpass.ModeSandbox)
	want(t, "policies", len(response.RateLimit.Policies), 2)
	if response.RateLimit.Limit <= 0 || response.RateLimit.Remaining <= 0 || time.Until(response.RateLimit.Reset) > 2*time.Minute {
		t.Fatalf("rate limit %+v", response.RateLimit)
	}
}

func (s *scenario) webhook(t *testing.T) {
	// The secret is known only once the address is.
	verifier := &skillpass.WebhookVerifier{}
	receiver := httptest.NewServer(verifier.Handler(func(_ context.Context, event *skillpass.Event) error {
		s.events <- event
		return nil
	}))
	s.Cleanup(receiver.Close)
	s.hook = must(s.client.Webhooks.Create(s.ctx, &skillpass.WebhookCreateParams{
		URL:    skillpass.Ptr(receiver.URL + "/hook"),
		Events: []string{"assessment.completed", "webhook.test"},
	}))(t)
	verifier.Secrets = []string{*s.hook.Secret}
	must(s.client.Webhooks.Test(s.ctx, s.hook.ID))(t)
	event := s.await(t)
	data, isTest := event.Data.(*skillpass.WebhookTestEvent)
	want(t, "type", isTest, true)
	want(t, "webhook", data.WebhookID, s.hook.ID)
}

func (s *scenario) await(t *testing.T) *skillpass.Event {
	t.Helper()
	select {
	case event := <-s.events:
		return event
	case <-time.After(15 * time.Second):
		t.Fatal("no delivery came")
		return nil
	}
}

func (s *scenario) stream(t *testing.T) {
	s.follower = must(s.client.Events.Stream(s.ctx, &skillpass.EventStreamParams{Type: skillpass.Ptr(skillpass.EventTypeAssessmentCompleted)}))(t)
	s.Cleanup(func() { _ = s.follower.Close() })
}

func (s *scenario) invite(t *testing.T) {
	params := &skillpass.InviteCreateParams{
		CandidateEmail: "go.sdk+" + s.run + "@example.com",
		Skill:          "React.js",
		ExpiresIn:      skillpass.Ptr(48 * time.Hour),
		Metadata:       map[string]string{"team": "blue"},
	}
	var response skillpass.Response
	s.current = must(s.client.Invites.Create(s.ctx, params, skillpass.WithIdempotencyKey("go-scenario-"+s.run), skillpass.WithResponse(&response)))(t)
	want(t, "status", s.current.Status, skillpass.InviteStatusPending)
	want(t, "skill", s.current.Skill, "react")
	want(t, "span", s.current.ExpiresAt.Sub(s.current.CreatedAt), 48*time.Hour)
	want(t, "metadata", s.current.Metadata["team"], "blue")
	want(t, "replayed", response.Replayed, false)
	again := must(s.client.Invites.Create(s.ctx, params, skillpass.WithIdempotencyKey("go-scenario-"+s.run), skillpass.WithResponse(&response)))(t)
	want(t, "same invite", again.ID, s.current.ID)
	want(t, "replayed", response.Replayed, true)
}

func (s *scenario) assessment(t *testing.T) {
	accepted := must(s.client.Invites.Accept(s.ctx, s.current.ID))(t)
	want(t, "status", accepted.Status, skillpass.InviteStatusAccepted)
	started := must(s.client.Invites.Start(s.ctx, s.current.ID))(t)
	want(t, "status", started.Status, skillpass.InviteStatusInProgress)
	_, err := s.client.Invites.Result(s.ctx, s.current.ID, skillpass.WithMaxRetries(0))
	wantCode(t, err, skillpass.CodeResultNotReady)
	s.current = must(s.client.Invites.Complete(s.ctx, s.current.ID, &skillpass.InviteCompleteParams{
		Score:    86,
		Sections: []skillpass.InviteCompleteSection{{Name: "Hooks", Score: 43, MaxScore: skillpass.Ptr(50.0)}},
	}))(t)
	want(t, "status", s.current.Status, skillpass.InviteStatusCompleted)
	result := must(s.client.Invites.Result(s.ctx, s.current.ID))(t)
	want(t, "percent", result.Percent, 86)
	want(t, "section", result.Sections[0].Name, "Hooks")
}

func (s *scenario) passport(t *testing.T) {
	user := *s.current.UserID
	passport := must(s.client.Verify.Passport(s.ctx, user, nil))(t)
	want(t, "skill", passport.Skills[0].Key, "react")
	want(t, "score", passport.SCIScores["react"], passport.Skills[0].SCI)
	skill := must(s.client.Verify.Skill(s.ctx, user, "react", &skillpass.VerifySkillParams{Evidence: skillpass.Ptr(skillpass.EvidenceDetailChain)}))(t)
	want(t, "chain", len(skill.Evidence.Chain), 1)
	want(t, "day", *skill.LastEvidence, skill.Evidence.Chain[0].OccurredOn)
	counts := must(s.client.Verify.Skill(s.ctx, user, "react", nil))(t)
	want(t, "assessments", counts.Evidence.Counts.Assessments, 1)
	explained := must(s.client.Verify.Explain(s.ctx, user, "react", nil))(t)
	want(t, "points", explained.Contributions[0].Points, explained.SCIPoints)
	batch := must(s.client.Verify.Batch(s.ctx, &skillpass.VerifyBatchParams{
		UserIDs: []string{user, "nobody"}, Skill: skillpass.Ptr("react"), MinTier: skillpass.Ptr(skillpass.TierT1),
	}))(t)
	want(t, "met", *batch.Results[0].Met, true)
	want(t, "error", *batch.Results[1].Error, skillpass.CodeUserNotFound)
}

func (s *scenario) delivery(t *testing.T) {
	event := s.await(t)
	completed, isCompleted := event.Data.(*skillpass.AssessmentCompletedEvent)
	want(t, "type", isCompleted, true)
	want(t, "invite", completed.InviteID, s.current.ID)
	same := must(s.client.Events.Get(s.ctx, event.ID))(t)
	want(t, "body", same.Raw.String(), event.Raw.String())
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		deliveries := must(s.client.Deliveries.List(&skillpass.DeliveryListParams{EventID: &event.ID}).Collect(s.ctx))(t)
		if deliveries[0].Status == skillpass.DeliveryStatusSucceeded {
			whole := must(s.client.Deliveries.Get(s.ctx, deliveries[0].ID))(t)
			want(t, "status", *whole.Attempts[0].Status, 200)
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the delivery is %s", deliveries[0].Status)
		}
	}
}

func (s *scenario) streamed(t *testing.T) {
	want(t, "next", s.follower.Next(), true)
	completed, isCompleted := s.follower.Current().Data.Data.(*skillpass.AssessmentCompletedEvent)
	want(t, "type", isCompleted, true)
	want(t, "invite", completed.InviteID, s.current.ID)
	want(t, "id", s.follower.Current().ID, completed.ID)
}

func (s *scenario) pages(t *testing.T) {
	for i := 0; i < 7; i++ {
		must(s.client.Users.Create(s.ctx, &skillpass.UserCreateParams{DisplayName: "Паша 🚀"}))(t)
	}
	seen := map[string]bool{}
	pages := 0
	it := s.client.Users.List(&skillpass.UserListParams{Limit: skillpass.Ptr(3)})
	for last := (*skillpass.Page[skillpass.User])(nil); it.Next(s.ctx); last = it.Page() {
		seen[it.Current().ID] = true
		if it.Page() != last {
			pages++
		}
	}
	want(t, "error", it.Err(), nil)
	if len(seen) < 8 || pages != (len(seen)+2)/3 {
		t.Fatalf("%d users on %d pages", len(seen), pages)
	}
}

func (s *scenario) user(t *testing.T) {
	email := "kim.go+" + s.run + "@example.com"
	user := must(s.client.Users.Create(s.ctx, &skillpass.UserCreateParams{
		DisplayName: "Kim", Email: &email, Metadata: map[string]string{"a": "1"},
	}))(t)
	renamed := must(s.client.Users.Update(s.ctx, user.ID, &skillpass.UserUpdateParams{DisplayName: skillpass.Ptr("Kim B.")}))(t)
	want(t, "e-mail that was not sent", *renamed.Email, email)
	removed := must(s.client.Users.Update(s.ctx, user.ID, &skillpass.UserUpdateParams{
		Email: skillpass.Null[string](), Metadata: map[string]string{},
	}))(t)
	want(t, "e-mail sent as null", removed.Email == nil, true)
	want(t, "metadata sent empty", len(removed.Metadata), 0)
	must(s.client.Users.Erase(s.ctx, user.ID))(t)
	_, err := s.client.Users.Get(s.ctx, user.ID)
	wantFamily[*skillpass.GoneError](t, err)
}

func (s *scenario) clock(t *testing.T) {
	before := must(s.client.Sandbox.Clock(s.ctx))(t)
	after := must(s.client.Sandbox.MoveClock(s.ctx, &skillpass.SandboxMoveClockParams{Advance: skillpass.Ptr(2 * time.Hour)}))(t)
	if moved := after.Now.Sub(before.Now); moved < 2*time.Hour || moved > 2*time.Hour+time.Minute {
		t.Fatalf("the clock moved by %s", moved)
	}
}

func (s *scenario) errors(t *testing.T) {
	_, err := s.client.Invites.Create(s.ctx, &skillpass.InviteCreateParams{CandidateEmail: "nobody", Skill: "react"})
	wantFamily[*skillpass.ValidationError](t, err)
	refused := wantCode(t, err, skillpass.CodeValidationFailed)
	want(t, "pointer", refused.Problems()[0].Pointer, "/candidate_email")
	_, err = s.client.Invites.Get(s.ctx, "inv_nothing")
	wantFamily[*skillpass.NotFoundError](t, err)
	described := must(s.client.Errors.Get(s.ctx, string(skillpass.CodeInviteNotFound)))(t)
	want(t, "doc url", described.DocURL, asError(t, err).DocURL)
	_, err = s.client.Invites.Cancel(s.ctx, s.current.ID, nil)
	wantFamily[*skillpass.ConflictError](t, err)
	wantCode(t, err, skillpass.CodeInviteNotOpen)
	_, err = s.client.Invites.Accept(s.ctx, s.current.ID)
	wantCode(t, err, skillpass.CodeInviteCompleted)
}

func (s *scenario) scope(t *testing.T) {
	key := must(s.client.Keys.Create(s.ctx, &skillpass.KeyCreateParams{Name: "reader", Scopes: []string{"read"}}))(t)
	reader := must(skillpass.New(skillpass.WithAPIKey(*key.Secret)))(t)
	_, err := reader.Invites.Create(s.ctx, inviteParams)
	wantFamily[*skillpass.PermissionError](t, err)
	wantCode(t, err, skillpass.CodeScopeInsufficient)
	must(s.client.Keys.Revoke(s.ctx, key.ID))(t)
	_, err = reader.Me.Get(s.ctx)
	wantFamily[*skillpass.AuthenticationError](t, err)
	wantCode(t, err, skillpass.CodeAuthKeyRevoked)
}

// reads calls what nothing above does, so that every type meets a real answer.
func (s *scenario) reads(t *testing.T) {
	must(s.client.Results.List(nil).Collect(s.ctx))(t)
	must(s.client.Evidence.List(*s.current.UserID, nil).Collect(s.ctx))(t)
	must(s.client.Skills.List(nil).Collect(s.ctx))(t)
	must(s.client.Events.List(nil).Collect(s.ctx))(t)
	must(s.client.Webhooks.List(nil).Collect(s.ctx))(t)
	must(s.client.Keys.List(nil).Collect(s.ctx))(t)
	must(s.client.Sandbox.Mail(nil).Collect(s.ctx))(t)
	must(s.client.Sandbox.Faults(s.ctx))(t)
	must(s.client.Documents.Live(s.ctx))(t)
	must(s.client.Documents.Ready(s.ctx))(t)
	if document := must(s.client.Documents.OpenAPI(s.ctx))(t); len(document) < 10_000 {
		t.Fatalf("the document has %d bytes", len(document))
	}
	catalogue := must(s.client.Errors.List(s.ctx))(t)
	want(t, "codes", len(catalogue.Data), len(everyCode))
	logs := s.client.Logs.List(&skillpass.LogListParams{Limit: skillpass.Ptr(100), Status: skillpass.Ptr("4xx")})
	want(t, "logged refusals", logs.Next(s.ctx), true)
	must(s.client.Logs.Get(s.ctx, logs.Current().RequestID))(t)
	trigger := must(s.client.Sandbox.Trigger(s.ctx, &skillpass.SandboxTriggerParams{
		Event: skillpass.EventTypeSkillTierChanged, Data: &skillpass.SandboxTriggerData{Skill: skillpass.Ptr("react")},
	}))(t)
	if len(trigger.Events) == 0 {
		t.Fatal("nothing happened")
	}
	for _, event := range trigger.Events {
		if _, isUnknown := event.Data.(*skillpass.UnknownEvent); isUnknown {
			t.Fatalf("%s is unknown", event.Type)
		}
	}
	resent := must(s.client.Events.Resend(s.ctx, trigger.Events[0].ID, &skillpass.EventResendParams{WebhookID: &s.hook.ID}))(t)
	want(t, "resent", resent.Data[0].WebhookID, s.hook.ID)
	usage := must(s.client.Keys.Usage(s.ctx, must(s.client.Me.Get(s.ctx))(t).Key.ID, nil))(t)
	if usage.Requests == 0 {
		t.Fatal("no requests were counted")
	}
	replay := must(s.client.Webhooks.Replay(s.ctx, s.hook.ID, &skillpass.WebhookReplayParams{Since: time.Now().Add(-time.Hour)}))(t)
	must(s.client.Webhooks.GetReplay(s.ctx, s.hook.ID, replay.ID))(t)
	must(s.client.Webhooks.RotateSecret(s.ctx, s.hook.ID, nil))(t)
	must(s.client.Webhooks.Remove(s.ctx, s.hook.ID))(t)
}
