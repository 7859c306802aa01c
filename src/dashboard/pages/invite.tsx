import { client } from '../client.ts'
import { Status } from '../components/badge.tsx'
import { Page } from '../components/page.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import { CandidateLink } from '../invites/candidate-link.tsx'
import { CandidateSteps } from '../invites/candidate-steps.tsx'
import { InviteActions } from '../invites/invite-actions.tsx'
import { InviteFacts } from '../invites/invite-facts.tsx'
import { InviteResult } from '../invites/invite-result.tsx'
import { Timeline } from '../invites/timeline.tsx'
import type { PageProps } from '../pages.ts'
import { useLoad } from '../use-load.ts'

export function Invite({ params: { id = '' } }: PageProps) {
  const invite = useLoad(id, async (signal) => await client.invites.get({ id }, { signal }), {
    live: ['invite.*', 'assessment.*'],
  })
  const { data, reload } = invite
  return (
    <Page
      title={data?.candidate_name ?? data?.candidate_email ?? 'Invite'}
      parent={{ to: '/invites', title: 'Invites' }}
      aside={data && <Status of={data.status} />}
      actions={data && <InviteActions invite={data} onDone={reload} />}
    >
      <WhenLoaded of={invite} lines={8}>
        {(shown) => (
          <>
            {shown.result_id !== null && <InviteResult invite={shown} />}
            <InviteFacts invite={shown} />
            <div class="halves">
              <Timeline invite={shown} />
              <div class="stack">
                <CandidateLink invite={shown} />
                {shown.mode === 'sandbox' && <CandidateSteps invite={shown} onDone={reload} />}
              </div>
            </div>
          </>
        )}
      </WhenLoaded>
    </Page>
  )
}
