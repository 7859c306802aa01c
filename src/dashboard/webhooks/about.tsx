import { Text } from '../components/text.tsx'
import type { LiveEvent } from '../live.ts'

/** Whom or what an event is about, in a few words. */
export function About({ of: event }: { readonly of: LiveEvent }) {
  return <Text>{subjectOf(event)}</Text>
}

function subjectOf(event: LiveEvent): string {
  if ('new_tier' in event)
    return `${event.user_id}, ${event.skill}: ${event.previous_tier} → ${event.new_tier}`
  if ('changed_skills' in event) return `${event.user_id}: ${event.changed_skills.join(', ')}`
  if ('score' in event) return `${event.user_id}, ${event.skill}: ${event.score} of ${event.max_score}`
  return 'candidate_email' in event ? `${event.candidate_email}, ${event.skill}` : event.webhook_id
}
