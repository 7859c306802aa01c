package skillpass

import (
	"context"
	"encoding/json"
	"fmt"
)

// one carries out an operation that answers one object.
func one[T any](ctx context.Context, c *caller, to route, params any, opts []CallOption) (*T, error) {
	target, query, err := to.target(params)
	if err != nil {
		return nil, err
	}
	target.path = withQuery(target.path, query)
	answer, err := c.send(ctx, to.method, target, opts)
	if err != nil {
		return nil, err
	}
	return decoded[T](answer)
}

// unboxed is for an answer that has no type of its own.
func unboxed(raw *RawJSON, err error) (RawJSON, error) {
	if err != nil {
		return nil, err
	}
	return *raw, nil
}

// decoded: the service checks its answers against its contract before it sends them, so a field of another type than
// here comes from another version, or the answer from elsewhere.
func decoded[T any](answer *Response) (*T, error) {
	into := new(T)
	if err := json.Unmarshal(answer.Body, into); err != nil {
		return nil, strange(answer, fmt.Sprintf("something that cannot be read: %s", err), err)
	}
	return into, nil
}

func strange(answer *Response, what string, cause error) error {
	return (*ServerError)(&Error{
		Code:           CodeResponseInvalid,
		Message:        fmt.Sprintf("The service answered %d with %s.", answer.StatusCode, what),
		Status:         answer.StatusCode,
		RequestID:      answer.RequestID,
		IdempotencyKey: answer.IdempotencyKey,
		cause:          cause,
	})
}
