/** Where the build puts the dashboard; the same from `src`, `dist` and the bundle, which lie side by side. */
export const dashboardFolder = new URL('../dist/dashboard/', import.meta.url)
