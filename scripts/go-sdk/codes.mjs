import { exported } from './names.mjs'
import { comment } from './text.mjs'

/** The code of every error that the service knows. */
export function codesFile(catalogue) {
  const lines = Object.entries(catalogue).map(
    ([code, { title, status }]) =>
      `${comment(`${constant(code)}, ${status}: ${title}.`)}\n${constant(code)} ErrorCode = "${code}"`,
  )
  return `${comment('Codes of the service. The set is open: a newer service may send others.')}\nconst (\n${lines.join('\n')}\n)\n`
}

function constant(code) {
  return `Code${exported(code)}`
}

/** The same for the tests, with their statuses. */
export function codesTestFile(catalogue) {
  const lines = Object.entries(catalogue).map(
    ([code, { status }]) => `skillpass.${constant(code)}: ${status},`,
  )
  return `import skillpass "github.com/skillpass/skillpass-go"\n\nvar everyCode = map[skillpass.ErrorCode]int{\n${lines.join('\n')}\n}\n`
}
