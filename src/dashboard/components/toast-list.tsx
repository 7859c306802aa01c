import { useStore } from '../store.ts'
import { toasts } from '../toasts.ts'

export function ToastList() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {useStore(toasts).map(({ id, text }) => (
        <div key={id} class="toast" dir="auto">
          {text}
        </div>
      ))}
    </div>
  )
}
