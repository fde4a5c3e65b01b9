import type { ContentFile } from '../content-files.ts'
import type { Entry } from '../entry.ts'
import { type FileRecord, readRecord } from '../file-record.ts'
import { type Frontmatter, readFrontmatter } from '../frontmatter.ts'
import { BodyRenderError, checkText } from '../markdown/limits.ts'
import { createDiskFolder } from './disk-folder.ts'
import { type RenderForAnchors, renderedAnchors } from './page-anchors.ts'
import { plainAnchors, type QuickReference, quickReferences } from './quick-references.ts'
import { findReferences, type Reference } from './references.ts'
import { textsOf } from './texts.ts'

/** What is looked for in one Markdown text of a file. */
export interface TextFacts {
  /** Line in the file of the text's first line. */
  firstLine: number
  /** Why the site could not show the text, or null. */
  refusal: string | null
  /** What can be a link or a picture; null where only the parser can tell. */
  quick: Array<QuickReference> | null
}

/** What a check needs to know of a file that visitors read; JSON, so that it can come from another thread. */
export interface FileFacts {
  record: FileRecord
  texts: Array<TextFacts>
  /** Anchors that its page certainly has. */
  anchors: Array<string>
  /** Line of each key of the frontmatter, where there is a picture. */
  lines: Record<string, number>
}

/** Looks into the files of a folder on the disk. */
export interface Inspector {
  facts(files: ReadonlyArray<ContentFile>): Promise<Array<FileFacts>>
  /** Every link and picture of each text of a file, with its line in the text. */
  references(path: string): Promise<Array<Array<Reference>>>
  /** Every anchor of a file's page, as links name them. */
  anchors(path: string): Promise<Array<string>>
}

/** An inspector that does everything itself. Dates without an offset are of `timeZone`. */
export function createInspector(folder: string, timeZone: string, render: RenderForAnchors): Inspector {
  const files = createDiskFolder(folder)
  const textsAt = (path: string) => textsOf(readFrontmatter(files.read(path)) as Frontmatter)
  return {
    facts: async (listed) => listed.map((file) => factsOf(file, files, timeZone)),
    references: async (path) => textsAt(path).map(({ markdown }) => findReferences(markdown)),
    anchors: (path) => renderedAnchors(textsAt(path), render),
  }
}

function factsOf(file: ContentFile, files: ReturnType<typeof createDiskFolder>, timeZone: string): FileFacts {
  let source: Frontmatter | null = null
  const record = readRecord(file, files, timeZone, (read) => {
    source = read
  })
  return source && record.entry
    ? { record, ...contentFacts(record.entry, source) }
    : { record, texts: [], anchors: [], lines: {} }
}

function contentFacts(entry: Entry, source: Frontmatter): Omit<FileFacts, 'record'> {
  const hasPicture = 'item' in entry && entry.item.imageUrl !== null
  const lines = hasPicture ? Object.fromEntries([...source.lines].filter(([key]) => !key.includes('.'))) : {}
  if (entry.kind === 'downloads') return { texts: [], anchors: [], lines }
  const texts = textsOf(source)
  return {
    texts: texts.map(({ markdown, firstLine }) => {
      const refusal = refusedText(markdown)
      return { firstLine, refusal, quick: refusal === null ? quickReferences(markdown) : null }
    }),
    anchors: texts.flatMap(({ markdown }) => plainAnchors(markdown)),
    lines,
  }
}

/** Why the site could not show a text, or null. */
function refusedText(markdown: string): string | null {
  try {
    checkText(markdown)
    return null
  } catch (error) {
    if (error instanceof BodyRenderError) return error.message
    throw error
  }
}
