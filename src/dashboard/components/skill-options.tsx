import { client } from '../client.ts'
import { useLoad } from '../use-load.ts'

/** More than any catalogue that people choose from; further skills can still be typed. */
const most = 500

/** The skills of the catalogue, for a field with this `list` to be searched in. */
export function SkillOptions({ id }: { readonly id: string }) {
  const { data = [] } = useLoad('skills', catalogue)
  return (
    <datalist id={id}>
      {data.map(({ key, name }) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </datalist>
  )
}

interface Choice {
  readonly key: string
  readonly name: string
}

async function catalogue(signal: AbortSignal): Promise<readonly Choice[]> {
  const choices: Choice[] = []
  for await (const choice of client.skills.list({ limit: 100 }, { signal })) {
    choices.push(choice)
    if (choices.length === most) break
  }
  return choices.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}
