import type { Wording } from './wording.ts'

export const de: Wording = {
  region: 'de-DE',
  direction: 'ltr',
  subject: (skill) => `Ihr Test: ${skill}`,
  greeting: (name) => (name === null ? 'Guten Tag,' : `Guten Tag ${name},`),
  invitation: (skill, until) =>
    `Sie sind zu einem Test Ihrer Kenntnisse in ${skill} eingeladen. Bitte beginnen Sie spätestens am ${until}.`,
  link: 'Ihr persönlicher Link:',
  button: 'Zum Test',
  otherwise: 'Wenn die Schaltfläche nicht funktioniert, kopieren Sie diesen Link in Ihren Browser:',
  timeLimit: (span) => `Zeit bis zur Abgabe, ab Ihrem Start: ${span}.`,
  footer:
    'Wenn Sie diese Nachricht nicht erwartet haben, brauchen Sie nichts zu tun. Bitte leiten Sie sie nicht weiter: Der Link gilt nur für Sie.',
}
