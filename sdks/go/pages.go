package skillpass

import (
	"context"
	"encoding/json"
	"net/url"
)

// Page is one page of a list.
type Page[T any] struct {
	// Object is "list".
	Object string `json:"object"`
	// Data are the items, newest first.
	Data []T `json:"data"`
	// HasMore tells whether there is a page after this one.
	HasMore bool `json:"has_more"`
	// NextCursor names the page after this one, nil on the last one.
	NextCursor *string `json:"next_cursor"`
	// Raw is the page as sent.
	Raw RawJSON `json:"-"`
}

// UnmarshalJSON keeps the text in Raw.
func (p *Page[T]) UnmarshalJSON(data []byte) error {
	type plain Page[T]
	if err := json.Unmarshal(data, (*plain)(p)); err != nil {
		return err
	}
	p.Raw = rawCopy(data)
	return nil
}

// Iterator goes through the items of a list and fetches its pages as they are needed. It is for one goroutine; make
// another one for another.
type Iterator[T any] struct {
	caller *caller
	route  route
	opts   []CallOption

	target  target
	query   url.Values
	seen    map[string]bool
	page    *Page[T]
	answer  *Response
	at      int
	isEnded bool
	err     error
}

func list[T any](c *caller, to route, params any, opts []CallOption) *Iterator[T] {
	it := &Iterator[T]{caller: c, route: to, opts: opts, seen: map[string]bool{}, at: -1}
	it.target, it.query, it.err = to.target(params)
	if first := it.query.Get("cursor"); first != "" {
		it.seen[first] = true
	}
	return it
}

// Next moves on to the next item, which Current gives; it is false after the last one and after an error: see Err. The
// context is for the request that it may take.
func (it *Iterator[T]) Next(ctx context.Context) bool {
	for it.err == nil {
		if it.page != nil && it.at+1 < len(it.page.Data) {
			it.at++
			return true
		}
		if !it.NextPage(ctx) {
			break
		}
	}
	return false
}

// Current is the item that Next moved to; nil before the first.
func (it *Iterator[T]) Current() *T {
	if it.page == nil || it.at < 0 || it.at >= len(it.page.Data) {
		return nil
	}
	return &it.page.Data[it.at]
}

// Err is what ended the list before its end; nil when it was gone through whole.
func (it *Iterator[T]) Err() error {
	return it.err
}

// Page is the page that was fetched last; nil before the first.
func (it *Iterator[T]) Page() *Page[T] {
	return it.page
}

// NextPage fetches the next page, which Page gives, and leaves out what is left of this one. It is false after the last
// one and after an error.
func (it *Iterator[T]) NextPage(ctx context.Context) bool {
	if it.err != nil || it.isEnded || !it.moveOn() {
		return false
	}
	page, answer, err := it.fetch(ctx)
	if err != nil {
		it.err = err
		return false
	}
	it.page, it.answer, it.at = page, answer, -1
	return true
}

// Collect is every item from here on, in memory.
func (it *Iterator[T]) Collect(ctx context.Context) ([]T, error) {
	var items []T
	for it.Next(ctx) {
		items = append(items, *it.Current())
	}
	return items, it.Err()
}

// All is for range, from Go 1.23 on: for invite, err := range client.Invites.List(nil).All(ctx).
func (it *Iterator[T]) All(ctx context.Context) func(yield func(*T, error) bool) {
	return func(yield func(*T, error) bool) {
		for it.Next(ctx) {
			if !yield(it.Current(), nil) {
				return
			}
		}
		if it.err != nil {
			yield(nil, it.err)
		}
	}
}

// moveOn sets the cursor of the next request; false when there is none to make. A list never just stops: a page that
// has more but does not say where is an error.
func (it *Iterator[T]) moveOn() bool {
	if it.page == nil {
		return true
	}
	cursor := it.page.NextCursor
	switch {
	case cursor == nil && it.page.HasMore:
		it.err = it.broken(CodeResponseInvalid, "The service has more of the list but sent no cursor for it.")
	case cursor == nil:
		it.isEnded = true
	case it.seen[*cursor]:
		it.err = it.broken(CodeCursorRepeated, "The service sent the same cursor twice: the list would never end.")
	default:
		it.seen[*cursor] = true
		it.query.Set("cursor", *cursor)
		return true
	}
	return false
}

func (it *Iterator[T]) broken(code ErrorCode, message string) error {
	return (*ServerError)(&Error{Code: code, Message: message, Status: it.answer.StatusCode, RequestID: it.answer.RequestID})
}

func (it *Iterator[T]) fetch(ctx context.Context) (*Page[T], *Response, error) {
	target := it.target
	target.path = withQuery(target.path, it.query)
	answer, err := it.caller.send(ctx, it.route.method, target, it.opts)
	if err != nil {
		return nil, nil, err
	}
	page, err := decoded[Page[T]](answer)
	if err == nil && page.Data == nil {
		err = strange(answer, "something that is no page of a list", nil)
	}
	return page, answer, err
}
