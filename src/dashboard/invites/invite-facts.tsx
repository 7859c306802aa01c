import type { Output } from '../../contract/index.ts'
import { Status } from '../components/badge.tsx'
import { Card } from '../components/card.tsx'
import { Json } from '../components/code.tsx'
import { Facts } from '../components/facts.tsx'
import { Id } from '../components/id.tsx'
import { Link } from '../components/link.tsx'
import { Countdown, Time } from '../components/time.tsx'
import { exactTime, remaining } from '../format.ts'
import type { Invite } from './invite-status.ts'

export function InviteFacts({ invite }: { readonly invite: Invite }) {
  const { due_at, time_limit_seconds, external_id, redirect_url, closed_reason, user_id, metadata } = invite
  return (
    <Card title="Invite">
      <div class="stack">
        <Facts
          of={[
            ['Id', <Id of={invite.id} />],
            ['E-mail', <bdi>{invite.candidate_email}</bdi>],
            invite.candidate_name !== null && ['Name', <bdi>{invite.candidate_name}</bdi>],
            ['Skill', <SkillOf invite={invite} />],
            user_id !== null && ['User', <Id of={user_id} to={`/passports/${user_id}`} />],
            ['Created', <Time at={invite.created_at} />],
            ['Expires', <Expiry invite={invite} />],
            invite.status === 'in_progress' &&
              due_at !== null && ['Time left', <Countdown to={due_at} over="none: it counts as timed out" />],
            ['Time limit', time_limit_seconds === null ? 'none' : remaining(time_limit_seconds * 1_000)],
            ['Mail', <Mail {...invite.delivery} />],
            external_id !== null && ['External id', <bdi>{external_id}</bdi>],
            redirect_url !== null && ['Redirect', <bdi>{redirect_url}</bdi>],
            closed_reason !== null && ['Reason', <bdi>{closed_reason}</bdi>],
          ]}
        />
        {Object.keys(metadata).length > 0 && <Json label="Metadata" value={metadata} />}
      </div>
    </Card>
  )
}

function SkillOf({ invite: { user_id, skill } }: { readonly invite: Invite }) {
  // Before the acceptance nobody is known to have anything of it.
  return user_id === null ? <>{skill}</> : <Link to={`/passports/${user_id}/${skill}`}>{skill}</Link>
}

function Expiry({ invite: { expires_at, status } }: { readonly invite: Invite }) {
  return status === 'in_progress' || status === 'completed' ? (
    <span class="faint">not any more: it was started</span>
  ) : (
    <>
      <Time at={expires_at} /> <span class="faint">{exactTime(expires_at)}</span>
    </>
  )
}

function Mail({ status, sent_at, last_error }: Output<'invites', 'get'>['delivery']) {
  return (
    <span class="row">
      <Status of={status} />
      {sent_at !== null && <Time at={sent_at} />}
      {last_error !== null && <bdi>{last_error}</bdi>}
    </span>
  )
}
