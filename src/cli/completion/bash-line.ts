/** A line as bash hands it over, taken apart as bash will: which part of the last word it replaces. */
export interface BashLine {
  /** The words without their quotes, the program's name first, the unfinished one last. */
  readonly words: readonly string[]
  /** The part of the last word that stays on the line whatever is offered. */
  readonly fixed: string
  /** The quote that is open at the end. */
  readonly quote: Quote
}

type Quote = '"' | "'" | ''

/** `breaks` is COMP_WORDBREAKS: bash starts a new word at `=` and `:` although the program does not. */
export function bashLine(line: string, breaks: string): BashLine {
  const words: string[] = []
  let word = ''
  let fixed = ''
  let quote: Quote = ''
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? ''
    if (sign === quote) {
      quote = ''
    } else if (quote === '' && (sign === '"' || sign === "'")) {
      quote = sign
      fixed = word
    } else if (sign === '\\' && quote !== "'") {
      word += line[++at] ?? ''
    } else if (quote === '' && /\s/.test(sign)) {
      if (!/\s/.test(line[at - 1] ?? ' ')) words.push(word)
      word = fixed = ''
    } else {
      word += sign
      if (quote === '' && breaks.includes(sign)) fixed = word
    }
  }
  return { words: [...words, word], fixed, quote }
}

/** A value as it has to stand on the line; null when the open quote cannot hold it. */
export function quoted(value: string, quote: Quote): string | null {
  if (quote === "'") return value.includes("'") ? null : value
  const special = quote === '"' ? /["$`\\!]/g : /[^\w.,:=@%+/^-]/g
  return value.replace(special, String.raw`\$&`)
}
