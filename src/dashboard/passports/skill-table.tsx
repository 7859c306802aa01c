import { Card } from '../components/card.tsx'
import { Empty } from '../components/empty.tsx'
import { Link } from '../components/link.tsx'
import { Table, type Column } from '../components/table.tsx'
import { dayName } from '../format.ts'
import { Sci, Tier, Verified, type Passport, type PassportSkill } from './tiers.tsx'

interface SkillTableParts {
  readonly passport: Passport
  /** The day, unless it is today. */
  readonly asOf: string | undefined
}

export function SkillTable({ passport: { user_id: user, skills, asOf: day }, asOf }: SkillTableParts) {
  const query = asOf === undefined ? '' : `?as_of=${asOf}`
  const title = asOf === undefined ? 'Skills' : `Skills on ${dayName(day)}`
  return (
    <Card title={title} flush>
      {skills.length === 0 ? (
        <Empty
          title="There is no evidence of any skill."
          command={`skillpass evidence add ${user} --type session --skill react --rating 4`}
        />
      ) : (
        <Table
          label="Skills, strongest first"
          columns={columnsOf((skill) => `/passports/${user}/${skill.key}${query}`)}
          rows={skills}
          keyOf={({ key }) => key}
        />
      )}
    </Card>
  )
}

function columnsOf(pathOf: (skill: PassportSkill) => string): readonly Column<PassportSkill>[] {
  return [
    { head: 'Skill', cell: (skill) => <Link to={pathOf(skill)}>{skill.name}</Link> },
    { head: 'SCI', cell: (skill) => <Sci of={skill} /> },
    { head: 'Tier', cell: (skill) => <Tier of={skill} /> },
    { head: 'Tier holds to', cell: ({ tierUntil }) => <Day of={tierUntil} /> },
    { head: 'Confidence', cell: ({ confidence }) => confidence.toFixed(2) },
    {
      head: 'Verified',
      cell: ({ verified, verifiedUntil }) => <Verified is={verified} until={verifiedUntil} />,
    },
    { head: 'Evidence', cell: ({ evidence }) => <Pieces of={evidence} /> },
    { head: 'Newest', cell: ({ lastEvidence }) => <Day of={lastEvidence ?? null} /> },
  ]
}

function Day({ of }: { readonly of: string | null }) {
  return of === null ? <span class="faint">–</span> : <span class="nowrap">{dayName(of)}</span>
}

function Pieces({ of: { sessions, assessments, endorsements } }: { readonly of: PassportSkill['evidence'] }) {
  const told = `${sessions} sessions, ${assessments} assessments, ${endorsements} endorsements`
  return <span title={told}>{sessions + assessments + endorsements}</span>
}
