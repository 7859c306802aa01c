package main

import (
	"context"
	"log"
	"net/http"
	"os"

	"github.com/skillpass/skillpass-go"
)

func main() {
	handle := func(ctx context.Context, event *skillpass.Event) error {
		switch data := event.Data.(type) {
		case *skillpass.AssessmentCompletedEvent:
			log.Println(data.UserID, data.Skill, data.Percent)
		case *skillpass.SkillTierChangedEvent:
			log.Println(data.UserID, data.PreviousTier, "to", data.NewTier)
		default:
			log.Println("not handled here:", event.Type)
		}
		return nil // 200: done. An error: 500, and the delivery comes again.
	}
	http.Handle("/hook", skillpass.WebhookHandler(handle, os.Getenv("SKILLPASS_WEBHOOK_SECRET")))
	log.Fatal(http.ListenAndServe("127.0.0.1:3000", nil))
}
