import type { ContentType } from '#domain/content.ts'
import type { RenderBody } from '../body.ts'
import type { TextWork } from '../markdown/text-work.ts'
import type { ContentStore } from '../store.ts'
import { type TakenAddresses, takenAddresses } from './addresses.ts'
import type { Commit } from './committing.ts'
import type { ItemHistory } from './item-history.ts'
import { type ItemText, readItemText } from './item-text.ts'

export interface SavingParts {
  store: Pick<ContentStore, 'all' | 'one' | 'blobAt' | 'refresh' | 'revision' | 'reader'>
  /** Bytes of a blob. Throws when there is none. */
  read: (blob: string) => Uint8Array
  commit: Commit
  history: ItemHistory
  renderBody: RenderBody
  texts: TextWork
  ids: IdCounter
  /** Origin of the site, for links that name it. */
  siteUrl: string
  now: () => Date
}

/** Hands out ids, each once, also over restarts. */
interface IdCounter {
  /** An id above all that were handed out and above `highest`. */
  next(type: ContentType, highest: number): Promise<number>
}

export type HeldItem = ItemText & { blob: string }

/** What all ways of saving look things up with and write through. */
export interface SavingContext {
  parts: SavingParts
  timeZone(): string
  /** Who has which article address at this moment. */
  taken(): TakenAddresses
  /** The file of an item as it is now, or null. */
  current(type: ContentType, id: number): HeldItem | null
  /** A file as it was in a blob; null when that can't be read as an item any more. */
  versionAt(path: string, blob: string): ItemText | null
}

export function createSavingContext(parts: SavingParts): SavingContext {
  const { store, read } = parts
  const timeZone = () => store.reader.settings().timeZone
  return {
    parts,
    timeZone,
    taken: () => takenAddresses(store.all('articles')),
    current(type, id) {
      const stored = store.one(type, id)
      if (!stored) return null
      const { blob } = stored.item
      const text = readItemText(stored.path, read(blob), timeZone())
      return text.kind === 'item' ? { ...text.item, blob } : null
    },
    versionAt(path, blob) {
      try {
        const text = readItemText(path, read(blob), timeZone())
        return text.kind === 'item' ? text.item : null
      } catch {
        // A client may name any blob: whatever it is or was, nothing can be merged with it.
        return null
      }
    },
  }
}
