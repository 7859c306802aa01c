// Package skillpass is the Go client of skillpass, the skill verification service.
//
//	client, err := skillpass.New() // SKILLPASS_API_KEY and SKILLPASS_BASE_URL
//	invite, err := client.Invites.Create(ctx, &skillpass.InviteCreateParams{
//		CandidateEmail: "alex@example.com",
//		Skill:          "react",
//	})
//
// A Client has one service for each resource (Client.Invites, Client.Webhooks) with one method for each operation. It
// may be used by many goroutines at once.
//
// # Optional fields
//
// Optional parameters are pointers, slices or maps: nil is not sent. Ptr makes a pointer to any value. Where the
// service tells an absent field from null the type is Nullable, made with Value and Null.
//
// # Errors
//
// Every error of a call is an *Error, inside the type of its family: *NotFoundError, *RateLimitError and so on. Reach
// both with errors.As. Codes are an open set.
//
// # Retries
//
// A call is sent up to three times: again after a connection that failed, the statuses 408, 429, 500, 502, 503 and
// 504, and a 409 of which the service says that it passes. Every write carries one idempotency key through all tries,
// so nothing happens twice.
//
// # Lists
//
// Lists are an Iterator, which fetches page after page:
//
//	invites := client.Invites.List(nil)
//	for invites.Next(ctx) {
//		fmt.Println(invites.Current().ID)
//	}
//	if err := invites.Err(); err != nil {
//		return err
//	}
//
// # Webhooks
//
// VerifyWebhook checks the signature of a delivery and gives its typed event; WebhookHandler is a whole receiver.
package skillpass
