import { useStore } from '../store.ts'
import { theme, themes } from '../theme.ts'

const names = { auto: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' }

export function ThemeToggle() {
  const current = useStore(theme)
  return (
    <select
      class="theme"
      aria-label="Theme"
      value={current}
      onChange={(event) => {
        const chosen = event.currentTarget.value
        theme.set(themes.find((name) => name === chosen) ?? 'auto')
      }}
    >
      {themes.map((name) => (
        <option key={name} value={name}>
          {names[name]}
        </option>
      ))}
    </select>
  )
}
