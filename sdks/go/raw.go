package skillpass

import (
	"errors"
	"fmt"
)

// RawJSON is JSON as the service sent it. Read it with json.Unmarshal, or as text with String.
type RawJSON []byte

// String is the text.
func (r RawJSON) String() string { return string(r) }

// Format prints only how long it is, so that printing an object does not show everything twice, secrets included. %s
// prints the text.
func (r RawJSON) Format(state fmt.State, verb rune) {
	if verb == 's' {
		_, _ = state.Write(r)
		return
	}
	_, _ = fmt.Fprintf(state, "RawJSON(%d bytes)", len(r))
}

// MarshalJSON writes it as it is.
func (r RawJSON) MarshalJSON() ([]byte, error) {
	if len(r) == 0 {
		return []byte("null"), nil
	}
	return r, nil
}

// UnmarshalJSON keeps a copy.
func (r *RawJSON) UnmarshalJSON(data []byte) error {
	if r == nil {
		return errors.New("skillpass: UnmarshalJSON on a nil *RawJSON")
	}
	*r = rawCopy(data)
	return nil
}

func rawCopy(data []byte) RawJSON {
	return append(RawJSON(nil), data...)
}
