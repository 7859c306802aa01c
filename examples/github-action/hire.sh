#!/usr/bin/env bash
# Invites everybody of people.csv, walks them to a score, and waits until the webhooks of it arrived.
set -euo pipefail
count=$(($(wc -l <people.csv) - 1))

# Makes the listener: what happens from here on waits for it, however long it takes to start.
npx skillpass webhook listen --name ci --print-secret >webhook.secret
npx skillpass webhook listen --name ci --expect "assessment.completed:$count" --timeout 60s --json >events.ndjson &
listener=$!

npx skillpass invite send --from-csv people.csv --quiet
for id in $(npx skillpass invite list --status pending --quiet); do
  npx skillpass invite start "$id" --quiet
  npx skillpass invite complete "$id" --score 88 --quiet
done

wait $listener
npx skillpass passport check usr_alex --skill react --min-tier T3 --junit report.xml
