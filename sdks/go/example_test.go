package skillpass_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	skillpass "github.com/skillpass/skillpass-go"
)

// fake is a service that gives these answers, for examples whose output is always the same.
func fake(answers ...scripted) (*skillpass.Client, func()) {
	count := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		count++
		play(w, answers[min(count, len(answers))-1], count, nil)
	}))
	client, err := skillpass.New(skillpass.WithAPIKey(sampleKey), skillpass.WithBaseURL(server.URL))
	if err != nil {
		panic(err)
	}
	return client, server.Close
}

func ExampleNew() {
	client, err := skillpass.New(
		skillpass.WithAPIKey(sampleKey),
		skillpass.WithBaseURL("http://127.0.0.1:4747"),
		skillpass.WithTimeout(10*time.Second),
	)
	if err != nil {
		panic(err)
	}
	fmt.Println(client)
	// Output: skillpass.Client{BaseURL: "http://127.0.0.1:4747", APIKey: "sk_test_A1b2…m4lI"}
}

func ExampleInvitesService_Create() {
	client, done := fake(scripted{status: 201, body: `{"id":"inv_1","status":"pending"}`})
	defer done()
	invite, err := client.Invites.Create(context.Background(), &skillpass.InviteCreateParams{
		CandidateEmail: "alex@example.com",
		Skill:          "react",
		ExpiresIn:      skillpass.Ptr(48 * time.Hour),
	}, skillpass.WithIdempotencyKey("application-4711"))
	if err != nil {
		panic(err)
	}
	fmt.Println(invite.ID, invite.Status)
	// Output: inv_1 pending
}

func ExampleIterator() {
	client, done := fake(page(true, "c1", "usr_1", "usr_2"), page(false, "", "usr_3"))
	defer done()
	ctx := context.Background()
	users := client.Users.List(&skillpass.UserListParams{Limit: skillpass.Ptr(2)})
	for users.Next(ctx) {
		fmt.Println(users.Current().ID)
	}
	if err := users.Err(); err != nil {
		panic(err)
	}
	// Output:
	// usr_1
	// usr_2
	// usr_3
}

func ExampleError() {
	client, done := fake(refusal(404, "USER_NOT_FOUND"))
	defer done()
	_, err := client.Verify.Passport(context.Background(), "usr_1", nil)
	var notFound *skillpass.NotFoundError
	if errors.As(err, &notFound) {
		fmt.Println("no such user:", notFound.Code)
	}
	var refused *skillpass.Error
	if errors.As(err, &refused) {
		fmt.Println(refused.Status, refused.RequestID, refused.Retryable)
	}
	// Output:
	// no such user: USER_NOT_FOUND
	// 404 req_x false
}

func ExampleNull() {
	// Removes the e-mail address and leaves everything else as it is.
	params := &skillpass.UserUpdateParams{Email: skillpass.Null[string]()}
	client, done := fake(scripted{body: `{"id":"usr_1","email":null}`})
	defer done()
	user, err := client.Users.Update(context.Background(), "usr_1", params)
	if err != nil {
		panic(err)
	}
	fmt.Println(user.Email == nil)
	// Output: true
}

func ExampleWithResponse() {
	limits := map[string]string{"X-RateLimit-Limit": "1000", "X-RateLimit-Remaining": "998"}
	client, done := fake(scripted{headers: limits})
	defer done()
	var response skillpass.Response
	if _, err := client.Me.Get(context.Background(), skillpass.WithResponse(&response)); err != nil {
		panic(err)
	}
	fmt.Println(response.StatusCode, response.RequestID, response.RateLimit.Remaining)
	// Output: 200 req_1 998
}

func ExampleVerifyWebhook() {
	secret := "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	body := []byte(`{"id":"evt_1","event":"assessment.completed","user_id":"usr_1","skill":"react","percent":86}`)
	header, err := skillpass.SignWebhook(body, "evt_1", time.Now(), secret) // as the service does
	if err != nil {
		panic(err)
	}

	event, err := skillpass.VerifyWebhook(body, header, secret)
	if err != nil {
		panic(err)
	}
	switch data := event.Data.(type) {
	case *skillpass.AssessmentCompletedEvent:
		fmt.Println(data.UserID, data.Skill, data.Percent)
	case *skillpass.UnknownEvent:
		fmt.Println("a newer type:", data.Type)
	}

	_, err = skillpass.VerifyWebhook(append(body, '\n'), header, secret)
	var refused *skillpass.WebhookError
	if errors.As(err, &refused) {
		fmt.Println(refused.Code, refused.Mistake)
	}
	// Output:
	// usr_1 react 86
	// SIGNATURE_MISMATCH BODY_NEWLINE_ADDED
}

func ExampleWebhookHandler() {
	handle := func(_ context.Context, event *skillpass.Event) error {
		fmt.Println("got", event.Type)
		return nil
	}
	secret := "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	receiver := httptest.NewServer(skillpass.WebhookHandler(handle, secret))
	defer receiver.Close()

	body := `{"id":"evt_1","event":"webhook.test","webhook_id":"we_1"}`
	request, _ := http.NewRequest("POST", receiver.URL, strings.NewReader(body))
	request.Header, _ = skillpass.SignWebhook([]byte(body), "evt_1", time.Now(), secret)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	_ = response.Body.Close()
	fmt.Println(response.StatusCode)
	// Output:
	// got webhook.test
	// 200
}

func ExampleEventsService_Stream() {
	client, err := skillpass.New()
	if err != nil {
		panic(err)
	}
	stream, err := client.Events.Stream(context.Background(), &skillpass.EventStreamParams{
		Type: skillpass.Ptr(skillpass.EventTypePassportUpdated),
	})
	if err != nil {
		panic(err)
	}
	defer stream.Close()
	for stream.Next() {
		fmt.Println(stream.Current().ID, stream.Current().Data.Type)
	}
	if err := stream.Err(); err != nil {
		panic(err)
	}
}
