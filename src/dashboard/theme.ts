import { createStore } from './store.ts'

export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const place = 'skillpass-theme'

export const theme = createStore<Theme>(themes.find((name) => name === localStorage.getItem(place)) ?? 'auto')

theme.subscribe(() => {
  localStorage.setItem(place, theme.get())
  applyTheme()
})

export function applyTheme(): void {
  document.documentElement.dataset['theme'] = theme.get()
}
