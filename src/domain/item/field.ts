import type { z } from 'zod'

/** The values that a form holds for each kind of field. */
export interface FormValues {
  text: string
  flag: boolean
  number: number
  list: Array<string>
  /** The site's wall clock to the minute; empty for none. */
  date: string
  /** The articles of a newsletter; `content` is Markdown. */
  pieces: Array<{ title: string; excerpt: string; content: string }>
}

/** Everything that the site knows of one field of an item. Files, calls, forms and the API reference are views of it. */
export interface Field {
  /** What frontmatter says, once aliases are read and dates are instants; with the default of a file that lacks the key. */
  file: z.ZodType
  /** What a client may send. */
  input: z.ZodType
  /** What calls answer. */
  answer: z.ZodType
  /** Which answers hold it: all, those of whole items, or those that administrators edit. */
  in: 'list' | 'item' | 'edit'
  /** What the admin calls it. */
  label: string
  /** How a form holds it; null for what no form shows. */
  form: keyof FormValues | null
  /** What a form holds while the item has no value; without one, an empty value of its kind. */
  initial?: string | number
  /** Said below the field in a form. */
  hint?: string
  /** Whether an empty text that is sent means that there is no value. */
  emptyIsNone?: true
  /** What calls answer where a file has no value and its schema gives none; `null` by default. */
  none?: ''
  /** A value that is not written into a file, since a file without the key says the same. */
  unwritten?: '' | false
  /** Whether its key is written behind all others. */
  unordered?: true
  /** The spelling in which a value that was sent is stored. */
  stored?: (value: string) => string | null
}

export type Fields = Readonly<Record<string, Field>>

type View<All extends Fields, Part extends 'file' | 'input' | 'answer'> = { [Name in keyof All]: All[Name][Part] }

/** The schemas of one view of some fields, as the shape of an object. */
export function shapeOf<All extends Fields, Part extends 'file' | 'input' | 'answer'>(
  fields: All,
  part: Part,
): View<All, Part> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]])) as View<All, Part>
}

/** The fields that stand in one kind of answers. */
export function fieldsIn<All extends Fields, In extends Field['in']>(
  fields: All,
  place: In,
): { [Name in keyof All as All[Name]['in'] extends In ? Name : never]: All[Name] } {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field.in === place)) as never
}
