import { Fieldset } from '../components/form.tsx'
import { families, type Choice, type Family } from './event-types.ts'

interface EventPickerParts {
  readonly legend: string
  readonly pointer: string
  /** As subscriptions are written: `*`, families, types. */
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
  /** What choosing all of them means. */
  readonly all: string
}

/** Everything, or families and types one by one. */
export function EventPicker({ legend, pointer, value, onChange, all }: EventPickerParts) {
  const has = (name: string): boolean => value.includes(name)
  const toggle = (name: string, covers: readonly string[] = []): void => {
    const rest = value.filter((one) => one !== name && !covers.includes(one))
    onChange(has(name) ? rest : [...rest, name])
  }
  return (
    <Fieldset legend={legend} pointer={pointer}>
      <Box name="*" text={all} checked={has('*')} onChange={() => onChange(has('*') ? [] : ['*'])} />
      {!has('*') && (
        <div class="event-choices">
          {families.map((family) => (
            <FamilyBoxes key={family.name} family={family} has={has} toggle={toggle} />
          ))}
        </div>
      )}
    </Fieldset>
  )
}

interface FamilyParts {
  readonly family: Family
  readonly has: (name: string) => boolean
  readonly toggle: (name: string, covers?: readonly string[]) => void
}

function FamilyBoxes({ family: { name, text, members }, has, toggle }: FamilyParts) {
  const names = members.map((member) => member.name)
  return (
    <div class="family">
      <Box name={name} text={text} checked={has(name)} onChange={() => toggle(name, names)} />
      {members.map((member) => (
        <Box
          key={member.name}
          {...member}
          checked={has(name) || has(member.name)}
          disabled={has(name)}
          onChange={() => toggle(member.name)}
        />
      ))}
    </div>
  )
}

interface BoxParts extends Choice {
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: () => void
}

function Box({ name, text, checked, disabled = false, onChange }: BoxParts) {
  return (
    <label class="choice">
      <input type="checkbox" checked={checked} disabled={disabled} onChange={onChange} />
      <code>{name}</code>
      <span class="hint">{text}</span>
    </label>
  )
}
