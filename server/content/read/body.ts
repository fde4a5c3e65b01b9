import type { FileKind, RenderedBody } from '#domain/content.ts'
import { frontmatterOf } from '#domain/item/frontmatter.ts'
import { blobId } from '../../platform/object-id.ts'
import {
  type Frontmatter,
  findHead,
  readFrontmatter,
  readText,
} from '../frontmatter/frontmatter.ts'

/**
 * Renders Markdown. `key` identifies the text in caches: two different texts must not have the same
 * key. `anchorPrefix` makes the anchors of several texts on one page different. `folder` is that of
 * the text's file, in which it names pictures; by default that of the blob in `key`.
 */
export type RenderBody = (input: BodyText) => Promise<Omit<RenderedBody, 'articles'>>

export interface BodyText {
  key: string
  markdown: string
  anchorPrefix?: string
  folder?: string | undefined
}

/**
 * Renders the file of a blob: its body and, when it is a newsletter, each article of the issue.
 * Needs no state of the site, so that a page of an earlier state can still be completed. Rejects
 * when the blob can't be read or rendered.
 */
export async function renderFile(
  blob: string,
  read: (blob: string) => Promise<Uint8Array>,
  renderBody: RenderBody,
): Promise<RenderedBody> {
  const { body, parts, texts } = bodyTexts(blob, await read(blob))
  const [opening, ...rendered] = await Promise.all([renderBody(body), ...texts.map(renderBody)])
  const problem = [opening, ...rendered].find((part) => part.problem !== undefined)?.problem
  const frames = [...new Set([opening, ...rendered].flatMap((part) => part.frames ?? []))]
  return {
    html: opening.html,
    toc: opening.toc,
    words: rendered.reduce((sum, part) => sum + part.words, opening.words),
    ...soundsOf([opening, ...rendered]),
    articles: parts.map(({ title, excerpt }, index) => ({
      title,
      excerpt,
      html: rendered[index]?.html ?? '',
    })),
    ...(frames.length > 0 && { frames }),
    ...(problem !== undefined && { problem }),
    ...([opening, ...rendered].some((part) => part.provisional) && { provisional: true }),
  }
}

/**
 * The texts to render for the file of a blob: its body, and of a newsletter the articles of the
 * issue with what they are rendered from. Throws when it is no content file.
 */
export function bodyTexts(blob: string, bytes: Uint8Array) {
  const file = readFrontmatter(bytes)
  if (file.kind === 'unreadable')
    throw new Error(`Blob ${blob} is no content file: ${file.fault.message}`)
  const parts = issueArticles(file)
  const texts = parts.map(
    ({ content }, index): BodyText => ({
      key: `${blob}-${index}`,
      markdown: content,
      anchorPrefix: `a${index + 1}-`,
    }),
  )
  const body: BodyText = { key: blob, markdown: file.body }
  return { body, parts, texts }
}

function soundsOf(
  parts: ReadonlyArray<Pick<RenderedBody, 'sounds'>>,
): Pick<RenderedBody, 'sounds'> {
  const sounds = parts.flatMap((part) => part.sounds ?? [])
  return sounds.length > 0 ? { sounds } : {}
}

/**
 * Renders the files of a commit while git writes to the disk. Errors are ignored: the next
 * `renderFile` of the blob repeats the work and rejects.
 */
export function renderAhead(
  changes: ReadonlyArray<{ path: string; bytes: Buffer | null }>,
  renderBody: RenderBody,
): void {
  for (const { path, bytes } of changes)
    if (bytes && path.endsWith('.md'))
      renderFile(blobId(bytes), async () => bytes, renderBody).catch(() => undefined)
}

/** The articles of a newsletter issue; none for any other file. */
export function issueArticles({ data }: Frontmatter) {
  return frontmatterOf.newsletters.shape.articles.safeParse(data.articles ?? undefined).data ?? []
}

/** A Markdown text of a page: the file's body, or one article of a newsletter. */
export interface PageText {
  markdown: string
  /** Line in the file of the text's first line. */
  firstLine: number
}

/** All Markdown texts of a file, in the order of the page. */
export function textsOf(file: Frontmatter): Array<PageText> {
  const body = { markdown: file.body, firstLine: file.bodyLine }
  const parts = issueArticles(file).map(({ content }, index) => ({
    markdown: content,
    // The text of a block scalar starts below its key.
    firstLine: (file.lines.get(`articles.${index}.content`) ?? 1) + 1,
  }))
  return [body, ...parts]
}

/**
 * The texts of a served file as the search indexes them: its body and, in a newsletter, each
 * article of the issue. Null for a file that cannot be read.
 */
export function indexedTexts(bytes: Uint8Array, kind: FileKind): IndexedTexts | null {
  if (kind === 'newsletters') {
    const file = readFrontmatter(bytes)
    return file.kind === 'unreadable' ? null : textsIn(file)
  }
  // To parse the frontmatter takes most of the time, and only the body is needed.
  const text = readText(bytes)
  const head = typeof text === 'string' ? findHead(text) : text
  return typeof text !== 'string' || head.kind === 'unreadable'
    ? null
    : { body: text.slice(head.body), articles: [] }
}

export interface IndexedTexts {
  body: string
  articles: ReturnType<typeof issueArticles>
}

/** The same texts of a file that was parsed. */
export function textsIn(file: Frontmatter): IndexedTexts {
  return { body: file.body, articles: issueArticles(file) }
}
