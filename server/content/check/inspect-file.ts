import { anchorPrefix } from '#domain/body-format.ts'
import type { ContentFile } from '../../platform/content-files.ts'
import { type Frontmatter, readBodyDespiteFault } from '../frontmatter/frontmatter.ts'
import { findReferences, type Reference } from '../markdown/references.ts'
import { type PageText, textsOf } from '../read/body.ts'
import { contentOf, type FileRecord, recordOf } from '../read/file-record.ts'
import type { ReadableFiles } from '../read/loading.ts'
import type { ReadingRules } from '../read/reading-rules.ts'
import { createDiskFolder } from './disk-folder.ts'
import {
  onlyParts,
  plainAnchors,
  type QuickReference,
  quickReferences,
} from './quick-references.ts'
import { hasTextBesideFault } from './texts.ts'

/** The facts of one Markdown text of a file. */
export interface TextFacts {
  /** Line in the file of the text's first line. */
  firstLine: number
  /** Whether only an attempt to render the text shows that it can be rendered (`isDoubtful`). */
  doubtful: boolean
  /** Possible links and pictures (`quickReferences`). */
  quick: Array<QuickReference>
}

/** The facts of a file that the check needs; JSON, so that another thread can send it. */
export interface FileFacts {
  record: FileRecord
  texts: Array<TextFacts>
  /** Anchors that the page has for certain; it may have more. */
  anchors: Array<string>
  /** The line of each key of the frontmatter; empty when the frontmatter names no picture. */
  lines: Record<string, number>
}

/** A file, and for each of its texts whether it can be rendered. The others must not be parsed. */
export interface ReadableTexts {
  path: string
  readable: ReadonlyArray<boolean>
}

/** A file, and for each of its texts the offsets of what may be a faulty link or picture. */
export interface SuspectTexts {
  path: string
  suspects: ReadonlyArray<ReadonlyArray<number>>
}

/** Reads and parses the files of a folder on the disk. */
export interface Inspector {
  facts(files: ReadonlyArray<ContentFile>): Promise<Array<FileFacts>>
  /**
   * The links and pictures of each text of a file, with their lines in the text; all of a part with
   * a suspect, of the others perhaps none.
   */
  references(texts: SuspectTexts): Promise<Array<Array<Reference>>>
  /** Every anchor of a file's page, as links name them. */
  anchors(texts: ReadableTexts): Promise<Array<string>>
}

/** An inspector that works in this thread. Its files are read by `rules`. */
export function createInspector(
  folder: string,
  rules: ReadingRules,
  render: RenderForAnchors,
): Inspector {
  const files = createDiskFolder(folder)
  return {
    facts: (listed) => Promise.all(listed.map((file) => factsOf(file, files, rules))),
    references: async ({ path, suspects }) =>
      (await textsAt(path, files)).map(({ markdown }, index) => {
        const at = suspects[index] ?? []
        return at.length > 0 ? findReferences(onlyParts(markdown, at)) : []
      }),
    anchors: async ({ path, readable }) =>
      renderedAnchors(
        (await textsAt(path, files)).filter((_text, index) => readable[index]),
        render,
      ),
  }
}

/** The texts of a file, as far as they can be read. */
export async function textsAt(
  path: string,
  files: Pick<ReadableFiles, 'read'>,
): Promise<Array<PageText>> {
  const source = readBodyDespiteFault(await files.read(path))
  return source === null ? [] : textsOf(source)
}

async function factsOf(
  file: ContentFile,
  files: ReturnType<typeof createDiskFolder>,
  rules: ReadingRules,
): Promise<FileFacts> {
  let source: Frontmatter | null = null
  const record = recordOf(file, await contentOf(file, files), rules, (read) => {
    source = read
  })
  if (source && record.entry) return { record, ...contentFacts(record, source) }
  const texts =
    record.author || hasTextBesideFault(record)
      ? readBodyDespiteFault(await files.read(record.path))
      : null
  return texts
    ? { record, ...contentFacts(record, texts) }
    : { record, texts: [], anchors: [], lines: {} }
}

/** The facts of a file, whose texts are known. */
export function contentFacts(
  { entry, author }: Pick<FileRecord, 'entry' | 'author'>,
  source: Frontmatter,
): Omit<FileFacts, 'record'> {
  const namesMedia = author
    ? author.picture !== null
    : entry !== undefined &&
      'item' in entry &&
      (entry.item.imageUrl !== null || (entry.kind === 'downloads' && entry.item.preview !== null))
  const lines = namesMedia
    ? Object.fromEntries([...source.lines].filter(([key]) => !key.includes('.')))
    : {}
  if (entry?.kind === 'downloads') return { texts: [], anchors: [], lines }
  return { ...textFacts(textsOf(source)), lines }
}

function textFacts(texts: ReadonlyArray<PageText>): Pick<FileFacts, 'texts' | 'anchors'> {
  return {
    texts: texts.map(({ markdown, firstLine }) => ({
      firstLine,
      doubtful: isDoubtful(markdown),
      quick: quickReferences(markdown),
    })),
    anchors: texts.flatMap(({ markdown }) => plainAnchors(markdown)),
  }
}

/**
 * The renderer of the site. It makes the anchors from headings, so the check must use the same one.
 */
export type RenderForAnchors = (markdown: string) => Promise<{ html: string }>

/** The anchors of a page that consists of these texts, as links write them. */
export async function renderedAnchors(
  texts: ReadonlyArray<PageText>,
  render: RenderForAnchors,
): Promise<Array<string>> {
  const pages: Array<string> = []
  for (const { markdown } of texts) pages.push((await render(markdown)).html)
  return anchorsIn(pages.join(''))
}

/** The anchors in the HTML of bodies, as links write them. */
export function anchorsIn(html: string): Array<string> {
  const anchors = new Set<string>()
  for (const [, id = ''] of html.matchAll(/<[^<>]*?\sid="([^"]+)"/g)) {
    anchors.add(id)
    if (id.startsWith(anchorPrefix)) anchors.add(id.slice(anchorPrefix.length))
  }
  return [...anchors]
}

/**
 * Bytes. The slowest known constructs of this length take a third of the time limit (`limits.ts`).
 */
const longText = 20_000
/** Far below the number of levels that `limits.ts` permits, and far above what a writer needs. */
const manyTags = 50
const manyMarks = 150
const deepIndent = 50

/** A line that may have `deepIndent`: a tab counts as four columns. */
const mayBeDeep = /^[\t >*+\-.)0-9]{12}/m

/**
 * Characters that may open a level in a paragraph: emphasis, an HTML tag, the definition of a
 * footnote.
 */
const mark = /[*_~]|<[a-z]|\]:/gi

/**
 * Whether a Markdown text is long or has signs of deep nesting. All other texts can certainly be
 * rendered, so the check renders only the doubtful ones.
 */
export function isDoubtful(markdown: string): boolean {
  return (
    Buffer.byteLength(markdown) > longText ||
    openTags(markdown) > manyTags ||
    (mayBeDeep.test(markdown) && markdown.split('\n').some((line) => indent(line) > deepIndent)) ||
    (marksIn(markdown) > manyMarks &&
      markdown.split(/\n[ \t\r]*\n/).some((paragraph) => marksIn(paragraph) > manyMarks))
  )
}

function marksIn(text: string) {
  return text.match(mark)?.length ?? 0
}

/**
 * The highest number of HTML tags that are open at the same time. Void elements count as never
 * closed.
 */
function openTags(markdown: string): number {
  let open = 0
  let most = 0
  if (!markdown.includes('<')) return 0
  for (const [, slash] of markdown.matchAll(/<(\/?)[a-z]/gi)) {
    open = Math.max(0, open + (slash ? -1 : 1))
    most = Math.max(most, open)
  }
  return most
}

/** Columns before the first word of a line; the marks of quotes and lists count as well. */
function indent(line: string): number {
  let columns = 0
  for (const sign of line) {
    if (sign === '\t') columns += 4
    else if (' >*+-.)0123456789'.includes(sign)) columns += 1
    else break
  }
  return columns
}
