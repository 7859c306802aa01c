package skillpass

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	secretPrefix     = "whsec_"
	defaultTolerance = 300 * time.Second
)

// VerifyWebhook tells whether a delivery came from the holder of one of the secrets, and recently, and gives its event.
// Several secrets are for the time of a rotation.
//
// The body must be the bytes as received: read it once with io.ReadAll, before anything decodes it. The error is a
// *WebhookError, which says what is likely wrong and what to do, or a *ValidationError when what was given is no secret.
func VerifyWebhook(body []byte, header http.Header, secrets ...string) (*Event, error) {
	return (&WebhookVerifier{Secrets: secrets}).Verify(body, header)
}

// WebhookVerifier is VerifyWebhook and WebhookHandler with settings of your own.
type WebhookVerifier struct {
	// Secrets of the endpoint: whsec_ and base64.
	Secrets []string
	// Tolerance is how far the timestamp of a delivery may be from now. Default 300 seconds.
	Tolerance time.Duration
	// MaxBody is how many bytes Handler reads. Default 1 MiB.
	MaxBody int64
	// Now is another clock, for tests.
	Now func() time.Time
}

// String never shows a secret.
func (v WebhookVerifier) String() string {
	return fmt.Sprintf("skillpass.WebhookVerifier{%d secrets}", len(v.Secrets))
}

// GoString is what %#v prints: the same as String.
func (v WebhookVerifier) GoString() string { return v.String() }

// Verify is as VerifyWebhook.
func (v *WebhookVerifier) Verify(body []byte, header http.Header) (*Event, error) {
	keys, err := keysOf(v.Secrets)
	if err != nil {
		return nil, err
	}
	signed, err := signedBy(header)
	if err != nil {
		return nil, err
	}
	if err := v.checkTime(signed.timestamp); err != nil {
		return nil, err
	}
	presented := versionOne(signed.signatures)
	if len(presented) == 0 {
		return nil, refused(SignatureAbsent, "Webhook-Signature")
	}
	if !fitsAny(keys, signed, body, presented) {
		return nil, explained(keys, signed, body, presented)
	}
	event := new(Event)
	if err := json.Unmarshal(body, event); err != nil || event.ID == "" || event.Type == "" {
		return nil, refused(BodyInvalid, "")
	}
	return event, nil
}

// SignWebhook is the headers of a delivery, to try a receiver: Webhook-Id, Webhook-Timestamp and Webhook-Signature of
// Standard Webhooks 1.0, with one signature for each secret.
func SignWebhook(body []byte, id string, at time.Time, secrets ...string) (http.Header, error) {
	keys, err := keysOf(secrets)
	if err != nil {
		return nil, err
	}
	signed := signedHead{id: id, timestamp: strconv.FormatInt(at.Unix(), 10)}
	signatures := make([]string, len(keys))
	for i, key := range keys {
		signatures[i] = "v1," + base64.StdEncoding.EncodeToString(digest(key, signed, body))
	}
	header := http.Header{}
	header.Set("Webhook-Id", signed.id)
	header.Set("Webhook-Timestamp", signed.timestamp)
	header.Set("Webhook-Signature", strings.Join(signatures, " "))
	return header, nil
}

// signedHead is what stands in the headers of a delivery.
type signedHead struct{ id, timestamp, signatures string }

func signedBy(header http.Header) (signedHead, error) {
	head := signedHead{
		id:         headerValue(header, "Webhook-Id"),
		timestamp:  headerValue(header, "Webhook-Timestamp"),
		signatures: headerValue(header, "Webhook-Signature"),
	}
	switch "" {
	case head.id:
		return head, refused(HeaderMissing, "Webhook-Id")
	case head.timestamp:
		return head, refused(HeaderMissing, "Webhook-Timestamp")
	case head.signatures:
		return head, refused(HeaderMissing, "Webhook-Signature")
	}
	return head, nil
}

// headerValue finds names in any case: a header that was not read by net/http may have any.
func headerValue(header http.Header, name string) string {
	for known, values := range header {
		if strings.EqualFold(known, name) {
			return strings.TrimSpace(strings.Join(values, " "))
		}
	}
	return ""
}

var digits = regexp.MustCompile(`^\d+$`)

func (v *WebhookVerifier) checkTime(timestamp string) error {
	if !digits.MatchString(timestamp) {
		return refused(TimestampMalformed, "Webhook-Timestamp")
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		seconds = math.MaxInt64
	}
	now, tolerance := v.now().Unix(), int64(v.tolerance()/time.Second)
	switch {
	case seconds < now-tolerance:
		return late(TimestampTooOld, now-seconds, "old", tolerance, false)
	case seconds > now+tolerance:
		return late(TimestampInFuture, seconds-now, "ahead", tolerance, len(timestamp) == 13)
	}
	return nil
}

func (v *WebhookVerifier) now() time.Time {
	if v.Now != nil {
		return v.Now()
	}
	return time.Now()
}

func (v *WebhookVerifier) tolerance() time.Duration {
	if v.Tolerance > 0 {
		return v.Tolerance
	}
	return defaultTolerance
}

func versionOne(signatures string) []string {
	var found []string
	for _, part := range strings.Fields(signatures) {
		if value, isOne := strings.CutPrefix(part, "v1,"); isOne && value != "" {
			found = append(found, value)
		}
	}
	return found
}

func fitsAny(keys [][]byte, signed signedHead, body []byte, presented []string) bool {
	fits := false
	for _, key := range keys {
		right := []byte(base64.StdEncoding.EncodeToString(digest(key, signed, body)))
		for _, candidate := range presented {
			// Every one is compared, each in constant time.
			fits = hmac.Equal([]byte(candidate), right) || fits
		}
	}
	return fits
}

func digest(key []byte, signed signedHead, body []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(signed.id + "." + signed.timestamp + "."))
	mac.Write(body)
	return mac.Sum(nil)
}
