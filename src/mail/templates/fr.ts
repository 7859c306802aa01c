import type { Wording } from './wording.ts'

export const fr: Wording = {
  region: 'fr-FR',
  direction: 'ltr',
  subject: (skill) => `Votre évaluation : ${skill}`,
  greeting: (name) => (name === null ? 'Bonjour,' : `Bonjour ${name},`),
  invitation: (skill, until) =>
    `nous vous invitons à une évaluation de vos compétences en ${skill}. Veuillez la commencer au plus tard le ${until}.`,
  link: 'Votre lien personnel :',
  button: 'Ouvrir l’évaluation',
  otherwise: 'Si le bouton ne fonctionne pas, copiez ce lien dans votre navigateur :',
  timeLimit: (span) => `Une fois l’évaluation commencée, vous disposez de ${span} pour la terminer.`,
  footer:
    'Si vous n’attendiez pas ce message, vous pouvez l’ignorer. Merci de ne pas le transférer : ce lien est strictement personnel.',
}
