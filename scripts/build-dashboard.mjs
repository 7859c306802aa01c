// Builds the dashboard's page into dist/dashboard, where the server finds it; answers which files went in.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

export async function buildDashboard() {
  const { output } = await build({
    root: fileURLToPath(new URL('../src/dashboard', import.meta.url)),
    base: '/dashboard/',
    configFile: false,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: fileURLToPath(new URL('../dist/dashboard', import.meta.url)),
      emptyOutDir: true,
      target: 'es2022',
      // The policy of the page allows no inline script, and no data: URL but for images.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
    },
  })
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
}
