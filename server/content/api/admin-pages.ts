import { pageAddress } from '#domain/page-address.ts'
import { byPageName, specifiedPages } from '#domain/page-names.ts'
import type { SitePage } from '#domain/site-files.ts'
import type { ContentStore } from '../catalog/store.ts'
import { type RenderBody, renderFile } from '../read/body.ts'
import type { ItemHistory } from '../save/item-history.ts'
import { isFixed, pageFiles, pagePath } from '../save/pages.ts'
import { textReader } from '../save/plan.ts'
import type { VersionAnswers } from './version-answers.ts'

/** The pages of the site's own texts as administrators read them. */
export function createAdminPages(parts: {
  store: Pick<ContentStore, 'blobAt' | 'changedAt' | 'files'>
  read: (blob: string) => Promise<Uint8Array>
  renderBody: RenderBody
  history: Pick<ItemHistory, 'pageVersions'>
  versionAnswers: VersionAnswers
}) {
  const { store, read, renderBody, versionAnswers } = parts
  const versionsOf = (name: string) => parts.history.pageVersions(pagePath(store, name))
  const reader = textReader('pages', read)

  return {
    /** The names of all pages, and of those that every site has. */
    names(): Array<string> {
      const names = new Set<string>([...specifiedPages, ...pageFiles(store).keys()])
      return [...names].sort((one, other) => byPageName({ name: one }, { name: other }))
    },

    /**
     * A page with its Markdown; one that every site has is empty without a file, another null.
     * Throws SaveRefused when its file can't be read.
     */
    async one(name: string) {
      const path = pagePath(store, name)
      const blob = store.blobAt(path)
      const url = pageAddress(name)
      if (blob === null) {
        const texts = { title: '', metaDescription: null, draft: false, markdown: '', content: '' }
        return isFixed(name) ? { name, url, ...texts, updatedAt: null, revision: null } : null
      }
      const { entry, markdown } = await reader.read({ path, blob })
      const { title, metaDescription, draft, updatedAt } = entry
      const { html } = await renderFile(blob, read, renderBody)
      const texts = { title, metaDescription, draft, markdown, content: html }
      return { name, url, ...texts, updatedAt: updatedAt ?? store.changedAt(path), revision: blob }
    },

    /** The changes of a page, newest first; null when git knows no such page. */
    async history(name: string) {
      const versions = await versionsOf(name)
      return versions && versionAnswers.list(versions)
    },

    /**
     * A page as it was after a commit (null when the commit deleted it), and what changed; null
     * when the commit did not change it.
     */
    async version(name: string, commit: string, against: 'before' | 'now') {
      return versionAnswers.one(
        (await versionsOf(name)) ?? [],
        commit,
        against,
        ({ text, content }) => {
          const {
            title = '',
            metaDescription = null,
            draft = false,
          } = text.fields as Partial<SitePage>
          const { formattedContent: _, ...body } = content
          return { title, metaDescription, draft, ...body }
        },
      )
    },
  }
}
