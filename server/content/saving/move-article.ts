import { contentTypes } from '#domain/content.ts'
import { withHeadLinksTo } from '../markdown/rewrite-links.ts'
import { aliasesAfter, articleAddress, typedSlug } from './addresses.ts'
import { commitMessage } from './commit-message.ts'
import type { FileChange, Saver } from './committing.ts'
import { changedFile } from './file-changes.ts'
import { lacksId, readItemText } from './item-text.ts'
import { type SaveResult, saved } from './save-result.ts'
import type { SavingContext } from './saving-context.ts'

/**
 * Gives an article another slug; the old address leads to it. With `rewriteLinks`, links to the old address in all items are changed in the same
 * commit. Throws SaveRefused and what the lane throws.
 */
export async function moveArticle(
  context: SavingContext,
  id: number,
  { rewriteLinks, slug: asked, ...by }: Saver & { slug: string; rewriteLinks: boolean },
): Promise<SaveResult> {
  const { result } = await context.parts.commit<SaveResult>(by, async () => {
    const article = context.current('articles', id)
    if (article?.entry.kind !== 'articles') return { ending: { kind: 'missing' } }
    const { item, aliases } = article.entry
    const slug = typedSlug(asked, 'articles', id, context.taken())
    if (slug === item.slug) return { ending: saved(id) }
    const fields = { slug, aliases: aliasesAfter(aliases, item.slug, slug), ...(lacksId(article) && { id }) }
    const [from, address] = [articleAddress(item.slug), articleAddress(slug)]
    const { siteUrl, texts } = context.parts
    const markdown = rewriteLinks
      ? await texts.relink({ markdown: article.markdown, from, to: address, siteUrl })
      : article.markdown
    const bytes = changedFile(article, fields, markdown, context.timeZone())
    const own: FileChange = { path: article.path, bytes, expected: article.blob }
    const others = rewriteLinks ? await linkingFiles(context, article.path, from, address) : []
    const message = commitMessage('Update', 'articles', item.title)
    return { changes: [own, ...others], message, result: saved(id) }
  })
  return result
}

/** Every other item that links to an address, with its links changed. */
async function linkingFiles(context: SavingContext, but: string, from: string, to: string): Promise<Array<FileChange>> {
  const { store, read, texts, siteUrl } = context.parts
  const stored = contentTypes.flatMap((type) => store.all(type).map(({ path, item }) => ({ path, blob: item.blob })))
  const changes: Array<FileChange> = []
  for (const { path, blob } of stored) {
    const before = Buffer.from(read(blob))
    if (path === but || !before.includes(from)) continue
    const text = readItemText(path, before, context.timeZone())
    if (text.kind === 'faulty') continue
    const { head, markdown } = text.item
    const after = withHeadLinksTo(head, from, to, siteUrl) + (await texts.relink({ markdown, from, to, siteUrl }))
    const bytes = Buffer.from(after)
    if (!bytes.equals(before)) changes.push({ path, bytes, expected: blob })
  }
  return changes
}
