/** An invite mail in one language. What is woven in stands as it is: whoever calls has made it safe for its place. */
export interface Wording {
  /** Of dates, where the reader's region is not known. */
  readonly region: string
  readonly direction: 'ltr' | 'rtl'
  subject(skill: string): string
  greeting(name: string | null): string
  invitation(skill: string, until: string): string
  /** Above the link where it stands as text. */
  readonly link: string
  /** On the button that is the link. */
  readonly button: string
  /** Above the link below the button. */
  readonly otherwise: string
  timeLimit(span: string): string
  readonly footer: string
}
