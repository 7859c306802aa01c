import { atoms, scopeNames } from '../../contract/scopes.ts'
import { Fieldset } from '../components/form.tsx'
import { atomTexts, shortScopes } from './scope-texts.ts'

interface ScopeChoiceParts {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** Both vocabularies: a short name for a whole role, single scopes for exactly what is needed. */
export function ScopeChoice({ chosen, onChange }: ScopeChoiceParts) {
  const toggle = (scope: string, isOn: boolean): void =>
    onChange(isOn ? [...chosen, scope] : chosen.filter((one) => one !== scope))
  const singles = chosen.filter((scope) => atoms.some((atom) => atom === scope))
  return (
    <Fieldset
      legend="Scopes"
      pointer="/scopes"
      hint="What the key may do. A short name stands for several single scopes; both can be mixed."
    >
      {shortScopes.map(([scope, text]) => (
        <Choice
          key={scope}
          scope={scope}
          text={`${text} ${scope === 'admin' ? '' : `Stands for ${scopeNames[scope].join(', ')}.`}`}
          isOn={chosen.includes(scope)}
          onToggle={toggle}
        />
      ))}
      <details open={singles.length > 0}>
        <summary>Single scopes{singles.length > 0 && ` (${singles.length} chosen)`}</summary>
        <div class="choices">
          {atoms.map((scope) => (
            <Choice
              key={scope}
              scope={scope}
              text={atomTexts[scope]}
              isOn={chosen.includes(scope)}
              onToggle={toggle}
            />
          ))}
        </div>
      </details>
    </Fieldset>
  )
}

interface ChoiceParts {
  readonly scope: string
  readonly text: string
  readonly isOn: boolean
  readonly onToggle: (scope: string, isOn: boolean) => void
}

function Choice({ scope, text, isOn, onToggle }: ChoiceParts) {
  const id = `scope-${scope}`
  return (
    <div class="choice">
      <input
        type="checkbox"
        id={id}
        checked={isOn}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onToggle(scope, event.currentTarget.checked)}
      />
      <label for={id}>
        <code>{scope}</code>
      </label>
      <p class="hint" id={`${id}-hint`}>
        {text}
      </p>
    </div>
  )
}
