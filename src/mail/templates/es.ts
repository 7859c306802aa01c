import type { Wording } from './wording.ts'

export const es: Wording = {
  region: 'es-ES',
  direction: 'ltr',
  subject: (skill) => `Su evaluación: ${skill}`,
  greeting: (name) => (name === null ? 'Hola:' : `Hola, ${name}:`),
  invitation: (skill, until) =>
    `Le invitamos a una evaluación de sus conocimientos de ${skill}. Puede empezarla hasta el ${until}.`,
  link: 'Su enlace personal:',
  button: 'Abrir la evaluación',
  otherwise: 'Si el botón no funciona, copie este enlace en su navegador:',
  timeLimit: (span) => `Una vez empezada, dispone de ${span} para terminarla.`,
  footer:
    'Si no esperaba este mensaje, puede ignorarlo. Por favor, no lo reenvíe: el enlace es solo para usted.',
}
