/** `npm test` runs every case in small; `npm run faults` as large as they are meant. */
const isLong = process.env['SKILLPASS_FAULTS'] === 'long'

export function inForm<T>(short: T, long: T): T {
  return isLong ? long : short
}
