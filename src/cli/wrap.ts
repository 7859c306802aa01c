const widest = 92

/** Plain text broken between words to fit the terminal, every line behind `indent`; whole where there is none. */
export function wrap(text: string, width: number, indent: string): string {
  const room = Number.isFinite(width) ? Math.min(width, widest) - indent.length - 1 : width
  return broken(text, room)
    .map((line) => `${indent}${line}`)
    .join('\n')
}

/** The lines of a text at most `room` characters wide; a longer word stands alone, whole. */
export function broken(text: string, room: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    for (const word of paragraph.split(' ')) {
      const last = lines.at(-1)
      if (last !== undefined && last.length + 1 + word.length <= room)
        lines[lines.length - 1] = `${last} ${word}`
      else lines.push(word)
    }
    return lines
  })
}
