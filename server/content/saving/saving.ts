import { type ContentType, derivedIdStart } from '#domain/content.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import type { RenderBody } from '../body.ts'
import type { ContentStore } from '../store.ts'
import { singularOf, takenAddresses, typedSlug } from './addresses.ts'
import { type CommitFiles, createCommitting, type FileChange, type Person } from './committing.ts'
import { type ItemText, readItemText } from './item-text.ts'
import type { Conflict } from './merge-item.ts'
import { planCreate } from './plan-create.ts'
import { planUpdate, shownVersion } from './plan-update.ts'

export interface SavingParts {
  store: Pick<ContentStore, 'all' | 'one' | 'blobAt' | 'refresh' | 'revision' | 'reader'>
  /** Bytes of a blob. Throws when there is none. */
  read: (blob: string) => Uint8Array
  commit: CommitFiles
  renderBody: RenderBody
  ids: IdCounter
  now: () => Date
}

/** Hands out ids, each once, also over restarts. */
export interface IdCounter {
  /** An id above all that were handed out and above `highest`. */
  next(type: ContentType, highest: number): Promise<number>
}

export type SaveResult =
  | { kind: 'saved'; id: number }
  | { kind: 'missing' }
  /** Somebody changed the same meanwhile. Nothing was written. */
  | {
      kind: 'conflict'
      message: string
      base: object | null
      theirs: object
      yours: object
      conflicts: Array<Conflict>
    }

const changedMeanwhile = 'Somebody has changed this meanwhile. Choose what to keep, then save again.'

/** The one door through which administrators change articles, news and newsletters; one save after the other. */
export function createSaving(parts: SavingParts) {
  const { store, read, ids, now } = parts
  const committing = createCommitting(parts)
  const timeZone = () => store.reader.settings().timeZone
  const taken = () => takenAddresses(store.all('articles'))

  /** The file of an item as it is now, or null. */
  function current(type: ContentType, id: number): (ItemText & { blob: string }) | null {
    const stored = store.one(type, id)
    if (!stored) return null
    const { blob } = stored.item
    const text = readItemText(stored.path, read(blob), timeZone())
    return text.kind === 'item' ? { ...text.item, blob } : null
  }

  /** The file as it was when the client read it; null when it is not known any more. */
  function versionAt(path: string, revision: string): ItemText | null {
    try {
      const text = readItemText(path, read(revision), timeZone())
      return text.kind === 'item' ? text.item : null
    } catch {
      // Whatever the blob is or was: nothing can be merged with it.
      return null
    }
  }

  return {
    /** Makes a new item in a file of its own. Throws SaveRefused and what the lane throws. */
    create: (type: ContentType, input: ContentPatch, author: Person): Promise<SaveResult> =>
      committing.inTurn(async () => {
        const zone = timeZone()
        const { slug } = input
        // Before an id is used up.
        if (slug !== undefined) typedSlug(slug, type, 0, taken())
        const id = await ids.next(type, highestId(type))
        await committing.commit(async () => {
          const { file, title } = await planCreate(type, id, input, {
            taken: taken(),
            isFree: (path) => store.blobAt(path) === null,
            render: parts.renderBody,
            now: now(),
            timeZone: zone,
          })
          return { changes: [file], message: message('Create', type, title), author }
        })
        return { kind: 'saved', id }
      }),

    /**
     * Changes what a patch names. `revision` is the blob that the client started from: what others changed since then is merged. Throws SaveRefused
     * and what the lane throws.
     */
    update: (
      type: ContentType,
      id: number,
      patch: ContentPatch,
      { revision, author }: { revision: string | undefined; author: Person },
    ): Promise<SaveResult> =>
      committing.inTurn(async () => {
        let result: SaveResult = { kind: 'saved', id }
        await committing.commit(async () => {
          const theirs = current(type, id)
          if (!theirs) {
            result = { kind: 'missing' }
            return null
          }
          const base = revision === undefined || revision === theirs.blob ? theirs : versionAt(theirs.path, revision)
          const plan = await planUpdate(patch, base && { ...base, blob: revision ?? theirs.blob }, theirs, {
            typedSlug: (slug) => typedSlug(slug, type, id, taken()),
            render: parts.renderBody,
            now: now(),
            timeZone: timeZone(),
          })
          if (plan.kind === 'conflict') {
            const { kind, ...told } = plan
            result = { kind, message: changedMeanwhile, ...told }
            return null
          }
          if (plan.kind === 'unchanged') return null
          const change: FileChange = { path: theirs.path, bytes: plan.bytes, expected: theirs.blob }
          return { changes: [change], message: message('Update', type, plan.title), author }
        })
        return result
      }),

    /** Deletes the file of an item; git keeps it. With a `revision`, only when the item is still that. */
    remove: (
      type: ContentType,
      id: number,
      { revision, author }: { revision: string | undefined; author: Person },
    ): Promise<SaveResult> =>
      committing.inTurn(async () => {
        let result: SaveResult = { kind: 'saved', id }
        await committing.commit(async () => {
          const theirs = current(type, id)
          if (!theirs) {
            result = { kind: 'missing' }
            return null
          }
          if (revision !== undefined && revision !== theirs.blob) {
            const base = versionAt(theirs.path, revision)
            result = {
              kind: 'conflict',
              message: changedMeanwhile,
              base: base && shownVersion(base, revision),
              theirs: shownVersion(theirs, theirs.blob),
              yours: {},
              conflicts: [],
            }
            return null
          }
          const change: FileChange = { path: theirs.path, bytes: null, expected: theirs.blob }
          return { changes: [change], message: message('Delete', type, String(theirs.fields.title)), author }
        })
        return result
      }),
  }

  function highestId(type: ContentType): number {
    return Math.max(0, ...store.all(type).flatMap(({ item }) => (item.id < derivedIdStart ? [item.id] : [])))
  }
}

function message(what: string, type: ContentType, title: string): string {
  return `${what} ${singularOf(type)}: ${title.replace(/\s+/g, ' ').trim()}`
}
