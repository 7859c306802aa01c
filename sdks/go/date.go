package skillpass

import (
	"encoding/json"
	"fmt"
	"time"
)

// Date is a day in UTC, written YYYY-MM-DD. Dates can be compared with ==.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf is the day of an instant, in UTC.
func DateOf(instant time.Time) Date {
	year, month, day := instant.UTC().Date()
	return Date{year, month, day}
}

// ParseDate reads YYYY-MM-DD.
func ParseDate(text string) (Date, error) {
	instant, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return Date{}, fmt.Errorf("skillpass: a date is written YYYY-MM-DD, not %q", text)
	}
	return DateOf(instant), nil
}

// Time is the first instant of the day.
func (d Date) Time() time.Time {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC)
}

// String is YYYY-MM-DD.
func (d Date) String() string {
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, int(d.Month), d.Day)
}

// MarshalJSON writes "YYYY-MM-DD".
func (d Date) MarshalJSON() ([]byte, error) {
	return json.Marshal(d.String())
}

// UnmarshalJSON reads "YYYY-MM-DD".
func (d *Date) UnmarshalJSON(data []byte) error {
	var text *string
	if err := json.Unmarshal(data, &text); err != nil || text == nil {
		return err
	}
	read, err := ParseDate(*text)
	*d = read
	return err
}
