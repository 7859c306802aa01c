import type { Wording } from './wording.ts'

export const en: Wording = {
  region: 'en-GB',
  direction: 'ltr',
  subject: (skill) => `Your ${skill} assessment`,
  greeting: (name) => (name === null ? 'Hello,' : `Hello ${name},`),
  invitation: (skill, until) =>
    `you are invited to an assessment of your ${skill}. Please start it by ${until}.`,
  link: 'Your personal link:',
  button: 'Open the assessment',
  otherwise: 'If the button does not work, copy this link into your browser:',
  timeLimit: (span) => `Once started, you have ${span} to finish.`,
  footer:
    'If you did not expect this message, you can ignore it. Please do not forward it: the link is yours alone.',
}
