import { type ContentType, contentTypes } from '#domain/content.ts'
import { namesAddress, withHeadLinksTo } from '../markdown/rewrite-links.ts'
import type { TextWork } from '../markdown/text-work.ts'
import type { ReadingRules } from '../reading-rules.ts'
import type { StoredItem } from '../store.ts'
import { aliasesAfter, articleAddress, type TakenAddresses, typedSlug } from './addresses.ts'
import type { FileChange } from './committing.ts'
import { changedFile, lacksId, readItemText } from './content-text.ts'
import type { StoredText } from './plan-update.ts'

interface Site {
  all: (type: ContentType) => ReadonlyArray<StoredItem<{ blob: string }>>
  read: (blob: string) => Uint8Array
  texts: TextWork
  taken: TakenAddresses
  rules: ReadingRules
  siteUrl: string
}

/**
 * The changes that give an article another slug; the old address leads to it. With `rewriteLinks`, links to the old address in all items are changed
 * too. Null when the slug is the article's own. Throws SaveRefused.
 */
export async function planMove(
  article: StoredText,
  { slug: asked, rewriteLinks }: { slug: string; rewriteLinks: boolean },
  site: Site,
): Promise<Array<FileChange> | null> {
  const { item, aliases } = article.entry
  const slug = typedSlug(asked, 'articles', item.id, site.taken)
  if (slug === item.slug) return null
  const fields = { slug, aliases: aliasesAfter(aliases, item.slug, slug), ...(lacksId(article) && { id: item.id }) }
  const [from, to] = [articleAddress(item.slug), articleAddress(slug)]
  const { siteUrl } = site
  const markdown = rewriteLinks
    ? await site.texts.relink({ markdown: article.markdown, from, to, siteUrl })
    : article.markdown
  const bytes = changedFile(article, fields, markdown, site.rules)
  const own: FileChange = { path: article.path, bytes, expected: article.blob }
  return [own, ...(rewriteLinks ? await linkingFiles(site, article.path, from, to) : [])]
}

/** The changes of all other items that link to an address. */
async function linkingFiles(site: Site, except: string, from: string, to: string): Promise<Array<FileChange>> {
  const { texts, siteUrl } = site
  const changes: Array<FileChange> = []
  for (const { path, item } of contentTypes.flatMap(site.all)) {
    const before = Buffer.from(site.read(item.blob))
    if (path === except || !namesAddress(before.toString('utf8'), from)) continue
    const read = readItemText(path, before, site.rules)
    if (read.kind === 'faulty') continue
    const { head, markdown } = read.text
    const after = withHeadLinksTo(head, from, to, siteUrl) + (await texts.relink({ markdown, from, to, siteUrl }))
    const bytes = Buffer.from(after)
    if (!bytes.equals(before)) changes.push({ path, bytes, expected: item.blob })
  }
  return changes
}
