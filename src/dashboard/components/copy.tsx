import { useState } from 'preact/hooks'
import { copyText } from '../copy-text.ts'
import { toast } from '../toasts.ts'
import { Button } from './button.tsx'

interface CopyParts {
  readonly text: string
  /** What is copied: `Copy the id`. */
  readonly label: string
  /** Says `Copy` instead of showing the sign alone. */
  readonly inWords?: boolean
}

const saidMs = 1_500

export function Copy({ text, label, inWords = false }: CopyParts) {
  const [isDone, setDone] = useState(false)
  const copy = async (): Promise<void> => {
    if (!(await copyText(text)))
      return toast('The browser does not let this page copy. Select the text instead.')
    setDone(true)
    toast('Copied')
    setTimeout(() => setDone(false), saidMs)
  }
  return (
    <Button kind={inWords ? 'plain' : 'quiet'} small label={label} title={label} onClick={() => void copy()}>
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d={isDone ? 'M3 8.5l3.5 3.5L13 4.5' : 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z'} />
      </svg>
      {inWords && (isDone ? 'Copied' : 'Copy')}
    </Button>
  )
}
