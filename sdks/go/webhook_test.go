package skillpass_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	skillpass "github.com/skillpass/skillpass-go"
)

const (
	hookSecret  = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	otherSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
)

type vector struct {
	Secret, ID, Body, Signature string
	Timestamp                   int64
}

func vectors(t *testing.T) []vector {
	t.Helper()
	path := os.Getenv("SKILLPASS_WEBHOOK_VECTORS")
	if path == "" {
		path = "../../test/vectors/webhook-vectors.json"
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("the vectors are in the repository of the service; set SKILLPASS_WEBHOOK_VECTORS")
	}
	var file struct{ Sign []vector }
	if err != nil || json.Unmarshal(text, &file) != nil || len(file.Sign) == 0 {
		t.Fatalf("%s cannot be read: %v", path, err)
	}
	return file.Sign
}

func TestWebhookVectors(t *testing.T) {
	for i, v := range vectors(t) {
		t.Run("sign_"+strconv.Itoa(i), func(t *testing.T) {
			at := time.Unix(v.Timestamp, 0)
			header, err := skillpass.SignWebhook([]byte(v.Body), v.ID, at, v.Secret)
			want(t, "error", err, nil)
			want(t, "signature", header.Get("Webhook-Signature"), v.Signature)
			verifier := skillpass.WebhookVerifier{Secrets: []string{v.Secret}, Now: func() time.Time { return at }}
			// The bodies of the vectors are no events: past the signature, that is what remains to say.
			_, err = verifier.Verify([]byte(v.Body), header)
			want(t, "code", refusedWith(t, err).Code, skillpass.BodyInvalid)
		})
	}
}

func refusedWith(t *testing.T, err error) *skillpass.WebhookError {
	t.Helper()
	var found *skillpass.WebhookError
	if !errors.As(err, &found) {
		t.Fatalf("%v (%T) is no *skillpass.WebhookError", err, err)
	}
	if found.Message == "" || found.Fix == "" {
		t.Fatalf("%#v explains nothing", found)
	}
	return found
}

const eventBody = `{"id":"evt_1","event":"assessment.completed","created_at":"2026-03-01T09:30:00.000Z","occurred_at":"2026-03-01T09:30:00.000Z",` +
	`"sequence":7,"api_version":"v1","mode":"sandbox","invite_id":"inv_1","result_id":"res_1","user_id":"usr_é<1>","skill":"react",` +
	`"score":86.5,"max_score":100,"percent":86.5,"passed":true}`

// delivery is what a receiver holds, right unless a test spoils it.
type delivery struct {
	body    []byte
	header  http.Header
	secrets []string
	now     time.Time
}

func newDelivery(t *testing.T) *delivery {
	t.Helper()
	now := time.Unix(1_800_000_000, 0)
	header, err := skillpass.SignWebhook([]byte(eventBody), "evt_1", now, hookSecret)
	if err != nil {
		t.Fatal(err)
	}
	return &delivery{body: []byte(eventBody), header: header, secrets: []string{hookSecret}, now: now}
}

func (d *delivery) verify() (*skillpass.Event, error) {
	verifier := skillpass.WebhookVerifier{Secrets: d.secrets, Now: func() time.Time { return d.now }}
	return verifier.Verify(d.body, d.header)
}

func (d *delivery) signature() string { return d.header.Get("Webhook-Signature") }

func TestWebhookAccepts(t *testing.T) {
	cases := map[string]func(*delivery){
		"right_signature":            func(*delivery) {},
		"one_of_several_secrets":     func(d *delivery) { d.secrets = []string{otherSecret, hookSecret} },
		"right_signature_last":       func(d *delivery) { d.header.Set("Webhook-Signature", "v1,AAAA v2,BBBB "+d.signature()) },
		"signatures_in_two_headers":  func(d *delivery) { d.header["Webhook-Signature"] = []string{"v1,AAAA", d.signature()} },
		"300_seconds_old":            func(d *delivery) { d.now = d.now.Add(300 * time.Second) },
		"300_seconds_ahead":          func(d *delivery) { d.now = d.now.Add(-300 * time.Second) },
		"secret_without_its_prefix":  func(d *delivery) { d.secrets = []string{strings.TrimPrefix(hookSecret, "whsec_")} },
		"header_names_in_lower_case": func(d *delivery) { d.header = recased(d.header, strings.ToLower) },
		"header_names_in_upper_case": func(d *delivery) { d.header = recased(d.header, strings.ToUpper) },
	}
	for name, prepare := range cases {
		t.Run(name, func(t *testing.T) {
			d := newDelivery(t)
			prepare(d)
			event, err := d.verify()
			if err != nil {
				t.Fatal(err)
			}
			completed, isCompleted := event.Data.(*skillpass.AssessmentCompletedEvent)
			want(t, "typed", isCompleted, true)
			want(t, "percent", completed.Percent, 86.5)
			want(t, "type", event.Type, skillpass.EventTypeAssessmentCompleted)
			want(t, "raw", event.Raw.String(), eventBody)
		})
	}
}

func recased(header http.Header, change func(string) string) http.Header {
	changed := http.Header{}
	for name, values := range header {
		changed[change(name)] = values
	}
	return changed
}

func TestWebhookRefuses(t *testing.T) {
	cases := []struct {
		name          string
		code, mistake string
		spoil         func(*delivery)
	}{
		{"id_missing", "HEADER_MISSING", "", func(d *delivery) { d.header.Del("Webhook-Id") }},
		{"timestamp_missing", "HEADER_MISSING", "", func(d *delivery) { d.header.Del("Webhook-Timestamp") }},
		{"signature_missing", "HEADER_MISSING", "", func(d *delivery) { d.header.Del("Webhook-Signature") }},
		{"no_header_at_all", "HEADER_MISSING", "", func(d *delivery) { d.header = nil }},
		{"timestamp_with_fraction", "TIMESTAMP_MALFORMED", "", func(d *delivery) { d.header.Set("Webhook-Timestamp", "1800000000.5") }},
		{"timestamp_negative", "TIMESTAMP_MALFORMED", "", func(d *delivery) { d.header.Set("Webhook-Timestamp", "-1") }},
		{"timestamp_in_milliseconds", "TIMESTAMP_IN_FUTURE", "TIMESTAMP_MILLISECONDS", func(d *delivery) { d.header.Set("Webhook-Timestamp", "1800000000000") }},
		{"timestamp_beyond_numbers", "TIMESTAMP_IN_FUTURE", "", func(d *delivery) { d.header.Set("Webhook-Timestamp", strings.Repeat("9", 40)) }},
		{"301_seconds_old", "TIMESTAMP_TOO_OLD", "", func(d *delivery) { d.now = d.now.Add(301 * time.Second) }},
		{"301_seconds_ahead", "TIMESTAMP_IN_FUTURE", "", func(d *delivery) { d.now = d.now.Add(-301 * time.Second) }},
		{"v1_alone", "SIGNATURE_ABSENT", "", func(d *delivery) { d.header.Set("Webhook-Signature", "v1,") }},
		{"right_signature_as_v2", "SIGNATURE_ABSENT", "", func(d *delivery) { d.header.Set("Webhook-Signature", strings.Replace(d.signature(), "v1", "v2", 1)) }},
		{"first_8_characters", "SIGNATURE_MISMATCH", "SIGNATURE_TRUNCATED", func(d *delivery) { d.header.Set("Webhook-Signature", d.signature()[:11]) }},
		{"other_secret", "SIGNATURE_MISMATCH", "", func(d *delivery) { d.secrets = []string{otherSecret} }},
		{"other_id", "SIGNATURE_MISMATCH", "", func(d *delivery) { d.header.Set("Webhook-Id", "evt_2") }},
		{"changed_body", "SIGNATURE_MISMATCH", "", func(d *delivery) { d.body = []byte(strings.Replace(eventBody, "86.5", "99.5", 1)) }},
		{"empty_body", "SIGNATURE_MISMATCH", "BODY_EMPTY", func(d *delivery) { d.body = nil }},
		{"line_break_added", "SIGNATURE_MISMATCH", "BODY_NEWLINE_ADDED", func(d *delivery) { d.body = append(d.body, '\n') }},
		{"decoded_and_indented", "SIGNATURE_MISMATCH", "BODY_RESERIALISED", func(d *delivery) { d.body = rewritten(d.body, "", "  ") }},
		{"html_escaped_by_json_marshal", "SIGNATURE_MISMATCH", "BODY_RESERIALISED", func(d *delivery) { d.body, _ = json.Marshal(json.RawMessage(d.body)) }},
		{"through_a_map", "SIGNATURE_MISMATCH", "BODY_KEYS_SORTED", func(d *delivery) {
			var fields map[string]any
			_ = json.Unmarshal(d.body, &fields)
			d.body, _ = json.Marshal(fields)
		}},
		{"signed_without_its_body", "SIGNATURE_MISMATCH", "SIGNED_EMPTY", func(d *delivery) {
			d.header, _ = skillpass.SignWebhook(nil, "evt_1", d.now, hookSecret)
		}},
		{"decoded_and_more_behind_it", "SIGNATURE_MISMATCH", "", func(d *delivery) { d.body = append(d.body, 'x') }},
		{"quoted", "SIGNATURE_MISMATCH", "BODY_QUOTED", func(d *delivery) { d.body, _ = json.Marshal(string(d.body)) }},
		{"in_base64", "SIGNATURE_MISMATCH", "BODY_BASE64", func(d *delivery) { d.body = []byte(base64.StdEncoding.EncodeToString(d.body)) }},
		{"byte_order_mark", "SIGNATURE_MISMATCH", "BODY_BYTE_ORDER_MARK", func(d *delivery) { d.body = append([]byte("\ufeff"), d.body...) }},
		{"taken_for_latin_1", "SIGNATURE_MISMATCH", "BODY_CHARSET", func(d *delivery) {
			var text strings.Builder
			for _, one := range d.body {
				text.WriteRune(rune(one))
			}
			d.body = []byte(text.String())
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := newDelivery(t)
			c.spoil(d)
			event, err := d.verify()
			found := refusedWith(t, err)
			want(t, "code", string(found.Code), c.code)
			want(t, "mistake", found.Mistake, c.mistake)
			want(t, "event", event == nil, true)
			for _, secret := range append(d.secrets, hookSecret) {
				if secret != "" && strings.Contains(printed(err), secret) {
					t.Fatalf("the error shows a secret: %v", err)
				}
			}
		})
	}
}

func TestWebhookSecrets(t *testing.T) {
	cases := map[string]struct {
		secrets []string
		told    string
	}{
		"no_secret":                      {nil, "No secret was given."},
		"empty_secret":                   {[]string{""}, "environment variable"},
		"padded_secret":                  {[]string{hookSecret + "\n"}, "Trim it"},
		"quoted_secret":                  {[]string{`"` + hookSecret + `"`}, "Trim it"},
		"api_key_as_secret":              {[]string{sampleKey}, "This is an API key"},
		"one_malformed_secret_of_two":    {[]string{hookSecret, "whsec_!"}, "must be base64"},
		"one_character_more_than_base64": {[]string{"whsec_A"}, "must be base64"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			d := newDelivery(t)
			d.secrets = c.secrets
			_, err := d.verify()
			wantFamily[*skillpass.ValidationError](t, err)
			want(t, "param", wantCode(t, err, skillpass.CodeParameterInvalid).Param, "secrets")
			want(t, "told", strings.Contains(err.Error(), c.told), true)
			for _, secret := range c.secrets {
				if secret != "" && strings.Contains(printed(err), secret) {
					t.Fatalf("the error shows a secret: %v", err)
				}
			}
		})
	}
}

func rewritten(body []byte, prefix, indent string) []byte {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent(prefix, indent)
	_ = encoder.Encode(json.RawMessage(body))
	return []byte(strings.TrimSuffix(out.String(), "\n"))
}

func TestVerifyWebhookUsesTheClock(t *testing.T) {
	header, _ := skillpass.SignWebhook([]byte(eventBody), "evt_1", time.Now(), hookSecret)
	_, err := skillpass.VerifyWebhook([]byte(eventBody), header, otherSecret, hookSecret)
	want(t, "error", err, nil)
	header, _ = skillpass.SignWebhook([]byte(eventBody), "evt_1", time.Now().Add(-time.Hour), hookSecret)
	_, err = skillpass.VerifyWebhook([]byte(eventBody), header, hookSecret)
	want(t, "code", refusedWith(t, err).Code, skillpass.TimestampTooOld)
}

func TestWebhookHandler(t *testing.T) {
	var seen []string
	handle := func(_ context.Context, event *skillpass.Event) error {
		seen = append(seen, event.ID)
		if len(seen) > 1 {
			return errors.New("the database at 10.0.0.1 is gone")
		}
		return nil
	}
	post := func(verifier *skillpass.WebhookVerifier, method, body string, header http.Header) (int, string) {
		request := httptest.NewRequest(method, "/hook", strings.NewReader(body))
		request.Header = header
		recorder := httptest.NewRecorder()
		verifier.Handler(handle).ServeHTTP(recorder, request)
		text, _ := io.ReadAll(recorder.Result().Body)
		return recorder.Code, string(text)
	}
	d := newDelivery(t)
	right := &skillpass.WebhookVerifier{Secrets: d.secrets, Now: func() time.Time { return d.now }, MaxBody: 2000}

	status, _ := post(right, "POST", eventBody, d.header)
	want(t, "status of a right one", status, 200)
	status, text := post(right, "POST", eventBody, d.header)
	want(t, "status when handling fails", status, 500)
	want(t, "inside is kept inside", strings.Contains(text, "10.0.0.1"), false)
	status, text = post(right, "POST", eventBody+" ", d.header)
	want(t, "status of a wrong one", status, 400)
	want(t, "reason", strings.Contains(text, "SIGNATURE_MISMATCH"), true)
	status, _ = post(right, "POST", strings.Repeat(" ", 2001), d.header)
	want(t, "status of a large one", status, 413)
	status, _ = post(right, "GET", "", d.header)
	want(t, "status of a GET", status, 405)
	status, _ = post(&skillpass.WebhookVerifier{}, "POST", eventBody, d.header)
	want(t, "status without a secret", status, 500)
	want(t, "handled", len(seen), 2)
	want(t, "printed", strings.Contains(printed(right)+printed(*right), hookSecret), false)
}
