import type { ContentFile } from '../content-files.ts'
import type { Entry } from '../entry.ts'
import { type FileRecord, readRecord } from '../file-record.ts'
import { type Frontmatter, readFrontmatter } from '../frontmatter.ts'
import type { ReadableFiles } from '../loading.ts'
import { findReferences, type Reference } from '../markdown/references.ts'
import { createDiskFolder } from './disk-folder.ts'
import { isDoubtful } from './doubtful-text.ts'
import { type RenderForAnchors, renderedAnchors } from './page-anchors.ts'
import { plainAnchors, type QuickReference, quickReferences } from './quick-references.ts'
import { type PageText, textsOf } from './texts.ts'

/** What is looked for in one Markdown text of a file. */
export interface TextFacts {
  /** Line in the file of the text's first line. */
  firstLine: number
  /** Whether the site may be unable to render the text: only trying tells. */
  doubtful: boolean
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

/** A file, and which of its texts can be rendered: no parser may see the others. */
export interface ReadableTexts {
  path: string
  readable: ReadonlyArray<boolean>
}

/** Looks into the files of a folder on the disk. */
export interface Inspector {
  facts(files: ReadonlyArray<ContentFile>): Promise<Array<FileFacts>>
  /** Every link and picture of each text of a file, with its line in the text; none of a text that can't be rendered. */
  references(texts: ReadableTexts): Promise<Array<Array<Reference>>>
  /** Every anchor of a file's page, as links name them. */
  anchors(texts: ReadableTexts): Promise<Array<string>>
}

/** An inspector that does everything itself. Dates without an offset are of `timeZone`. */
export function createInspector(folder: string, timeZone: string, render: RenderForAnchors): Inspector {
  const files = createDiskFolder(folder)
  return {
    facts: async (listed) => listed.map((file) => factsOf(file, files, timeZone)),
    references: async ({ path, readable }) =>
      textsAt(path, files).map(({ markdown }, index) => (readable[index] ? findReferences(markdown) : [])),
    anchors: ({ path, readable }) =>
      renderedAnchors(
        textsAt(path, files).filter((_text, index) => readable[index]),
        render,
      ),
  }
}

/** The texts of a file that can be read. */
export function textsAt(path: string, files: Pick<ReadableFiles, 'read'>): Array<PageText> {
  return textsOf(readFrontmatter(files.read(path)) as Frontmatter)
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
    texts: texts.map(({ markdown, firstLine }) => ({
      firstLine,
      doubtful: isDoubtful(markdown),
      quick: quickReferences(markdown),
    })),
    anchors: texts.flatMap(({ markdown }) => plainAnchors(markdown)),
    lines,
  }
}
