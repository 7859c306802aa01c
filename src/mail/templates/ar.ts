import type { Wording } from './wording.ts'

export const ar: Wording = {
  region: 'ar',
  direction: 'rtl',
  subject: (skill) => `تقييم مهارتك: ${skill}`,
  greeting: (name) => (name === null ? 'مرحبًا،' : `مرحبًا ${name}،`),
  invitation: (skill, until) => `ندعوك إلى تقييم مهارتك في ${skill}. يُرجى بدء التقييم قبل ${until}.`,
  link: 'الرابط الخاص بك:',
  button: 'فتح التقييم',
  otherwise: 'إذا لم يعمل الزر، فانسخ هذا الرابط إلى المتصفح:',
  timeLimit: (span) => `المدة المتاحة لإنهاء التقييم بعد بدئه: ${span}.`,
  footer: 'إذا لم تكن تتوقع هذه الرسالة، فيمكنك تجاهلها. يُرجى عدم إعادة توجيهها: هذا الرابط مخصص لك وحدك.',
}
