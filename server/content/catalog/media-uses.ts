import type { PictureUse } from '#domain/media.ts'
import { createTurns } from '../../platform/turns.ts'
import { pathKind, settingsPath } from '../read/file-kind.ts'
import type { FileRecord } from '../read/file-record.ts'
import { mentionedPaths } from '../read/media-mentions.ts'
import type { ContentStore } from './store.ts'

/** Where pictures and sounds are used. */
export interface MediaUses {
  /** The paths of pictures and sounds that a file may name. */
  mentions(file: FileRecord): ReadonlyArray<string>
  /** Whether a file names a picture or sound. */
  isNamedBy(path: string, file: FileRecord): boolean
  /** Whether a public file uses a picture or sound. */
  publicUser(path: string, isPublic: (file: FileRecord) => boolean): Promise<boolean>
  /** What uses each picture, by its path in the content folder (`media/…`). */
  all(): Promise<ReadonlyMap<string, ReadonlyArray<PictureUse>>>
}

/**
 * Finds where pictures and sounds are used: in articles, news, newsletters, downloads, pages
 * (drafts included), the files of authors, snippets and the settings.
 */
export function createMediaUses(parts: {
  store: Pick<ContentStore, 'files' | 'revision'>
  siteUrl: string
}): MediaUses {
  const { store, siteUrl } = parts
  /** A public file that uses each file beside texts. */
  let shown: { revision: string | null; users: Map<string, FileRecord> } = {
    revision: null,
    users: new Map(),
  }
  let cached: {
    revision: string | null
    uses: Promise<ReadonlyMap<string, ReadonlyArray<PictureUse>>>
  } | null = null

  const pathsOf = (file: FileRecord) => mentionedPaths(file, folderOfPath(file.path), siteUrl)

  async function collect() {
    const files = [...store.files()].filter(mayUse)
    const uses = new Map<string, Array<PictureUse>>()
    const turns = createTurns()
    for (const file of files) {
      for (const path of pathsOf(file)) {
        const users = uses.get(path)
        if (users) users.push(userOf(file))
        else uses.set(path, [userOf(file)])
      }
      if (turns.isDue()) await turns.take()
    }
    return uses
  }

  const isNamedBy: MediaUses['isNamedBy'] = (path, file) => pathsOf(file).includes(path)

  return {
    isNamedBy,

    mentions: pathsOf,

    async publicUser(path, isPublic) {
      const generation = store.revision()
      if (shown.revision !== generation) shown = { revision: generation, users: new Map() }
      const cachedUser = shown.users.get(path)
      if (cachedUser && isPublic(cachedUser)) return true
      const turns = createTurns()
      for (const file of store.files()) {
        if ((file.entry || file.author) && isPublic(file) && isNamedBy(path, file)) {
          shown.users.set(path, file)
          return true
        }
        if (turns.isDue()) await turns.take()
      }
      return false
    },

    all() {
      const revision = store.revision()
      if (cached?.revision !== revision) {
        const uses = collect()
        cached = { revision, uses }
        uses.catch(() => {
          cached = null
        })
      }
      return cached.uses
    },
  }
}

/** The folder of a file. */
export function folderOfPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/**
 * Whether pictures that a file names count as used. Not in files of no kind of the site (a README).
 */
function mayUse({ path, entry, author, faults }: FileRecord): boolean {
  if (entry !== undefined || author !== undefined || pathKind(path).kind === 'snippet') return true
  return path === settingsPath || (faults !== undefined && path.endsWith('.md'))
}

function userOf({ path, entry, author }: FileRecord): PictureUse {
  if (entry?.kind === 'pages') return { type: 'pages', id: null, title: entry.title, path }
  if (entry) return { type: entry.kind, id: entry.item.id, title: entry.item.title, path }
  if (author) return { type: 'authors', id: null, title: author.name, path }
  return { type: path === settingsPath ? 'site' : 'file', id: null, title: path, path }
}
