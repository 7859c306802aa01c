import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { Fieldset } from './form.tsx'

interface RowsFieldParts {
  readonly legend: string
  readonly hint?: ComponentChildren
  readonly pointer: string
  /** The button that adds a row: `Add a section`. */
  readonly add: string
  /** Draws the inputs of a row, which is the `number`th, from 1. */
  readonly children: (number: number) => ComponentChildren
}

/** As many rows of inputs as somebody wants; none at first. */
export function RowsField({ legend, hint, pointer, add, children }: RowsFieldParts) {
  const [rows, setRows] = useState<readonly number[]>([])
  return (
    <Fieldset legend={legend} hint={hint} pointer={pointer}>
      {rows.map((row, index) => (
        <div key={row} class="form-row">
          {children(index + 1)}
          <Button
            kind="quiet"
            small
            label={`Remove row ${index + 1}`}
            onClick={() => setRows(rows.filter((one) => one !== row))}
          >
            ×
          </Button>
        </div>
      ))}
      <div>
        <Button small onClick={() => setRows([...rows, Math.max(0, ...rows) + 1])}>
          {add}
        </Button>
      </div>
    </Fieldset>
  )
}
