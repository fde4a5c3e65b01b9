import type { z } from 'zod'

/** The types of form values for each kind of field. */
export interface FormValues {
  text: string
  flag: boolean
  number: number
  list: Array<string>
  /** Wall-clock time of the site's time zone, to the minute; empty for none. */
  date: string
  /** The articles of a newsletter; `content` is Markdown. */
  pieces: Array<{ title: string; excerpt: string; content: string }>
  /** The fields that the site adds, by key. A number is text. */
  own: Readonly<Record<string, string | boolean | Array<string>>>
}

/**
 * The description of one field of an item. Schemas of files and calls, forms and the API reference
 * are derived from it.
 */
export interface Field {
  /**
   * Schema in frontmatter, after aliases are resolved and dates converted to instants; includes the
   * default for a missing key.
   */
  file: z.ZodType
  /** Schema of requests. */
  input: z.ZodType
  /** Schema of answers. */
  answer: z.ZodType
  /**
   * Which answers contain it: all (`list`), those of whole items, or those that administrators
   * edit. A new field is in `list`: the store has these in the entry of an item without further
   * code, and the others by name (`server/content/read/entry.ts`).
   */
  in: 'list' | 'item' | 'edit'
  /** Label in the admin. */
  label: string
  /** Kind of the form value; null for a field that no form shows. */
  form: keyof FormValues | null
  /** Form value of an item without a value; by default an empty value of its kind. */
  initial?: string | number
  /** Text below the field in a form. */
  hint?: string
  /** Whether an empty text in a request removes the value. */
  emptyIsNone?: true
  /** Value in answers when the file has none and its schema no default; `null` by default. */
  none?: ''
  /** A value that is not written to a file, because a missing key means the same. */
  unwritten?: '' | false
  /** Whether its key is written after all others. */
  unordered?: true
  /**
   * The value as a file has it, where that is another one; undefined for a key that is left out.
   */
  inFile?: (value: unknown) => unknown
}

export type Fields = Readonly<Record<string, Field>>

/** The schemas of one kind, by field. */
export type View<All extends Fields, Part extends 'file' | 'input' | 'answer'> = {
  [Name in keyof All]: All[Name][Part]
}

/** The fields that one kind of answers contains. */
export type FieldsIn<All extends Fields, In extends Field['in']> = {
  [Name in keyof All as All[Name]['in'] extends In ? Name : never]: All[Name]
}

/** The schemas of one kind, as the shape of a zod object. */
export function shapeOf<All extends Fields, Part extends 'file' | 'input' | 'answer'>(
  fields: All,
  part: Part,
): View<All, Part> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field[part]]),
  ) as View<All, Part>
}

/** The fields that one kind of answers contains. */
export function fieldsIn<All extends Fields, In extends Field['in']>(
  fields: All,
  place: In,
): FieldsIn<All, In> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, field]) => field.in === place),
  ) as never
}
