import type { ComponentChildren } from 'preact'

export type Fact = readonly [name: string, value: ComponentChildren] | false | null

/** Names and values of one thing; what is false or null is left out. */
export function Facts({ of }: { readonly of: readonly Fact[] }) {
  return (
    <dl class="facts">
      {of.map((fact) =>
        fact === false || fact === null ? null : (
          <div key={fact[0]}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
