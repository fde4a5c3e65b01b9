import { setImmediate } from 'node:timers/promises'
import type { PictureUse } from '#domain/media.ts'
import { settingsPath } from './file-kind.ts'
import type { FileRecord } from './file-record.ts'
import { mediaMentions } from './media-mentions.ts'
import type { ContentStore } from './store.ts'

/** How long reading texts may hold the event loop, in milliseconds. */
const slice = 10
/** Larger files are no content. */
const longestText = 8_000_000

/** Blobs whose pictures are remembered; edited files leave theirs behind. */
const mostKnown = 100_000

/** Where pictures are used. */
export interface MediaUses {
  /** Pictures that a content file speaks of, by its blob; each blob is read once. */
  mentions(blob: string): ReadonlyArray<string>
  /** What uses each picture, by its path in the content folder (`media/…`). */
  all(): Promise<ReadonlyMap<string, ReadonlyArray<PictureUse>>>
}

/** Creates the register of where pictures are used: articles, news, newsletters, downloads, pages and the settings, whether visitors see them or not. */
export function createMediaUses(parts: {
  store: Pick<ContentStore, 'files' | 'revision'>
  read: (blob: string) => Uint8Array
  siteUrl: string
}): MediaUses {
  const { store, read, siteUrl } = parts
  let known = new Map<string, ReadonlyArray<string>>()
  let kept: { revision: string | null; uses: Promise<ReadonlyMap<string, ReadonlyArray<PictureUse>>> } | null = null

  function mentions(blob: string): ReadonlyArray<string> {
    let found = known.get(blob)
    if (!found) {
      if (known.size >= mostKnown) known = new Map()
      const bytes = read(blob)
      found = bytes.length > longestText ? [] : mediaMentions(Buffer.from(bytes).toString('utf8'), siteUrl)
      known.set(blob, found)
    }
    return found
  }

  async function collect(): Promise<ReadonlyMap<string, ReadonlyArray<PictureUse>>> {
    const files = [...store.files()].filter(mayUse)
    const uses = new Map<string, Array<PictureUse>>()
    const now = new Map<string, ReadonlyArray<string>>()
    let sliceEnd = performance.now() + slice
    for (const file of files) {
      const found = mentions(file.blob)
      now.set(file.blob, found)
      for (const path of found) {
        const users = uses.get(path)
        if (users) users.push(userOf(file))
        else uses.set(path, [userOf(file)])
      }
      if (performance.now() < sliceEnd) continue
      await setImmediate()
      sliceEnd = performance.now() + slice
    }
    // Blobs that no file has any more are forgotten here.
    known = now
    return uses
  }

  return {
    mentions,
    all() {
      const revision = store.revision()
      if (kept?.revision !== revision) {
        const uses = collect()
        kept = { revision, uses }
        uses.catch(() => {
          kept = null
        })
      }
      return kept.uses
    },
  }
}

/** Files that are none of the site's kinds (a README) speak of pictures without using them. */
function mayUse({ path, entry, faults }: FileRecord): boolean {
  return entry !== undefined || path === settingsPath || (faults !== undefined && path.endsWith('.md'))
}

function userOf({ path, entry }: FileRecord): PictureUse {
  if (entry?.kind === 'pages') return { type: 'pages', id: null, title: entry.title, path }
  if (entry) return { type: entry.kind, id: entry.item.id, title: entry.item.title, path }
  return { type: path === settingsPath ? 'site' : 'file', id: null, title: path, path }
}
