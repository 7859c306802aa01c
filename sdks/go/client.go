package skillpass

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// Client calls the service. It is safe for use by many goroutines and keeps connections open between calls: make one
// and share it.
type Client struct {
	Operations
	caller *caller
}

// New makes a client. Without options the key is taken from the environment variable SKILLPASS_API_KEY and the address
// from SKILLPASS_BASE_URL, else it is http://127.0.0.1:4747, the local sandbox. Without a key only the public
// operations answer.
//
// The error is a *ValidationError, when an option cannot be right.
func New(opts ...ClientOption) (*Client, error) {
	settings, err := settle(opts)
	if err != nil {
		return nil, err
	}
	c := &caller{settings: settings}
	return &Client{Operations: operationsOf(c), caller: c}, nil
}

// BaseURL is the address of the service, without a slash at its end.
func (c Client) BaseURL() string {
	return c.caller.settings.baseURL
}

// Request calls any route by method and path, the query in the path, with the same retries and errors as the
// operations. A body other than nil is sent as JSON.
func (c Client) Request(ctx context.Context, method, path string, body any, opts ...CallOption) (*Response, error) {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") {
		return nil, invalid("path", fmt.Sprintf("The path must start with one \"/\", %q does not.", path))
	}
	var sent []byte
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return nil, invalid("body", "The body cannot be written as JSON: "+err.Error()+".")
		}
		sent = encoded
	}
	return c.caller.send(ctx, strings.ToUpper(method), target{path: path, body: sent}, opts)
}

// String shows the address and the beginning and end of the key, never the whole of it.
func (c Client) String() string {
	baseURL, key := c.shown()
	return fmt.Sprintf("skillpass.Client{BaseURL: %q, APIKey: %q}", baseURL, key)
}

// GoString is what %#v prints: the same as String.
func (c Client) GoString() string {
	return c.String()
}

// MarshalJSON is what structured logs write: as String, as JSON.
func (c Client) MarshalJSON() ([]byte, error) {
	baseURL, key := c.shown()
	return json.Marshal(map[string]string{"base_url": baseURL, "api_key": key})
}

func (c Client) shown() (baseURL, key string) {
	if c.caller == nil {
		return "", ""
	}
	if own := c.caller.settings.key(); own != "" {
		key = maskKey(own)
	}
	return c.caller.settings.baseURL, key
}
