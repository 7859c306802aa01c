import { render } from 'preact'
import { App } from './app.tsx'
import { rememberScroll } from './scroll.ts'
import { open } from './session.ts'
import { applyTheme } from './theme.ts'

applyTheme()
rememberScroll()
void open()
const root = document.getElementById('app')
if (root !== null) render(<App />, root)
