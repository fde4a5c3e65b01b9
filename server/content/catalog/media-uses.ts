import { besidePath, relativeMedia } from '#domain/beside.ts'
import type { PictureUse } from '#domain/media.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import { soundEndings } from '#domain/sound.ts'
import { independent } from '../../platform/independent.ts'
import { createTurns } from '../../platform/turns.ts'
import { settingsPath } from '../read/file-kind.ts'
import type { FileRecord } from '../read/file-record.ts'
import type { ContentStore } from './store.ts'
import { folderOfBlob } from './stored-items.ts'

/** Bytes. Larger files are not searched for pictures. */
const longestText = 8_000_000

/**
 * The number of blobs whose pictures are cached; the cache also contains blobs of older versions.
 */
const mostKnown = 100_000

/** Where pictures and sounds are used. */
export interface MediaUses {
  /** The pictures that a content file names, by its blob; each blob is read once. */
  mentions(blob: string): ReadonlyArray<string>
  /** Whether a content file names a picture or sound. */
  isNamedBy(path: string, file: Pick<FileRecord, 'path' | 'blob'>): boolean
  /** Whether a public file uses a picture or sound. */
  publicUser(path: string, isPublic: (file: FileRecord) => boolean): Promise<boolean>
  /** What uses each picture, by its path in the content folder (`media/…`). */
  all(): Promise<ReadonlyMap<string, ReadonlyArray<PictureUse>>>
}

/**
 * Finds where pictures and sounds are used: in articles, news, newsletters, downloads, pages
 * (drafts included), the files of authors and the settings.
 */
export function createMediaUses(parts: {
  store: Pick<ContentStore, 'files' | 'revision' | 'state'>
  read: (blob: string) => Uint8Array
  siteUrl: string
}): MediaUses {
  const { store, read, siteUrl } = parts
  let known = new Map<string, Mentions>()
  /** A public file that uses each file beside texts. */
  let shown: { revision: string | null; users: Map<string, FileRecord> } = {
    revision: null,
    users: new Map(),
  }
  let cached: {
    revision: string | null
    uses: Promise<ReadonlyMap<string, ReadonlyArray<PictureUse>>>
  } | null = null

  function mentionsIn(blob: string): Mentions {
    let found = known.get(blob)
    if (!found) {
      if (known.size >= mostKnown) known = new Map()
      const bytes = read(blob)
      found =
        bytes.length > longestText
          ? none
          : readMentions(Buffer.from(bytes).toString('utf8'), siteUrl)
      known.set(blob, found)
    }
    return found
  }

  async function collect() {
    const files = [...store.files()].filter(mayUse)
    const uses = new Map<string, Array<PictureUse>>()
    const now = new Map<string, Mentions>()
    const turns = createTurns()
    for (const file of files) {
      const found = mentionsIn(file.blob)
      now.set(file.blob, found)
      for (const path of pathsOf(found, folderOfPath(file.path))) {
        const users = uses.get(path)
        if (users) users.push(userOf(file))
        else uses.set(path, [userOf(file)])
      }
      if (turns.isDue()) await turns.take()
    }
    // The new map contains only blobs that files have now.
    known = now
    return uses
  }

  const isNamedBy: MediaUses['isNamedBy'] = (path, file) =>
    pathsOf(mentionsIn(file.blob), folderOfPath(file.path)).includes(path)

  return {
    isNamedBy,

    mentions(blob) {
      const found = mentionsIn(blob)
      return found.beside.length === 0
        ? found.media
        : pathsOf(found, folderOfBlob(store.state(), blob))
    },

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

/** What a file names: paths in `media/`, and addresses relative to itself. */
interface Mentions {
  media: ReadonlyArray<string>
  beside: ReadonlyArray<string>
}

const none: Mentions = { media: [], beside: [] }

function readMentions(text: string, siteUrl: string): Mentions {
  return {
    media: mediaMentions(text, siteUrl),
    beside: independent(relativeMedia(text)),
  }
}

function pathsOf({ media, beside }: Mentions, folder: string | null): ReadonlyArray<string> {
  if (beside.length === 0 || folder === null) return media
  // `../media/a.png` is found in both ways.
  return [
    ...new Set([...media, ...beside.flatMap((reference) => besidePath(reference, folder) ?? [])]),
  ]
}

/** The folder of a file. */
export function folderOfPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/**
 * Whether pictures that a file names count as used. Not in files of no kind of the site (a README).
 */
function mayUse({ path, entry, author, faults }: FileRecord): boolean {
  if (entry !== undefined || author !== undefined) return true
  return path === settingsPath || (faults !== undefined && path.endsWith('.md'))
}

function userOf({ path, entry, author }: FileRecord): PictureUse {
  if (entry?.kind === 'pages') return { type: 'pages', id: null, title: entry.title, path }
  if (entry) return { type: entry.kind, id: entry.item.id, title: entry.item.title, path }
  if (author) return { type: 'authors', id: null, title: author.name, path }
  return { type: path === settingsPath ? 'site' : 'file', id: null, title: path, path }
}

/** Characters after `/media/` in which the end of a path is searched. */
const longestPath = 300
const endings = new RegExp(`\\.(?:jpe?g|png|gif|webp|svg|${soundEndings})(?![a-z0-9])`, 'gi')
/** An origin before `/media/`. A picture of another origin is not one of this site. */
const origin = /https?:\/\/[^\s/"'()<>[\]]+$/i

/**
 * Finds the pictures and sounds of this site that a text mentions in frontmatter, Markdown or HTML.
 * Returns their decoded paths (`media/…`). When it is unclear where a path ends, it returns all
 * candidates.
 */
export function mediaMentions(text: string, siteUrl: string): ReadonlyArray<string> {
  const found = new Set<string>()
  for (let at = text.indexOf('/media/'); at >= 0; at = text.indexOf('/media/', at + 1)) {
    const before = origin.exec(text.slice(Math.max(0, at - longestPath), at))?.[0]
    if (before !== undefined && before !== siteUrl) continue
    const rest = (/^[^\r\n]*/.exec(text.slice(at + 1, at + 1 + longestPath)) ?? [''])[0]
    for (const ending of rest.matchAll(endings)) {
      const path = rest.slice(0, ending.index + ending[0].length)
      found.add(path)
      const plain = path.replaceAll('&amp;', '&')
      found.add(percentDecoded(plain) ?? plain)
    }
  }
  return independent([...found])
}
