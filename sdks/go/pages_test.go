package skillpass_test

import (
	"fmt"
	"strings"
	"testing"

	skillpass "github.com/skillpass/skillpass-go"
)

// page is one page of users; cursor "" for none.
func page(hasMore bool, cursor string, ids ...string) scripted {
	next := "null"
	if cursor != "" {
		next = fmt.Sprintf("%q", cursor)
	}
	items := make([]string, len(ids))
	for i, id := range ids {
		items[i] = fmt.Sprintf(`{"id":%q}`, id)
	}
	return scripted{body: fmt.Sprintf(`{"object":"list","data":[%s],"has_more":%t,"next_cursor":%s}`, strings.Join(items, ","), hasMore, next)}
}

func idsOf(it *skillpass.Iterator[skillpass.User]) string {
	var ids []string
	for it.Next(ctx) {
		ids = append(ids, it.Current().ID)
	}
	return strings.Join(ids, " ")
}

func TestPages(t *testing.T) {
	t.Run("pages_iterate_by_themselves", func(t *testing.T) {
		r := newRig(t, []scripted{page(true, "c1", "a", "b"), page(true, "c2", "c"), page(false, "", "d")})
		it := r.client.Users.List(&skillpass.UserListParams{Limit: skillpass.Ptr(2), Status: skillpass.Ptr(skillpass.UserStatusActive)})
		want(t, "ids", idsOf(it), "a b c d")
		want(t, "error", it.Err(), nil)
		want(t, "next after the end", it.Next(ctx), false)
		want(t, "second request", r.requests[1].url, "/v1/users?cursor=c1&limit=2&status=active")
		want(t, "requests", r.count(), 3)
	})
	t.Run("repeated_cursor", func(t *testing.T) {
		r := newRig(t, []scripted{page(true, "c1", "a"), page(true, "c1", "b")})
		it := r.client.Users.List(nil)
		want(t, "ids", idsOf(it), "a b")
		wantFamily[*skillpass.ServerError](t, it.Err())
		wantCode(t, it.Err(), skillpass.CodeCursorRepeated)
		want(t, "requests", r.count(), 2)
	})
	t.Run("repeated_cursor_of_the_caller", func(t *testing.T) {
		r := newRig(t, []scripted{page(true, "c1", "a")})
		it := r.client.Users.List(&skillpass.UserListParams{Cursor: skillpass.Ptr("c1")})
		want(t, "ids", idsOf(it), "a")
		wantCode(t, it.Err(), skillpass.CodeCursorRepeated)
	})
	t.Run("cursors_in_a_ring", func(t *testing.T) {
		r := newRig(t, []scripted{page(true, "c1", "a"), page(true, "c2", "b"), page(true, "c1", "c")})
		it := r.client.Users.List(nil)
		want(t, "ids", idsOf(it), "a b c")
		wantCode(t, it.Err(), skillpass.CodeCursorRepeated)
	})
	t.Run("empty_page_with_more", func(t *testing.T) {
		r := newRig(t, []scripted{page(true, "c1"), page(true, "c2"), page(false, "", "a")})
		it := r.client.Users.List(nil)
		want(t, "ids", idsOf(it), "a")
		want(t, "error", it.Err(), nil)
	})
	t.Run("more_without_cursor", func(t *testing.T) {
		r := newRig(t, []scripted{page(true, "", "a")})
		it := r.client.Users.List(nil)
		want(t, "ids", idsOf(it), "a")
		wantCode(t, it.Err(), skillpass.CodeResponseInvalid)
	})
	t.Run("error_on_a_later_page", func(t *testing.T) {
		r := newRig(t, []scripted{page(true, "c1", "a"), refusal(400, "CURSOR_INVALID")})
		it := r.client.Users.List(nil)
		want(t, "ids", idsOf(it), "a")
		wantCode(t, it.Err(), skillpass.CodeCursorInvalid)
	})
	t.Run("retry_on_a_later_page", func(t *testing.T) {
		r := newRig(t, []scripted{page(true, "c1", "a"), refusal(503, "SERVICE_UNAVAILABLE"), page(false, "", "b")})
		it := r.client.Users.List(nil)
		want(t, "ids", idsOf(it), "a b")
		want(t, "error", it.Err(), nil)
	})
	t.Run("single_pages", func(t *testing.T) {
		r := newRig(t, []scripted{page(true, "c1", "a", "b"), page(false, "", "c")})
		it := r.client.Users.List(nil)
		want(t, "before", it.Current() == nil && it.Page() == nil, true)
		want(t, "first", it.NextPage(ctx), true)
		want(t, "cursor", *it.Page().NextCursor, "c1")
		want(t, "second", it.NextPage(ctx), true)
		want(t, "item", it.Next(ctx), true)
		want(t, "id", it.Current().ID, "c")
		want(t, "third", it.NextPage(ctx), false)
	})
	t.Run("collect_and_range", func(t *testing.T) {
		r := newRig(t, []scripted{page(true, "c1", "a"), page(false, "", "b"), page(true, "c1", "a"), refusal(404, "X")})
		users, err := r.client.Users.List(nil).Collect(ctx)
		want(t, "collected", len(users), 2)
		want(t, "error", err, nil)
		var seen []string
		r.client.Users.List(nil).All(ctx)(func(user *skillpass.User, err error) bool {
			if err != nil {
				seen = append(seen, string(asError(t, err).Code))
				return true
			}
			seen = append(seen, user.ID)
			return true
		})
		want(t, "ranged", strings.Join(seen, " "), "a X")
	})
}
