import { type ContentType, contentTypes } from '#domain/content.ts'
import { namesAddress, withHeadLinksTo } from '../markdown/rewrite-links.ts'
import { aliasesAfter, articleAddress, takenIn, typedSlug } from './addresses.ts'
import type { FileChange } from './committing.ts'
import { changedFile, lacksId, readItemText } from './content-text.ts'
import type { ItemSite } from './item-kind.ts'
import type { StoredText } from './plan.ts'

interface Site extends Pick<ItemSite, 'store' | 'read' | 'texts'> {
  /** Origin of the site, for absolute links. */
  siteUrl: string
}

/**
 * The changes that give an article another slug; the old address leads to it. With `rewriteLinks`,
 * links to the old address in all items are changed too. None when the slug is the article's own.
 * Throws SaveRefused.
 */
export async function planMove(
  article: StoredText<ContentType>,
  { slug: asked, rewriteLinks }: { slug: string; rewriteLinks: boolean },
  site: Site,
): Promise<Array<FileChange>> {
  const { item, aliases } = article.entry
  const slug = typedSlug(asked, 'articles', item.id, takenIn(site.store, 'articles'))
  if (slug === item.slug) return []
  const fields = {
    slug,
    aliases: aliasesAfter(aliases, item.slug, slug),
    ...(lacksId(article) && { id: item.id }),
  }
  const [from, to] = [articleAddress(item.slug), articleAddress(slug)]
  const { siteUrl } = site
  const markdown = rewriteLinks
    ? await site.texts.relink(article.markdown, from, to, siteUrl)
    : article.markdown
  const bytes = changedFile(article, fields, markdown, site.store.reader.settings())
  const own: FileChange = { path: article.path, bytes, expected: article.blob }
  return [own, ...(rewriteLinks ? await linkingFiles(site, article.path, from, to) : [])]
}

/** The changes of all other items that link to an address. */
async function linkingFiles(
  site: Site,
  except: string,
  from: string,
  to: string,
): Promise<Array<FileChange>> {
  const { texts, siteUrl } = site
  const changes: Array<FileChange> = []
  for (const { path, item } of contentTypes.flatMap(site.store.all)) {
    const before = Buffer.from(await site.read(item.blob))
    if (path === except || !namesAddress(before.toString('utf8'), from)) continue
    const read = readItemText(path, before, site.store.reader.settings())
    if (read.kind === 'faulty') continue
    const { head, markdown } = read.text
    const after =
      withHeadLinksTo(head, from, to, siteUrl) + (await texts.relink(markdown, from, to, siteUrl))
    const bytes = Buffer.from(after)
    if (!bytes.equals(before)) changes.push({ path, bytes, expected: item.blob })
  }
  return changes
}
