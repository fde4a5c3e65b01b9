import type { RenderedBody } from '#domain/content.ts'
import { frontmatterOf } from '#domain/item/frontmatter.ts'
import { blobId } from '../platform/blob-id.ts'
import { readFrontmatter } from './frontmatter.ts'

/**
 * Renders Markdown. `key` names the text for caches: the same key is always the same text. A text that stands on a page beside another one
 * has its own `anchorPrefix`.
 */
export type RenderBody = (input: {
  key: string
  markdown: string
  anchorPrefix?: string
}) => Promise<Omit<RenderedBody, 'articles'>>

/**
 * Renders the file of a blob: its body and, when it is a newsletter, each article of the issue. Needs no state of the site, so that
 * a page of a moment ago can still be finished. Rejects when the blob can't be read or rendered.
 */
export async function renderFile(
  blob: string,
  read: (blob: string) => Uint8Array,
  renderBody: RenderBody,
): Promise<RenderedBody> {
  const file = readFrontmatter(read(blob))
  if (file.kind === 'unreadable') throw new Error(`Blob ${blob} is no content file: ${file.fault.message}`)
  const issue = frontmatterOf.newsletters.shape.articles.safeParse(file.data.articles ?? undefined)
  const parts = issue.success ? issue.data : []
  const [opening, ...rendered] = await Promise.all([
    renderBody({ key: blob, markdown: file.body }),
    ...parts.map((part, index) =>
      renderBody({ key: `${blob}-${index}`, markdown: part.content, anchorPrefix: `a${index + 1}-` }),
    ),
  ])
  const problem = [opening, ...rendered].find((part) => part.problem !== undefined)?.problem
  return {
    html: opening.html,
    toc: opening.toc,
    words: rendered.reduce((sum, part) => sum + part.words, opening.words),
    articles: parts.map(({ title, excerpt }, index) => ({ title, excerpt, html: rendered[index]?.html ?? '' })),
    ...(problem !== undefined && { problem }),
    ...([opening, ...rendered].some((part) => part.provisional) && { provisional: true }),
  }
}

/** Begins to render what is about to be committed, while git waits for the disk. Who asks for it afterwards finds it done, or asks again and meets the error. */
export function renderAhead(
  changes: ReadonlyArray<{ path: string; bytes: Buffer | null }>,
  renderBody: RenderBody,
): void {
  for (const { path, bytes } of changes)
    if (bytes && path.endsWith('.md')) renderFile(blobId(bytes), () => bytes, renderBody).catch(() => undefined)
}
