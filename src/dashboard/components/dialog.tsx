import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

interface DialogParts {
  readonly title: string
  /** Escape, and its ×. Absent: it can be left only by what is in it. */
  readonly onClose?: () => void
  readonly children: ComponentChildren
}

/** Open as long as it is drawn. The browser keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, children }: DialogParts) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    dialog.current?.showModal()
    // The first thing in it is the button that closes it: of little use to begin with.
    dialog.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [])
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onClose={() => {
        // A browser closes it on a second Escape, whoever objects.
        if (onClose === undefined) dialog.current?.showModal()
        else onClose()
      }}
    >
      <div class="dialog-body">
        <header class="dialog-header">
          <h2 id={id}>{title}</h2>
          {onClose !== undefined && (
            <button
              type="button"
              class="button button-quiet button-small"
              aria-label="Close"
              onClick={onClose}
            >
              ×
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  )
}
