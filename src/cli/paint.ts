type Brush = (text: string) => string

/** Every colour the CLI has, named by what it says. */
export interface Paint {
  readonly strong: Brush
  readonly faint: Brush
  readonly good: Brush
  readonly warn: Brush
  readonly bad: Brush
  readonly accent: Brush
}

const same: Brush = (text) => text

export const plain: Paint = { strong: same, faint: same, good: same, warn: same, bad: same, accent: same }
