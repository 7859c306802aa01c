const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar of `columns`, filled by `share` (0 to 1), to an eighth of a column. */
export function bar(share: number, columns: number): { readonly filled: string; readonly rest: string } {
  const steps = Math.round(Math.min(1, Math.max(0, share)) * columns * 8)
  const filled = '█'.repeat(Math.floor(steps / 8)) + (eighths[steps % 8] ?? '')
  return { filled, rest: '·'.repeat(columns - Math.ceil(steps / 8)) }
}
