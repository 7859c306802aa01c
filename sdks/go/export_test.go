package skillpass

import (
	"context"
	"time"
)

// WithTiming lets tests replace the clock, the pauses and chance.
func WithTiming(now func() time.Time, sleep func(context.Context, time.Duration) error, random func() float64) ClientOption {
	return clientOption(func(d *draft) { d.timing = timing{now: now, sleep: sleep, random: random} })
}
