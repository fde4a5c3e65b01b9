import { pageAddress } from '#domain/page-address.ts'
import { byPageName, specifiedPages } from '#domain/page-names.ts'
import type { NewPage, PagePatch, SitePage } from '#domain/site-files.ts'
import type { Saver } from '../../http/mount-calls.ts'
import { type RenderBody, renderFile } from '../body.ts'
import { pageNameOf, pathKind } from '../file-kind.ts'
import type { TextWork } from '../markdown/text-work.ts'
import { conflictBetween, mergeVersions } from '../merging.ts'
import { type Commit, type FileChange, type Plan, SaveRefused } from '../saving/committing.ts'
import {
  changedFile,
  type FieldValues,
  hasBytes,
  newFile,
  readText,
  savedFile,
  versionAt,
} from '../saving/content-text.ts'
import type { ItemHistory } from '../saving/item-history.ts'
import { markdownOfBody } from '../saving/requested-fields.ts'
import type { ContentStore } from '../store.ts'
import type { VersionAnswers } from '../version-answers.ts'
import { type From, type Saved, type SiteSave, saved } from './site-save.ts'

const newPath = (name: string) => `pages/${name}.md`
const isFixed = (name: string) => specifiedPages.some((one) => one === name)
const isPage = (path: string) => pathKind(path).kind === 'pages'
const nameIn = (path: string) => pageNameOf(path.slice('pages/'.length))

/** Reads and saves the pages of the site's own texts. Each save is one commit that changes only the given fields. */
export function createPageSaving(parts: {
  store: Pick<ContentStore, 'blobAt' | 'changedAt' | 'files'>
  read: (blob: string) => Uint8Array
  renderBody: RenderBody
  texts: TextWork
  history: Pick<ItemHistory, 'pageVersions'>
  versionAnswers: VersionAnswers
  commit: Commit
}) {
  const { store, read, renderBody, texts, history, versionAnswers, commit } = parts

  function pageAt(path: string, blob: string) {
    const page = readText(['pages'], path, read(blob))
    if (page.kind === 'read') return { ...page.text, blob }
    throw new SaveRefused(
      page.faults.map(({ line, message }) => ({ path: '', message: `${path}, line ${line}: ${message}.` })),
    )
  }

  /** The file of a page, also of one that is a draft or can't be read. */
  function pagePath(name: string): string {
    if (store.blobAt(newPath(name)) !== null) return newPath(name)
    // Its name may be in other code points than the address.
    for (const { path } of store.files()) if (isPage(path) && nameIn(path) === name) return path
    return newPath(name)
  }

  function checkFree(name: string): void {
    if (store.blobAt(pagePath(name)) === null) return
    throw new SaveRefused([{ path: 'name', message: `There is a page at ${pageAddress(name)} already` }])
  }

  return {
    /** The names of all pages, and of those that every site has. */
    names(): Array<string> {
      const names = new Set<string>(specifiedPages)
      for (const { path } of store.files()) if (isPage(path)) names.add(nameIn(path))
      return [...names].sort((one, other) => byPageName({ name: one }, { name: other }))
    },

    /** A page with its Markdown; one that every site has is empty without a file, another null. Throws SaveRefused when its file can't be read. */
    async one(name: string) {
      const path = pagePath(name)
      const blob = store.blobAt(path)
      const url = pageAddress(name)
      if (blob === null) {
        const texts = { title: '', metaDescription: null, draft: false, markdown: '', content: '' }
        return isFixed(name) ? { name, url, ...texts, updatedAt: null, revision: null } : null
      }
      const { entry, markdown } = pageAt(path, blob)
      const { title, metaDescription, draft, updatedAt } = entry
      const { html } = await renderFile(blob, read, renderBody)
      const texts = { title, metaDescription, draft, markdown, content: html }
      return { name, url, ...texts, updatedAt: updatedAt ?? store.changedAt(path), revision: blob }
    },

    /** Adds a page. Throws SaveRefused and the errors of the write lane. */
    create({ name, ...fields }: NewPage, by: Saver): Promise<Saved> {
      return commit<Saved>(by, async () => {
        checkFree(name)
        return newPage(newPath(name), fields)
      })
    },

    /** Throws SaveRefused and the errors of the write lane. */
    save(name: string, patch: PagePatch, { revision, ...by }: From): Promise<SiteSave> {
      return commit<SiteSave>(by, async () => {
        const path = pagePath(name)
        const blob = store.blobAt(path)
        if (blob !== null) return changedPage({ name, path, blob }, patch, revision)
        return isFixed(name) ? newPage(path, patch) : { ending: { kind: 'missing' } }
      })
    },

    /** Deletes a page; its file stays in git. With a `revision`, only when the file still has this blob. Throws SaveRefused and the errors of the write lane. */
    remove(name: string, { revision, ...by }: From): Promise<SiteSave> {
      return commit<SiteSave>(by, async () => {
        const path = pagePath(name)
        const blob = store.blobAt(path)
        if (blob === null) return { ending: { kind: 'missing' } }
        if (isFixed(name)) throw new SaveRefused([{ path: 'name', message: 'Every site has this page' }])
        if (revision !== undefined && revision !== blob)
          return { ending: conflictBetween(null, null, pageAt(path, blob), []) }
        const title = versionAt(['pages'], path, blob, read)?.entry.title ?? name
        return { changes: [{ path, bytes: null, expected: blob }], message: `Delete page: ${title}`, result: saved }
      })
    },

    /** The changes of a page, newest first; null when git knows no such page. */
    async history(name: string) {
      const versions = await history.pageVersions(pagePath(name))
      return versions && versionAnswers.list(versions)
    },

    /** A page as it was after a commit (null when the commit deleted it), and what changed; null when the commit did not change it. */
    async version(name: string, commit: string, against: 'before' | 'now') {
      const versions = (await history.pageVersions(pagePath(name))) ?? []
      return versionAnswers.one(versions, commit, against, ({ text, content }) => {
        const { title = '', metaDescription = null, draft = false } = text.fields as Partial<SitePage>
        const { formattedContent: _, ...body } = content
        return { title, metaDescription, draft, ...body }
      })
    },

    /** Restores a page as it was after a commit, or before it when that deleted it. Throws SaveRefused and the errors of the write lane. */
    restore(name: string, { version: wanted, ...by }: Saver & { version: string }): Promise<SiteSave> {
      return commit<SiteSave>(by, async () => {
        const path = pagePath(name)
        const version = (await history.pageVersions(path))?.find((one) => one.commit === wanted)
        const then = version?.blob ?? version?.before
        if (!then) return { ending: { kind: 'missing' } }
        const text = pageAt(path, then)
        const blob = store.blobAt(path)
        const now = blob === null ? null : versionAt(['pages'], path, blob, read)
        // Addresses that have led to the page since still do.
        const since = (now?.entry.aliases ?? []).filter((alias) => !text.entry.aliases.includes(alias))
        const aliases = [...text.entry.aliases, ...since].filter((alias) => alias !== pageAddress(name))
        const isSame = aliases.length === text.entry.aliases.length
        const bytes = changedFile(text, isSame ? {} : { aliases }, text.markdown)
        if (now && hasBytes(now, bytes)) return { ending: saved }
        const message = `Restore page: ${text.entry.title}`
        return { changes: [{ path, bytes, expected: blob }], message, result: saved }
      })
    },
  }

  async function newPage(path: string, patch: Omit<PagePatch, 'name'>): Promise<Plan<Saved>> {
    const { title = '', metaDescription, draft, content = '', contentFormat } = patch
    if (title === '') throw new SaveRefused([{ path: 'title', message: 'Title is required' }])
    const markdown = await markdownOfBody({ content, contentFormat }, '', renderedAs(path), texts)
    const bytes = newFile('pages', path, { title, metaDescription, draft }, markdown)
    return { changes: [{ path, bytes, expected: null }], message: `Create page: ${title}`, result: saved }
  }

  async function changedPage(
    { name, path, blob }: { name: string; path: string; blob: string },
    { content, contentFormat, name: asked = name, ...patched }: PagePatch,
    revision: string | undefined,
  ): Promise<Plan<SiteSave>> {
    const theirs = pageAt(path, blob)
    const base = revision === undefined || revision === blob ? theirs : versionAt(['pages'], path, revision, read)
    const from = base ?? theirs
    const markdown =
      content === undefined
        ? from.markdown
        : await markdownOfBody({ content, contentFormat }, from.markdown, renderedAs(blob), texts)
    const merged = await mergeVersions(base, { fields: { ...base?.fields, ...patched }, markdown }, theirs, texts)
    if (merged.kind === 'conflict') return { ending: merged }
    const { title } = { ...theirs.fields, ...merged.changed }
    const isMerged = base !== theirs
    if (asked !== name) {
      const changes = moved(name, asked, { ...theirs, blob }, merged)
      return { changes, message: `Move page: ${title}`, result: saved, isMerged }
    }
    const bytes = savedFile(theirs, merged.changed, merged.markdown)
    if (bytes === null) return { ending: saved }
    return { changes: [{ path, bytes, expected: blob }], message: `Update page: ${title}`, result: saved, isMerged }
  }

  /** The changes that give a page another address; the old one leads to it. */
  function moved(
    from: string,
    to: string,
    page: ReturnType<typeof pageAt>,
    { changed, markdown }: { changed: FieldValues; markdown: string },
  ): Array<FileChange> {
    if (isFixed(from)) throw new SaveRefused([{ path: 'name', message: 'The address of this page is fixed' }])
    checkFree(to)
    const { draft, aliases: before } = page.entry
    const aliases = [...before.filter((alias) => alias !== `/${to}`), ...(draft ? [] : [`/${from}`])]
    const bytes = changedFile({ ...page, path: newPath(to) }, { ...changed, aliases }, markdown)
    return [
      { path: page.path, bytes: null, expected: page.blob },
      { path: newPath(to), bytes, expected: null },
    ]
  }

  function renderedAs(key: string) {
    return async (markdown: string) => (await renderBody({ key, markdown })).html
  }
}
