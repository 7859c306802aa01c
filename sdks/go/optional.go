package skillpass

import "encoding/json"

// Ptr is a pointer to a value, for optional parameters: skillpass.Ptr(25).
func Ptr[T any](value T) *T {
	return &value
}

// Nullable is a parameter that may be left out, null or a value; its zero value is left out. Make the others with Value
// and Null.
type Nullable[T any] struct {
	value T
	state nullableState
}

type nullableState uint8

const (
	stateAbsent nullableState = iota
	stateNull
	stateValue
)

// Value is a Nullable with a value.
func Value[T any](value T) Nullable[T] {
	return Nullable[T]{value: value, state: stateValue}
}

// Null is a Nullable that is sent as null, such as skillpass.Null[string]() to remove an e-mail address.
func Null[T any]() Nullable[T] {
	return Nullable[T]{state: stateNull}
}

// MarshalJSON writes the value, or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if n.state != stateValue {
		return []byte("null"), nil
	}
	return json.Marshal(n.value)
}

// content is nil for null.
func (n Nullable[T]) content() (value any, isSent bool) {
	if n.state == stateNull {
		return nil, true
	}
	return n.value, n.state == stateValue
}
