/**
 * The types of items; the names are also the folders in `content/` and `{type}` in the API.
 * `item/types.ts` describes each type.
 */
export const contentTypes = ['articles', 'news', 'newsletters'] as const
export type ContentType = (typeof contentTypes)[number]

/** Whether a name is that of a type. */
export function isContentType(name: string): name is ContentType {
  return contentTypes.some((type) => type === name)
}

/** The parts that a site can be without. */
export const partNames = [
  ...contentTypes.filter((type) => type !== 'articles'),
  'downloads',
] as const
export type PartName = (typeof partNames)[number]

/** Every kind of file in `content/`. */
export const fileKinds = [...contentTypes, 'downloads', 'pages'] as const
export type FileKind = (typeof fileKinds)[number]

/** The intersection of the members of a union. */
export type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/**
 * A table with an entry per type. The caller declares the types of the entries, because TypeScript
 * can't infer them in a loop.
 */
export function byType<Table extends Readonly<Record<ContentType, unknown>>>(
  entryOf: (type: ContentType) => unknown,
): Table {
  return Object.fromEntries(contentTypes.map((type) => [type, entryOf(type)])) as Table
}

/**
 * Ids that the admin assigns are lower; ids derived from a file's path are equal or higher
 * (rulings, section 2).
 */
export const derivedIdStart = 1_000_000_000

export interface Download {
  id: number
  slug: string
  title: string
  description: string
  fileType: string
  /** Bytes. */
  fileSize: number
  /** Beats per minute. */
  tempo: number | null
  key: string | null
  /** The address of a sound of this site. */
  preview: string | null
  /** Articles that share tags with it offer it. */
  tags: Array<string>
  imageUrl: string | null
  imageAlt: string
  /** The blob of its description, and that of the file. */
  blob: string
  fileBlob: string
}

/** What is in an archive, by its directory; without folders and what file managers leave. */
export interface PackContents {
  files: number
  /** The number of files by their ending in capitals, most first. */
  kinds: Array<{ name: string; count: number }>
  /** The names of the files in each folder, which is '' for those in none. A long list is cut. */
  folders: Array<{ name: string; files: Array<string> }>
}

/** A page of the site's own texts: `pages/NAME.md` at `/NAME`. */
export interface StaticPage {
  id: number
  name: string
  title: string
  metaDescription: string | null
  updatedAt: string | null
  blob: string
}

/** A sound of this site in a body. */
export interface BodySound {
  /** Its address on this site. */
  url: string
  title: string
  /** The media type. */
  type: string
  bytes: number
  duration: number | null
}

/** A body as a page shows it. `html` is sanitised and needs no further escaping. */
export interface RenderedBody {
  html: string
  /** Headings of level 2 and 3, in order; `id` is the anchor in `html`. */
  toc: Array<{ id: string; text: string; depth: 2 | 3 }>
  words: number
  /** The sounds of the text that the site plays, in order; missing when it has none. */
  sounds?: Array<BodySound>
  /** Newsletters: the articles of the issue, in the file's order. */
  articles: Array<{ title: string; excerpt: string; html: string }>
  /**
   * The origins of the players that cards in a text load after a press; the page's policy has to
   * allow them.
   */
  frames?: Array<string>
  /** The reason why a text can't be rendered; `html` contains its source instead. */
  problem?: string
  /**
   * `html` contains the source only until the text is rendered; a page with it must not be cached.
   */
  provisional?: boolean
}

/** A fault in a content file. `line` counts from 1; 1 when the fault belongs to the whole file. */
export interface ContentProblem {
  /** Relative to the content folder, with forward slashes. */
  path: string
  line: number
  message: string
  /**
   * `warning`: the file is served nevertheless. Without it, the fault excludes the file or the
   * value from the site.
   */
  level?: 'warning'
}
