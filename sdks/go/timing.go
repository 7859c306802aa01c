package skillpass

import (
	"context"
	"math/rand"
	"time"
)

// timing is where a client gets the time, waits and chance from.
type timing struct {
	now func() time.Time
	// Returns the error of the context when that ends first.
	sleep func(context.Context, time.Duration) error
	// 0 to 1, 1 excluded.
	random func() float64
}

var systemTiming = timing{now: time.Now, sleep: sleep, random: rand.Float64}

func sleep(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
