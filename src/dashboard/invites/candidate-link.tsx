import { Card } from '../components/card.tsx'
import { Command } from '../components/command.tsx'
import { Notice } from '../components/notice.tsx'
import { isOpen, type Invite } from './invite-status.ts'

/** Where the candidate goes; who has it acts as the candidate. */
export function CandidateLink({ invite: { invite_url: link, status } }: { readonly invite: Invite }) {
  return (
    <Card title="Candidate’s link">
      <div class="stack">
        {link === null ? (
          <Notice tone="plain">This link is not shown any more.</Notice>
        ) : (
          <>
            <Command text={link} label="Copy the link" />
            <p>
              <a href={link} target="_blank" rel="noreferrer">
                Open the candidate’s page
              </a>
            </p>
          </>
        )}
        <p class="hint">
          {isOpen(status)
            ? 'Whoever has it can accept and start. It is in the mail to the candidate.'
            : 'It shows the candidate how the invite stands.'}
        </p>
      </div>
    </Card>
  )
}
