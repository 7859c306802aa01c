package skillpass

import (
	"encoding/json"
	"time"
)

// Event is one thing that happened. What every event has stands here; Data is the whole of it, typed:
//
//	switch data := event.Data.(type) {
//	case *skillpass.AssessmentCompletedEvent:
//		fmt.Println(data.UserID, data.Percent)
//	case *skillpass.UnknownEvent:
//		// of a newer service: event.Raw has everything
//	}
type Event struct {
	// ID is the same on every delivery of the event: use it to drop repeats.
	ID string `json:"id"`
	// Type is the field "event".
	Type EventType `json:"event"`
	// CreatedAt is when the service noticed.
	CreatedAt time.Time `json:"created_at"`
	// OccurredAt is when it happened; an expiry happens at expires_at, however late it is noticed.
	OccurredAt time.Time `json:"occurred_at"`
	// Sequence grows with every event of the server: it puts events in order.
	Sequence int64 `json:"sequence"`
	// APIVersion is "v1".
	APIVersion string `json:"api_version"`
	// Mode is sandbox or live.
	Mode Mode `json:"mode"`
	// Data is a pointer to the struct of the type, *UnknownEvent for a type that this version does not know.
	Data EventData `json:"-"`
	// Raw is the event as sent.
	Raw RawJSON `json:"-"`
}

// EventData is one of the event types, such as *InviteCreatedEvent, or *UnknownEvent.
type EventData interface{ isEventData() }

// UnknownEvent is an event of a type that this version does not know.
type UnknownEvent struct {
	// Type is the type as sent.
	Type EventType
	// Raw is the event as sent.
	Raw RawJSON
}

func (*UnknownEvent) isEventData() {}

// UnmarshalJSON reads the event into the struct of its type.
func (e *Event) UnmarshalJSON(data []byte) error {
	type plain Event
	if err := json.Unmarshal(data, (*plain)(e)); err != nil {
		return err
	}
	e.Raw = rawCopy(data)
	decoder, isKnown := eventDecoders[e.Type]
	if !isKnown {
		e.Data = &UnknownEvent{Type: e.Type, Raw: e.Raw}
		return nil
	}
	e.Data = decoder()
	return json.Unmarshal(data, e.Data)
}

// MarshalJSON writes the event as it was sent.
func (e Event) MarshalJSON() ([]byte, error) {
	if len(e.Raw) > 0 {
		return e.Raw, nil
	}
	type plain Event
	return json.Marshal(plain(e))
}

// SkillEvidence is the evidence of a skill, as it was asked for: counts by type, or the chain of entries.
type SkillEvidence struct {
	// Counts by type; nil when the chain was asked for.
	Counts *EvidenceCounts
	// Chain of entries, newest first, each with its hash; nil when it was not asked for.
	Chain []Evidence
}

// UnmarshalJSON reads either form.
func (s *SkillEvidence) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '[' {
		return json.Unmarshal(data, &s.Chain)
	}
	return json.Unmarshal(data, &s.Counts)
}

// MarshalJSON writes the form that there is.
func (s SkillEvidence) MarshalJSON() ([]byte, error) {
	if s.Chain != nil {
		return json.Marshal(s.Chain)
	}
	return json.Marshal(s.Counts)
}
