import { sameValue } from '#domain/item/merge-fields.ts'

/** A version of a document, in the fields of the API. */
export type Version = Readonly<Record<string, unknown>>

/** The fields of a document on the screen, and the way between them and versions of the API. */
export interface DocumentForm<Values extends object = object> {
  /** The fields that are shown and compared; null for all that the values have. */
  names: ReadonlyArray<string> | null
  /** The name of a field by its name in the API. */
  nameOf(key: string): string
  /** The values of a version, which has fields of the API. */
  valuesOf(version: object): Values
  /** Label of a field, or of what is merged by itself in one. */
  labelOf(key: string): string
  /** A value as text, for comparison word by word. */
  textOf(value: unknown): string
  /** Fields that allow a text of one's own in a conflict; for others one version must be chosen. */
  byHand: ReadonlySet<string>
  /**
   * The changes of a save in the fields of its call, with the values that they replace; null for
   * none. `version` is the one that `base` was made of.
   */
  changesOf(base: Values, values: Values, version?: Version): Changes | null
}

export type Changes = Record<'patch' | 'from', Record<string, unknown>>

/** The names of the fields that differ. */
export function changedNames<Values extends object>(
  { names }: Pick<DocumentForm<Values>, 'names'>,
  base: Values,
  values: Values,
): Array<keyof Values & string> {
  const all = (names ?? Object.keys(values)) as ReadonlyArray<keyof Values & string>
  return all.filter((name) => !sameValue(base[name], values[name]))
}

/** A changed field in both versions, as text; `isBody`: Markdown, compared block by block. */
export interface ComparedField {
  label: string
  before: string
  after: string
  isBody: boolean
}

/** The fields in which the values differ from the file, as texts. */
export function comparedFields<Values extends object>(
  fields: DocumentForm<Values>,
  file: Values,
  values: Values,
): Array<ComparedField> {
  return changedNames(fields, file, values).map((name) => ({
    label: name === 'content' ? 'Text' : fields.labelOf(name),
    before: fields.textOf(file[name]),
    after: fields.textOf(values[name]),
    isBody: name === 'content',
  }))
}
