/**
 * Something in an export that could not be carried over, with its place: `posts/a.md:12`,
 * `export.xml:1048`.
 */
export interface Complaint {
  place: string
  message: string
}

/** A text of another system, in the form that all importers have in common. */
export interface ImportedEntry {
  /**
   * Names the entry for good, so that a later run recognises it: `wordpress
   * https://old.example.org/?p=12`.
   */
  source: string
  /** Where it stands in the export, `FILE:LINE`. */
  place: string
  /** The other system's name for this type of text: `post`, `page`, `email`. */
  kind: string
  title: string
  slug: string | null
  /** An ISO instant; null for a draft without a date. */
  publishedAt: string | null
  /**
   * An ISO instant: when its author has changed it since; null or missing where nothing says so.
   */
  updatedAt?: string | null
  draft: boolean
  /** Its old addresses as paths: `/2020/01/hello/`, `/?p=12`. */
  addresses: ReadonlyArray<string>
  authors: ReadonlyArray<string>
  categories: ReadonlyArray<string>
  tags: ReadonlyArray<string>
  excerpt: string
  metaDescription: string
  /** The featured picture, as the export names it. */
  image: string | null
  imageAlt: string
  /** Further values by the other system's names. */
  fields: FieldValues
  body: ImportedBody
  complaints: ReadonlyArray<Complaint>
}

interface ImportedBody {
  format: 'markdown' | 'mdx' | 'html' | 'wordpress'
  text: string
  /** The line of the export on which the text starts. */
  line: number
  /** The file of the export, for the places of complaints. */
  file: string
  /**
   * Addresses of the pictures that WordPress has attached to the text: a gallery without a list
   * shows them.
   */
  attached?: ReadonlyArray<string>
}

export type FieldValue =
  | string
  | number
  | boolean
  | null
  | ReadonlyArray<FieldValue>
  | { [key: string]: FieldValue }

/** Values by their names. */
export type FieldValues = Readonly<Record<string, FieldValue>>

/**
 * Reports something in a body that was changed or left out. `offset` is where, in characters of the
 * body.
 */
export type Complain = (message: string, offset?: number) => void

/** The line of a text at an offset, counted from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1))
    line += 1
  return line
}
