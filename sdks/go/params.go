package skillpass

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"time"
)

// route is where one operation lives.
type route struct {
	method string
	// {name} marks a value.
	path    string
	values  []pathValue
	hasBody bool
}

type pathValue struct{ name, value string }

// target writes path values, query and body. The fields of params say by their tags where they go.
func (r route) target(params any) (target, url.Values, error) {
	path, err := r.filled()
	if err != nil {
		return target{}, nil, err
	}
	query, body := url.Values{}, []byte(nil)
	if r.hasBody {
		body = []byte("{}")
	}
	if fields := reflect.ValueOf(params); fields.IsValid() && !fields.IsNil() {
		err = writeQuery(query, fields.Elem())
		if err == nil && r.hasBody {
			body, err = objectOf(fields.Elem())
		}
	}
	return target{path: path, body: body}, query, err
}

// filled refuses . and .., which survive escaping and would climb to another route, and nothing, which would fall off
// it.
func (r route) filled() (string, error) {
	path := r.path
	for _, entry := range r.values {
		switch entry.value {
		case "":
			return "", invalid(entry.name, fmt.Sprintf("%q is missing.", entry.name))
		case ".", "..":
			return "", invalid(entry.name, fmt.Sprintf("%q cannot be %q.", entry.name, entry.value))
		}
		path = strings.Replace(path, "{"+entry.name+"}", url.PathEscape(entry.value), 1)
	}
	return path, nil
}

func withQuery(path string, query url.Values) string {
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

func writeQuery(query url.Values, fields reflect.Value) error {
	for i := 0; i < fields.NumField(); i++ {
		name := fields.Type().Field(i).Tag.Get("query")
		field := fields.Field(i)
		if name == "" || isAbsent(field) {
			continue
		}
		encoded, err := encode(field)
		if err != nil {
			return unwritable(name, err)
		}
		var text string
		if json.Unmarshal(encoded, &text) != nil {
			text = string(encoded)
		}
		query.Set(name, text)
	}
	return nil
}

// objectOf is the JSON of a struct with json tags. encoding/json would leave out an empty map or list as well, which
// the service tells from none at all.
func objectOf(fields reflect.Value) ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i := 0; i < fields.NumField(); i++ {
		name := fields.Type().Field(i).Tag.Get("json")
		field := fields.Field(i)
		if name == "" || isAbsent(field) {
			continue
		}
		encoded, err := encode(field)
		if err != nil {
			return nil, unwritable(name, err)
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		fmt.Fprintf(&out, "%q:%s", name, encoded)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

type nullable interface{ content() (any, bool) }

func isAbsent(field reflect.Value) bool {
	switch field.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return field.IsNil()
	}
	if n, ok := field.Interface().(nullable); ok {
		_, isSent := n.content()
		return !isSent
	}
	return false
}

func encode(field reflect.Value) ([]byte, error) {
	switch value := field.Interface().(type) {
	case nullable:
		content, _ := value.content()
		if content == nil {
			return []byte("null"), nil
		}
		return encode(reflect.ValueOf(content))
	case time.Duration:
		return wholeSeconds(value)
	case time.Time:
		return json.Marshal(value.UTC().Format("2006-01-02T15:04:05.000Z07:00"))
	case json.Marshaler:
		return json.Marshal(value)
	}
	switch {
	case field.Kind() == reflect.Pointer:
		return encode(field.Elem())
	case field.Kind() == reflect.Struct:
		return objectOf(field)
	case field.Kind() == reflect.Slice && field.Type().Elem().Kind() == reflect.Struct:
		return arrayOf(field)
	}
	return json.Marshal(field.Interface())
}

func arrayOf(items reflect.Value) ([]byte, error) {
	parts := make([][]byte, items.Len())
	for i := range parts {
		encoded, err := encode(items.Index(i))
		if err != nil {
			return nil, err
		}
		parts[i] = encoded
	}
	return append(append([]byte{'['}, bytes.Join(parts, []byte{','})...), ']'), nil
}

func wholeSeconds(span time.Duration) ([]byte, error) {
	if span%time.Second != 0 {
		return nil, fmt.Errorf("%s is not a whole number of seconds", span)
	}
	return json.Marshal(int64(span / time.Second))
}

func unwritable(name string, err error) error {
	return invalid(name, fmt.Sprintf("%q cannot be sent: %s.", name, err))
}
