package skillpass

import (
	"context"
	"errors"
	"io"
	"net/http"
)

const defaultMaxBody = 1 << 20

// WebhookFunc does what an event asks for. When it returns an error the delivery is answered 500, and comes again
// later; so it may see an event more than once: tell repeats by event.ID.
type WebhookFunc func(ctx context.Context, event *Event) error

// WebhookHandler is a receiver: it reads the body as it came, verifies it and calls handle. The service takes nothing
// but 200 for an acknowledgement, and waits 15 seconds for it: leave longer work to a queue.
//
//	http.Handle("/webhooks", skillpass.WebhookHandler(handle, os.Getenv("SKILLPASS_WEBHOOK_SECRET")))
func WebhookHandler(handle WebhookFunc, secrets ...string) http.Handler {
	return (&WebhookVerifier{Secrets: secrets}).Handler(handle)
}

// Handler is as WebhookHandler. Answers: 200 after handle returned nil, 400 to what does not verify, with the reason,
// 405 to anything but POST, 413 to a body over MaxBody, 500 when handle returned an error or no secret is set up.
func (v *WebhookVerifier) Handler(handle WebhookFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			w.Header().Set("Allow", http.MethodPost)
			http.Error(w, "Deliveries are sent with POST.", http.StatusMethodNotAllowed)
			return
		}
		body, err := v.read(w, r)
		if err != nil {
			refuse(w, err)
			return
		}
		event, err := v.Verify(body, r.Header)
		if err != nil {
			refuse(w, err)
			return
		}
		if err := handle(r.Context(), event); err != nil {
			// What went wrong inside is for the log of the handler, not for the network.
			http.Error(w, "The event could not be handled.", http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusOK)
	})
}

func (v *WebhookVerifier) read(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	limit := v.MaxBody
	if limit <= 0 {
		limit = defaultMaxBody
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, refused(BodyTooLarge, "")
	}
	return body, err
}

// refuse tells the reason: whoever looks at the delivery sees it there. A secret that is missing or wrong in form is
// the receiver's own fault.
func refuse(w http.ResponseWriter, err error) {
	var (
		why   *WebhookError
		setUp *ValidationError
	)
	switch {
	case errors.As(err, &setUp):
		http.Error(w, err.Error(), http.StatusInternalServerError)
	case !errors.As(err, &why):
		http.Error(w, "The body could not be read.", http.StatusBadRequest)
	case why.Code == BodyTooLarge:
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
	default:
		http.Error(w, err.Error(), http.StatusBadRequest)
	}
}
