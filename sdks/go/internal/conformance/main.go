// Command conformance plays the cases that the clients of all languages share; one outcome a line. What it reads and
// writes is described in test/conformance/case.ts of the repository.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	skillpass "github.com/skillpass/skillpass-go"
)

type task struct {
	BaseURL string `json:"base_url"`
	Client  struct {
		APIKey         string `json:"api_key"`
		TimeoutMS      *int   `json:"timeout_ms"`
		TotalTimeoutMS *int   `json:"total_timeout_ms"`
		MaxRetries     *int   `json:"max_retries"`
	} `json:"client"`
	Call call `json:"call"`
}

type call struct {
	Do               string            `json:"do"`
	TimeoutMS        *int              `json:"timeout_ms"`
	IdempotencyKey   *string           `json:"idempotency_key"`
	ID               string            `json:"id"`
	UserID           string            `json:"user_id"`
	Cursor           *string           `json:"cursor"`
	Limit            *int              `json:"limit"`
	Method           string            `json:"method"`
	Path             string            `json:"path"`
	Body             any               `json:"body"`
	Count            int               `json:"count"`
	LastEventID      string            `json:"last_event_id"`
	Headers          map[string]string `json:"headers"`
	Secrets          []string          `json:"secrets"`
	ToleranceSeconds int               `json:"tolerance_seconds"`
}

type line struct {
	At      int     `json:"at"`
	MS      float64 `json:"ms"`
	Outcome any     `json:"outcome"`
}

type fields map[string]any

func main() {
	var tasks []*task
	if err := json.NewDecoder(os.Stdin).Decode(&tasks); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var (
		wait sync.WaitGroup
		mine sync.Mutex
		out  = json.NewEncoder(os.Stdout)
	)
	for at, one := range tasks {
		if one == nil {
			continue
		}
		// All at the same instant, they would wait for each other instead of for the server.
		time.Sleep(5 * time.Millisecond)
		wait.Add(1)
		go func(at int, one *task) {
			defer wait.Done()
			begun := time.Now()
			played := one.play()
			mine.Lock()
			defer mine.Unlock()
			_ = out.Encode(line{at, float64(time.Since(begun).Microseconds()) / 1000, played})
		}(at, one)
	}
	wait.Wait()
}

func (t *task) play() fields {
	var seen []string
	value, err := t.value(&seen)
	if err == nil {
		return fields{"ok": true, "value": value}
	}
	failed := fields{"ok": false, "error": described(err)}
	if t.Call.Do == "users.list_all" {
		failed["seen"] = append([]string{}, seen...)
	}
	return failed
}

func (t *task) value(seen *[]string) (any, error) {
	client, err := t.client()
	if err != nil {
		return nil, err
	}
	run, isKnown := operations[t.Call.Do]
	if !isKnown {
		return nil, fmt.Errorf("nothing is called %s", t.Call.Do)
	}
	return run(client, &t.Call, seen)
}

func (t *task) client() (*skillpass.Client, error) {
	opts := []skillpass.ClientOption{skillpass.WithAPIKey(t.Client.APIKey), skillpass.WithBaseURL(t.BaseURL)}
	if ms := t.Client.TimeoutMS; ms != nil {
		opts = append(opts, skillpass.WithTimeout(milliseconds(*ms)))
	}
	if ms := t.Client.TotalTimeoutMS; ms != nil {
		opts = append(opts, skillpass.WithTotalTimeout(milliseconds(*ms)))
	}
	if count := t.Client.MaxRetries; count != nil {
		opts = append(opts, skillpass.WithMaxRetries(*count))
	}
	return skillpass.New(opts...)
}

func milliseconds(count int) time.Duration { return time.Duration(count) * time.Millisecond }
