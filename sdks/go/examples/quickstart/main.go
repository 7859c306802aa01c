package main

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/skillpass/skillpass-go"
)

func main() {
	ctx := context.Background()
	client, err := skillpass.New() // SKILLPASS_API_KEY and SKILLPASS_BASE_URL
	if err != nil {
		log.Fatal(err)
	}

	invite, err := client.Invites.Create(ctx, &skillpass.InviteCreateParams{
		CandidateEmail: "alex@example.com",
		Skill:          "react",
	})
	var refused *skillpass.Error
	if errors.As(err, &refused) {
		log.Fatalf("%s: %s (send it again with the key %s)", refused.Code, refused.Message, refused.IdempotencyKey)
	} else if err != nil {
		log.Fatal(err)
	}
	fmt.Println(invite.ID, invite.Status, *invite.InviteURL)

	passports := client.Users.List(&skillpass.UserListParams{Status: skillpass.Ptr(skillpass.UserStatusActive)})
	for passports.Next(ctx) {
		passport, err := client.Verify.Passport(ctx, passports.Current().ID, nil)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(passport.DisplayName, passport.Verified, passport.SCIScores)
	}
	if err := passports.Err(); err != nil {
		log.Fatal(err)
	}
}
