/** Whether it is on the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** Over plain HTTP from another machine a browser has no clipboard but for what is selected. */
function copySelected(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'out-of-sight'
  // A dialog makes everything outside itself unselectable.
  const holder = document.querySelector('dialog[open]') ?? document.body
  holder.append(field)
  field.select()
  // Old, but the only way there is without HTTPS.
  // oxlint-disable-next-line typescript/no-deprecated
  const isDone = document.execCommand('copy')
  field.remove()
  return isDone
}
