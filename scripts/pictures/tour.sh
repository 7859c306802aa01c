# The recorded tour. Each command is shown as if it were typed, then run.
set -eu
typed() {
  printf '\033[2m$\033[22m \033[1m%s\033[22m\n' "$*"
  "$@"
}

# Not on the screen: the sandbox that all commands talk to.
skillpass dev --port 0 --clock 2026-03-20T12:00:00Z --freeze --json >ready.json 2>/dev/null &
sandbox=$!
trap 'kill -TERM $sandbox; wait $sandbox' EXIT
skillpass wait --timeout 30s 2>/dev/null

typed skillpass passport get usr_alex
typed skillpass webhook listen --name tour --expect skill.tier_changed --timeout 20s &
listener=$!
sleep 3
skillpass event trigger assessment.completed --quiet >/dev/null
wait $listener
