import { pageAddress } from '#domain/page-address.ts'
import { specifiedPages } from '#domain/page-names.ts'
import type { NewPage, PagePatch } from '#domain/site-files.ts'
import type { Saver } from '../../http/mount-calls.ts'
import { normalAddress } from '../catalog/redirects.ts'
import type { ContentStore } from '../catalog/store.ts'
import type { TextWork } from '../markdown/text-work.ts'
import type { RenderBody } from '../read/body.ts'
import { pageNameOf, pathKind } from '../read/file-kind.ts'
import { aliasesBetween } from './addresses.ts'
import { type Commit, type SaveFrom, SaveRefused, type SaveResult } from './committing.ts'
import { changedFile, newFile, savedFile } from './content-text.ts'
import type { ItemHistory } from './item-history.ts'
import {
  type DocumentFile,
  planOf,
  planRemove,
  planRestore,
  planUpdate,
  type SavedKind,
  type StoredText,
  textReader,
  type Written,
} from './plan.ts'
import { noTexts, requestedTexts } from './requested-fields.ts'

type PageSave = SaveResult<string>

const newPath = (name: string) => `pages/${name}.md`

/** Whether every site has this page. */
export const isFixed = (name: string) => specifiedPages.some((one) => one === name)

/** The files of pages by their names. */
export function pageFiles(store: Pick<ContentStore, 'files'>): Map<string, string> {
  const pages = [...store.files()].filter(({ path }) => pathKind(path).kind === 'pages')
  return new Map(pages.map(({ path }) => [pageNameOf(path.slice('pages/'.length)), path]))
}

/** The path of a page's file, also of one that is a draft or can't be read, or has no file yet. */
export function pagePath(store: Pick<ContentStore, 'blobAt' | 'files'>, name: string): string {
  // Its name may be in other code points than the address.
  return store.blobAt(newPath(name)) === null
    ? (pageFiles(store).get(name) ?? newPath(name))
    : newPath(name)
}

interface PageSavingParts {
  store: Pick<ContentStore, 'blobAt' | 'files'>
  read: (blob: string) => Promise<Uint8Array>
  renderBody: RenderBody
  texts: TextWork
  history: Pick<ItemHistory, 'pageVersions'>
  commit: Commit
}

/**
 * Saves the pages of the site's own texts. Each save is one commit that changes only the given
 * fields.
 */
export function createPageSaving(parts: PageSavingParts) {
  const { store, read, texts, history, commit } = parts
  const reader = textReader('pages', read)
  const pages = pageKind(parts)

  /** A page as it was. Addresses that have led to it since still do. */
  async function restored(name: string, _: unknown, blob: string, known: DocumentFile | null) {
    const path = known?.path ?? pagePath(store, name)
    const text = await reader.read({ path, blob })
    const now = known?.blob ? await reader.versionAt(path, known.blob) : null
    const { aliases: then, title } = text.entry
    const aliases = aliasesBetween(then, now?.entry.aliases ?? [], normalAddress(pageAddress(name)))
    const bytes = changedFile(
      text,
      aliases.length === then.length ? {} : { aliases },
      text.markdown,
    )
    return { path, bytes, title }
  }

  return {
    /** Adds a page. Throws SaveRefused and the errors of the write lane. */
    create({ name, ...fields }: NewPage, by: Saver): Promise<PageSave> {
      return commit<PageSave>(by, async () => {
        checkFree(store, name)
        return planOf(pages, name, 'Create', await newPage(name, fields, parts))
      })
    },

    /** Throws SaveRefused and the errors of the write lane. */
    save(name: string, patch: PagePatch, { revision, ...by }: SaveFrom): Promise<PageSave> {
      return commit<PageSave>(by, () => planUpdate(pages, name, patch, revision, texts))
    },

    /**
     * Deletes a page; its file stays in git. With a `revision`, only when the file still has this
     * blob. Throws SaveRefused and the errors of the write lane.
     */
    remove(name: string, { revision, ...by }: SaveFrom): Promise<PageSave> {
      return commit<PageSave>(by, async () => planRemove(pages, name, revision))
    },

    /**
     * Restores a page as it was after a commit, or before it when that deleted it. Throws
     * SaveRefused and the errors of the write lane.
     */
    restore(name: string, { version, ...by }: Saver & { version: string }): Promise<PageSave> {
      return commit<PageSave>(by, async () =>
        planRestore(
          { ...pages, restored },
          name,
          await history.pageVersions(pagePath(store, name)),
          version,
          read,
        ),
      )
    },
  }
}

/** What is different about the documents of pages. */
function pageKind(parts: PageSavingParts): SavedKind<string, PagePatch, StoredText<'pages'>> {
  const { store } = parts
  return {
    ...textReader('pages', parts.read),
    singular: 'page',
    find(name) {
      const path = pagePath(store, name)
      const blob = store.blobAt(path)
      return blob === null ? null : { path, blob }
    },
    begin: (name, patch) => (isFixed(name) ? newPage(name, patch, parts) : null),
    async edited({ content, contentFormat, name: _, ...patch }, base, theirs) {
      const from = base ?? theirs
      const { markdown } = await requestedTexts(
        { content, contentFormat },
        from,
        { key: from.blob },
        parts,
      )
      return { fields: { ...base?.fields, ...patch }, markdown }
    },
    write(theirs, { changed, markdown }, { name: asked }, name) {
      const title = String({ ...theirs.fields, ...changed }.title)
      const { path, blob } = theirs
      if (asked !== undefined && asked !== name) {
        const moved = { ...theirs, path: newPath(asked) }
        const bytes = changedFile(
          moved,
          { ...changed, aliases: aliasesOfMoved(store, theirs, name, asked) },
          markdown,
        )
        const changes = [
          { path, bytes: null, expected: blob },
          { path: moved.path, bytes, expected: null },
        ]
        return { changes, title, verb: 'Move' }
      }
      const bytes = savedFile(theirs, changed, markdown)
      return { changes: bytes === null ? [] : [{ path, bytes, expected: blob }], title }
    },
    beside(name) {
      if (isFixed(name))
        throw new SaveRefused([{ path: 'name', message: 'Every site has this page' }])
      return []
    },
  }
}

function checkFree(store: PageSavingParts['store'], name: string) {
  if (store.blobAt(pagePath(store, name)) === null) return
  throw new SaveRefused([
    { path: 'name', message: `There is a page at ${pageAddress(name)} already` },
  ])
}

/**
 * The old addresses of a page that moves: the one that it leaves leads to it, unless it is a draft.
 */
function aliasesOfMoved(
  store: PageSavingParts['store'],
  { entry }: StoredText<'pages'>,
  from: string,
  to: string,
) {
  if (isFixed(from))
    throw new SaveRefused([{ path: 'name', message: 'The address of this page is fixed' }])
  checkFree(store, to)
  const { draft, aliases } = entry
  return [...aliases.filter((alias) => alias !== `/${to}`), ...(draft ? [] : [`/${from}`])]
}

async function newPage(
  name: string,
  { title = '', metaDescription, draft, content = '', contentFormat }: Omit<PagePatch, 'name'>,
  tools: Parameters<typeof requestedTexts>[3],
): Promise<Written> {
  if (title === '') throw new SaveRefused([{ path: 'title', message: 'Title is required' }])
  const path = newPath(name)
  const { markdown } = await requestedTexts(
    { content, contentFormat },
    noTexts,
    { key: path },
    tools,
  )
  const bytes = newFile('pages', path, { title, metaDescription, draft }, markdown)
  return { changes: [{ path, bytes, expected: null }], title }
}
