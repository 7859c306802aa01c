import { z } from 'zod'
import type { Finding } from './problems.ts'

/**
 * Callers may write every field in snake_case or camelCase, and some under other names: here they come
 * under the one name that the schema knows. Free-form records (metadata, integrity) stay as they are.
 */

export type Nearest = (name: string, candidates: readonly string[]) => string | null | undefined

export interface Reading {
  readonly nearest: Nearest
  /** A null where the schema has none counts as not given: for creations, never for changes. */
  readonly nullIsAbsent: boolean
}

export interface Canonical {
  readonly value: unknown
  readonly findings: readonly Finding[]
}

/** More would help nobody and make small requests expensive. */
export const mostFindings = 100

export function canonicalInput(schema: z.ZodType, value: unknown, reading: Reading): Canonical {
  const form = formOf(schema)
  if (isCanonical(form, value)) return { value, findings: none }
  const findings: Finding[] = []
  return { value: canonical(form, value, [], { ...reading, findings }), findings }
}

const none: readonly Finding[] = []

/** Most requests are flat and under our own names: they are told apart before anything is copied. */
function isCanonical(form: Form, value: unknown): boolean {
  if (form?.kind !== 'object' || !isRecord(value)) return false
  for (const name of Object.keys(value)) {
    const field = form.fields.get(name)
    const content = value[name]
    if (field?.name !== name || field.form !== undefined || content === null || content === undefined)
      return false
  }
  return true
}

/** What of a schema matters here, prepared once: the names of its fields and where objects nest. */
type Form = ObjectForm | ListForm | undefined

interface ObjectForm {
  readonly kind: 'object'
  readonly fields: ReadonlyMap<string, Field>
  readonly names: readonly string[]
}

interface ListForm {
  readonly kind: 'list'
  readonly item: Form
}

interface Field {
  readonly name: string
  readonly takesNull: boolean
  readonly form: Form
}

interface Walk extends Reading {
  readonly findings: Finding[]
}

type Path = readonly PropertyKey[]

function canonical(form: Form, value: unknown, path: Path, walk: Walk): unknown {
  if (form?.kind === 'object' && isRecord(value)) return renamed(form, value, path, walk)
  if (form?.kind !== 'list' || form.item === undefined || !Array.isArray(value)) return value
  return value.map((item, at) => canonical(form.item, item, [...path, at], walk))
}

function renamed(
  form: ObjectForm,
  value: Readonly<Record<string, unknown>>,
  path: Path,
  walk: Walk,
): unknown {
  const result: Record<string, unknown> = {}
  const spelled = new Map<string, string>()
  for (const [given, content] of Object.entries(value)) {
    const field = form.fields.get(given)
    if (field === undefined) {
      note(walk, () => unknownField(given, form, path, walk.nearest))
      continue
    }
    const { name } = field
    if (content === undefined || (content === null && !field.takesNull && walk.nullIsAbsent)) continue
    const inner = canonical(field.form, content, [...path, name], walk)
    const earlier = spelled.get(name)
    if (earlier === undefined) result[name] = inner
    else if (!same(result[name], inner)) note(walk, () => conflict([...path, name], earlier, given))
    spelled.set(name, given)
  }
  return result
}

function note(walk: Walk, finding: () => Finding): void {
  if (walk.findings.length < mostFindings) walk.findings.push(finding())
}

function unknownField(given: string, form: ObjectForm, path: Path, nearest: Nearest): Finding {
  const near = nearest(given, form.names)
  const hint = near === null || near === undefined ? '' : `; did you mean ${near}?`
  return { path: [...path, given], code: 'unknown', phrase: `is not known here${hint}` }
}

function conflict(path: Path, earlier: string, given: string): Finding {
  return {
    path,
    code: 'conflict',
    phrase: `was given twice with different values, as ${earlier} and as ${given}`,
  }
}

const forms = new WeakMap<z.core.$ZodType, { readonly form: Form }>()

function formOf(schema: z.core.$ZodType): Form {
  const known = forms.get(schema)
  if (known !== undefined) return known.form
  const form = prepared(bare(schema))
  forms.set(schema, { form })
  return form
}

function prepared(schema: z.core.$ZodType): Form {
  if (schema instanceof z.ZodArray) return { kind: 'list', item: formOf(schema.def.element) }
  if (!(schema instanceof z.ZodObject)) return undefined
  const shape: Readonly<Record<string, z.ZodType>> = schema.shape
  const fields = new Map<string, Field>()
  for (const [name, inner] of Object.entries(shape)) {
    const field = { name, takesNull: inner.safeParse(null).success, form: formOf(inner) }
    for (const spelling of spellings([name, ...otherNames(inner)])) fields.set(spelling, field)
  }
  return { kind: 'object', fields, names: Object.keys(shape) }
}

/** The schema inside its wrappers; of a transformed value, what goes in. */
export function bare(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return bare(schema.def.innerType)
  }
  return schema instanceof z.ZodPipe ? bare(schema.def.in) : schema
}

function otherNames(schema: z.ZodType): string[] {
  const names = schema.meta()?.['x-aliases']
  return Array.isArray(names) ? names.map(String) : []
}

function spellings(names: readonly string[]): Set<string> {
  return new Set(names.flatMap((name) => [name, camelCase(name), snakeCase(name)]))
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => same(item, b[at]))
  if (!isRecord(a) || !isRecord(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]))
  )
}
