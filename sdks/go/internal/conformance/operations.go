package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	skillpass "github.com/skillpass/skillpass-go"
)

var ctx = context.Background()

var operations = map[string]func(client *skillpass.Client, c *call, seen *[]string) (any, error){
	"invites.create":  createInvite,
	"users.get":       getUser,
	"users.response":  getResponse,
	"users.list_all":  listAll,
	"verify.passport": getPassport,
	"request":         request,
	"events.take":     takeEvents,
	"print":           show,
	"webhooks.verify": verifyWebhook,
}

func (c *call) options() []skillpass.CallOption {
	var opts []skillpass.CallOption
	if c.TimeoutMS != nil {
		opts = append(opts, skillpass.WithTimeout(milliseconds(*c.TimeoutMS)))
	}
	if c.IdempotencyKey != nil {
		opts = append(opts, skillpass.WithIdempotencyKey(*c.IdempotencyKey))
	}
	return opts
}

func createInvite(client *skillpass.Client, c *call, _ *[]string) (any, error) {
	invite, err := client.Invites.Create(ctx, &skillpass.InviteCreateParams{CandidateEmail: "kim@example.com", Skill: "react"}, c.options()...)
	if err != nil {
		return nil, err
	}
	return fields{"id": invite.ID, "status": invite.Status, "raw": invite.Raw}, nil
}

func getUser(client *skillpass.Client, c *call, _ *[]string) (any, error) {
	user, err := client.Users.Get(ctx, c.ID, c.options()...)
	if err != nil {
		return nil, err
	}
	return fields{"id": user.ID, "status": user.Status, "raw": user.Raw}, nil
}

// getResponse looks at the answer, also when it is a refusal.
func getResponse(client *skillpass.Client, c *call, _ *[]string) (any, error) {
	var response skillpass.Response
	_, _ = client.Users.Get(ctx, c.ID, skillpass.WithResponse(&response))
	return fields{
		"status":          response.StatusCode,
		"request_id":      textOrNil(response.RequestID),
		"idempotency_key": textOrNil(response.IdempotencyKey),
		"note":            textOrNil(response.Header.Get("X-Note")),
		"text":            string(response.Body),
		"rate_limit":      rateLimit(response.RateLimit),
	}, nil
}

func rateLimit(limit *skillpass.RateLimit) any {
	if limit == nil {
		return nil
	}
	windows := fields{}
	for _, policy := range limit.Policies {
		windows[policy.Name] = fields{
			"quota":          policy.Quota,
			"window_seconds": policy.Window / time.Second,
			"remaining":      policy.Remaining,
			"reset_seconds":  policy.ResetIn / time.Second,
		}
	}
	return fields{"limit": limit.Limit, "remaining": limit.Remaining, "reset_at": limit.Reset.Unix(), "windows": windows}
}

func listAll(client *skillpass.Client, c *call, seen *[]string) (any, error) {
	*seen = []string{}
	it := client.Users.List(&skillpass.UserListParams{Limit: c.Limit, Cursor: c.Cursor}, c.options()...)
	for it.Next(ctx) {
		*seen = append(*seen, it.Current().ID)
	}
	return *seen, it.Err()
}

func getPassport(client *skillpass.Client, c *call, _ *[]string) (any, error) {
	passport, err := client.Verify.Passport(ctx, c.UserID, nil)
	if err != nil {
		return nil, err
	}
	var points []int
	for _, skill := range passport.Skills {
		points = append(points, skill.SCIPoints)
	}
	return fields{"display_name": passport.DisplayName, "sci_points": points, "raw": passport.Raw}, nil
}

func request(client *skillpass.Client, c *call, _ *[]string) (any, error) {
	response, err := client.Request(ctx, c.Method, c.Path, c.Body)
	if err != nil {
		return nil, err
	}
	return fields{"status": response.StatusCode, "text": string(response.Body)}, nil
}

func takeEvents(client *skillpass.Client, c *call, _ *[]string) (any, error) {
	var opts []skillpass.StreamOption
	if c.LastEventID != "" {
		opts = append(opts, skillpass.WithLastEventID(c.LastEventID))
	}
	stream, err := client.Events.Stream(ctx, nil, opts...)
	if err != nil {
		return nil, err
	}
	defer stream.Close()
	var taken []fields
	for len(taken) < c.Count && stream.Next() {
		message := stream.Current()
		taken = append(taken, fields{"id": message.ID, "event": message.Event, "data_id": message.Data.ID})
	}
	return taken, stream.Err()
}

func show(client *skillpass.Client, _ *call, _ *[]string) (any, error) {
	_, err := client.Users.Get(ctx, "usr_1")
	if err == nil {
		return nil, fmt.Errorf("it was not refused")
	}
	return fields{"client": printed(client) + printed(*client), "error": printed(err)}, nil
}

func printed(thing any) string {
	encoded, _ := json.Marshal(thing)
	return strings.Join([]string{fmt.Sprint(thing), fmt.Sprintf("%+v %#v %s", thing, thing, thing), string(encoded)}, "\n")
}

func verifyWebhook(_ *skillpass.Client, c *call, _ *[]string) (any, error) {
	header := http.Header{}
	for name, value := range c.Headers {
		header[name] = []string{value}
	}
	body, _ := c.Body.(string)
	verifier := skillpass.WebhookVerifier{Secrets: c.Secrets, Tolerance: time.Duration(c.ToleranceSeconds) * time.Second}
	event, err := verifier.Verify([]byte(body), header)
	if err != nil {
		return nil, err
	}
	return fields{"id": event.ID, "event": event.Type, "raw": event.Raw}, nil
}
