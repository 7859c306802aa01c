package skillpass

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Response is what an answer says about itself, and its body as sent: see WithResponse and Client.Request.
type Response struct {
	// StatusCode is the HTTP status.
	StatusCode int
	// Header has every header of the answer.
	Header http.Header
	// Body is the body as sent.
	Body []byte
	// RequestID names the request to the people of the service.
	RequestID string
	// IdempotencyKey is the key a write went out with, "" for a read.
	IdempotencyKey string
	// Replayed is true for the stored answer to an earlier request with the same idempotency key.
	Replayed bool
	// RateLimit is what is left of the limits of the key, nil where the answer does not tell.
	RateLimit *RateLimit
}

// RateLimit is what is left of the limits of a key.
type RateLimit struct {
	// Limit is the number of requests per minute, 0 where the answer does not tell.
	Limit int
	// Remaining is how many are left in this minute.
	Remaining int
	// Reset is when the minute is over, by the clock of the service.
	Reset time.Time
	// Policies are all limits that hold, burst and minute.
	Policies []RateLimitPolicy
}

// RateLimitPolicy is one of the limits of a key.
type RateLimitPolicy struct {
	// Name is burst or minute.
	Name string
	// Quota is how many requests fit into the window.
	Quota int
	// Window is how long it takes to fill up again.
	Window time.Duration
	// Remaining is how many requests are left.
	Remaining int
	// ResetIn is how long it takes until there are more.
	ResetIn time.Duration
}

func responseOf(response *http.Response, body []byte, idempotencyKey string) *Response {
	header := response.Header
	return &Response{
		StatusCode:     response.StatusCode,
		Header:         header,
		Body:           body,
		RequestID:      header.Get("X-Request-Id"),
		IdempotencyKey: idempotencyKey,
		Replayed:       header.Get("Idempotent-Replayed") == "true",
		RateLimit:      rateLimitOf(header),
	}
}

func rateLimitOf(header http.Header) *RateLimit {
	limit, err := strconv.Atoi(header.Get("X-RateLimit-Limit"))
	policies := policiesOf(header)
	if err != nil && len(policies) == 0 {
		return nil
	}
	remaining, _ := strconv.Atoi(header.Get("X-RateLimit-Remaining"))
	reset, _ := strconv.ParseInt(header.Get("X-RateLimit-Reset"), 10, 64)
	return &RateLimit{Limit: limit, Remaining: remaining, Reset: time.Unix(reset, 0).UTC(), Policies: policies}
}

// policiesOf joins RateLimit-Policy, such as "burst";q=100;w=6, with RateLimit, such as "burst";r=99;t=1.
func policiesOf(header http.Header) []RateLimitPolicy {
	left := map[string]map[string]int{}
	for _, item := range itemsOf(header.Get("RateLimit")) {
		left[item.name] = item.params
	}
	var policies []RateLimitPolicy
	for _, item := range itemsOf(header.Get("RateLimit-Policy")) {
		policies = append(policies, RateLimitPolicy{
			Name:      item.name,
			Quota:     item.params["q"],
			Window:    time.Duration(item.params["w"]) * time.Second,
			Remaining: left[item.name]["r"],
			ResetIn:   time.Duration(left[item.name]["t"]) * time.Second,
		})
	}
	return policies
}

type headerItem struct {
	name   string
	params map[string]int
}

func itemsOf(header string) []headerItem {
	var items []headerItem
	for _, text := range strings.Split(header, ",") {
		name, rest, _ := strings.Cut(strings.TrimSpace(text), ";")
		if name == "" {
			continue
		}
		item := headerItem{strings.Trim(name, `"`), map[string]int{}}
		for _, param := range strings.Split(rest, ";") {
			key, value, _ := strings.Cut(strings.TrimSpace(param), "=")
			item.params[key], _ = strconv.Atoi(value)
		}
		items = append(items, item)
	}
	return items
}
