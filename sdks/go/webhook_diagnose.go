package skillpass

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// bodyForm is a body from which the one at hand may have come.
type bodyForm struct {
	mistake string
	// Nil when there is no such form of the body.
	body []byte
}

// explained finds the mistake with which the signature comes out right. It only ever helps someone who holds a right
// signature of the secret already.
func explained(keys [][]byte, signed signedHead, body []byte, presented []string) error {
	err := refused(SignatureMismatch, "Webhook-Signature")
	if len(body) == 0 {
		err.Mistake = "BODY_EMPTY"
		err.Message = "The body at hand is empty, and it is not an empty body that was signed."
		err.Fix = "Something read the body before, such as a middleware. " + rawBody
		return err
	}
	if isTruncated(keys, signed, body, presented) {
		return err.explainedBy("SIGNATURE_TRUNCATED")
	}
	for _, form := range bodyForms(body) {
		if form.body != nil && fitsAny(keys, signed, form.body, presented) {
			return err.explainedBy(form.mistake)
		}
	}
	return err
}

func (e *WebhookError) explainedBy(mistake string) *WebhookError {
	e.Mistake, e.Message, e.Fix = mistake, mistakes[mistake].message, mistakes[mistake].fix
	return e
}

func isTruncated(keys [][]byte, signed signedHead, body []byte, presented []string) bool {
	for _, key := range keys {
		right := base64.StdEncoding.EncodeToString(digest(key, signed, body))
		for _, candidate := range presented {
			if len(candidate) >= 8 && strings.HasPrefix(right, candidate) {
				return true
			}
		}
	}
	return false
}

var mistakes = map[string]advice{
	"SIGNATURE_TRUNCATED":  {"It is only the beginning of the right signature.", "Keep the whole header: 44 characters of base64 follow v1 and the comma. A column of a database or a log often cuts it."},
	"SIGNED_EMPTY":         {"It was made over an empty body.", "Whoever signed read the body before it was there: sign the very bytes that are sent."},
	"BODY_NEWLINE_ADDED":   {"It fits the body without the space or line break at its end.", "Something added a line break. " + rawBody},
	"BODY_NEWLINE_REMOVED": {"It fits the body with a line break at its end, which got lost.", "Do not trim the body. " + rawBody},
	"BODY_CRLF":            {`It fits the body with line ends \n: they were turned into \r\n.`, rawBody},
	"BODY_LF":              {`It fits the body with line ends \r\n: they were turned into \n.`, rawBody},
	"BODY_RESERIALISED":    {"It fits the body as compact JSON: the body at hand was decoded and written again.", rawBody},
	"BODY_KEYS_SORTED":     {"It fits the body with its fields in the order in which they were sent: the body at hand was written again, as json.Marshal writes a map.", rawBody},
	"BODY_QUOTED":          {"The body at hand is a JSON string that holds the signed body: it was serialised twice.", rawBody},
	"BODY_BASE64":          {"The body at hand is the signed body in base64, as some gateways hand it on.", "Decode it first when the gateway says so (isBase64Encoded in AWS Lambda)."},
	"BODY_CHARSET":         {"It fits the body read as UTF-8: the body at hand was taken for Latin-1 on the way.", rawBody},
	"BODY_BYTE_ORDER_MARK": {"It fits the body without the byte order mark at its start.", rawBody},
}

var base64Text = regexp.MustCompile(`^[A-Za-z0-9+/]{4,}={0,2}\s*$`)

func bodyForms(body []byte) []bodyForm {
	text := string(body)
	forms := []bodyForm{
		changed("BODY_NEWLINE_ADDED", text, strings.TrimRight(text, " \t\r\n")),
		changed("BODY_NEWLINE_REMOVED", text, text+"\n"),
		changed("BODY_NEWLINE_REMOVED", text, text+"\r\n"),
		changed("BODY_CRLF", text, strings.ReplaceAll(text, "\r\n", "\n")),
		changed("BODY_LF", text, strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")),
		changed("BODY_BYTE_ORDER_MARK", text, strings.TrimPrefix(text, "\ufeff")),
		{"BODY_CHARSET", latin1(text)},
		{"SIGNED_EMPTY", []byte{}},
	}
	if fields, ok := fieldsOf(body); ok {
		forms = append(forms, bodyForm{"BODY_RESERIALISED", compact(fields)}, bodyForm{"BODY_KEYS_SORTED", compact(inSentOrder(fields))})
	}
	var inner string
	if json.Unmarshal(body, &inner) == nil {
		forms = append(forms, bodyForm{"BODY_QUOTED", []byte(inner)})
	}
	if base64Text.MatchString(text) {
		if decoded, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text)); err == nil {
			forms = append(forms, bodyForm{"BODY_BASE64", decoded})
		}
	}
	return forms
}

func changed(mistake, from, to string) bodyForm {
	if from == to {
		return bodyForm{mistake: mistake}
	}
	return bodyForm{mistake, []byte(to)}
}

// latin1 takes each character for a byte; nil where one is none.
func latin1(text string) []byte {
	var bytes []byte
	for _, char := range text {
		if char > 0xff {
			return nil
		}
		bytes = append(bytes, byte(char))
	}
	return bytes
}

// jsonField is one field of an object, its value still text.
type jsonField struct {
	name  string
	value json.RawMessage
}

// fieldsOf reads an object with its fields in order.
func fieldsOf(object []byte) ([]jsonField, bool) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil, false
	}
	var fields []jsonField
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, false
		}
		field := jsonField{}
		field.name, _ = name.(string)
		if decoder.Decode(&field.value) != nil {
			return nil, false
		}
		fields = append(fields, field)
	}
	if _, err := decoder.Token(); err != nil {
		return nil, false
	}
	_, err := decoder.Token()
	return fields, errors.Is(err, io.EOF)
}

// inSentOrder puts the fields in the order in which the service sends them, those it does not know behind.
func inSentOrder(fields []jsonField) []jsonField {
	byName := map[string]jsonField{}
	for _, field := range fields {
		byName[field.name] = field
	}
	var kind string
	_ = json.Unmarshal(byName["event"].value, &kind)
	var ordered []jsonField
	for _, name := range eventFieldOrder[kind] {
		if field, isThere := byName[name]; isThere {
			ordered = append(ordered, field)
			delete(byName, name)
		}
	}
	for _, field := range fields {
		if _, isLeft := byName[field.name]; isLeft {
			ordered = append(ordered, field)
		}
	}
	return ordered
}

// compact writes JSON as the service does: no spaces, nothing escaped that need not be.
func compact(fields []jsonField) []byte {
	parts := make([]string, len(fields))
	for i, field := range fields {
		parts[i] = plainString(field.name) + ":" + compactValue(field.value)
	}
	return []byte("{" + strings.Join(parts, ",") + "}")
}

func compactValue(value json.RawMessage) string {
	if fields, isObject := fieldsOf(value); isObject {
		return string(compact(fields))
	}
	var items []json.RawMessage
	if value[0] == '[' && json.Unmarshal(value, &items) == nil {
		parts := make([]string, len(items))
		for i, item := range items {
			parts[i] = compactValue(item)
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	var text string
	if value[0] == '"' && json.Unmarshal(value, &text) == nil {
		return plainString(text)
	}
	if number, err := strconv.ParseFloat(string(value), 64); err == nil && strings.ContainsAny(string(value), ".eE") {
		return strconv.FormatFloat(number, 'f', -1, 64)
	}
	return string(value)
}

func plainString(text string) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text)
	return strings.TrimSuffix(out.String(), "\n")
}
