import { isContentType } from '#domain/content.ts'
import { type ChangedItem, type ContentEvent, mostChangedItems } from '#domain/content-event.ts'
import type { Log } from '../../platform/log.ts'
import type { FileRecord } from '../read/file-record.ts'
import type { ContentChange } from './content-change.ts'
import type { SiteState } from './site-state.ts'
import type { ContentStore } from './store.ts'

/** The number of items of one change whose author is read from git. */
const mostAuthors = 20

export interface ChangeEvents {
  /**
   * Calls the listener with every change from now on. Returns the function that ends the
   * subscription.
   */
  subscribe(listener: (event: ContentEvent) => void): () => void
  revision(): string | null
}

/**
 * Reports every change of the content, drafts included: by an administrator, a native commit or a
 * pull.
 */
export function createChangeEvents(parts: {
  store: Pick<ContentStore, 'onChange' | 'revision' | 'state'>
  /** The newest commits of a file. */
  changes: (
    path: string,
    options: { limit: number },
  ) => Promise<{
    changes: ReadonlyArray<{
      author: { name: string; email: string }
      date: number
      message: string
    }>
  }>
  log: Log
}): ChangeEvents {
  const { store, changes, log } = parts
  const listeners = new Set<(event: ContentEvent) => void>()
  let line: Promise<void> = Promise.resolve()

  store.onChange((change) => {
    if (listeners.size === 0 || change.cause === 'dates') return
    const changed = changedItems(change, store.state())
    const described = describe(change, changed)
    line = line.then(async () => {
      const event = await described
      for (const listener of listeners) listener(event)
    })
  })

  async function describe(
    change: ContentChange,
    changed: ReadonlyArray<ChangedFile>,
  ): Promise<ContentEvent> {
    const revision = store.revision()
    await Promise.all(
      changed.slice(0, mostAuthors).map(async ({ path, item }) => {
        const [last] = (await changes(path, { limit: 1 })).changes
        if (!last) return
        item.author = last.author
        item.at = new Date(last.date * 1000).toISOString()
        item.message = last.message.split('\n')[0] ?? null
      }),
    ).catch((error: unknown) => log.warn({ err: error }, 'who changed an item could not be read'))
    return {
      kind: 'change',
      revision,
      items: changed.slice(0, mostChangedItems).map(({ item }) => item),
      more: change.cause === 'schedule' || changed.length > mostChangedItems,
      media: change.paths.some((path) => !path.endsWith('.md') || path.startsWith('snippets/')),
    }
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    revision: store.revision,
  }
}

interface ChangedFile {
  path: string
  item: ChangedItem
}

/** The items of changed paths. An item that was moved to another path counts as updated. */
function changedItems({ paths, before }: ContentChange, state: SiteState): Array<ChangedFile> {
  const had = new Set(paths.flatMap((path) => itemIn(before.get(path)) ?? []).map(keyOf))
  const found = new Map<string, ChangedFile>()
  for (const path of paths) {
    const was = itemIn(before.get(path))
    const now = itemIn(state.records.get(path))
    if (now && state[now.type].byId.get(now.id)?.path === path)
      found.set(keyOf(now), {
        path,
        item: { ...now, change: had.has(keyOf(now)) ? 'updated' : 'created' },
      })
    if (!was || found.has(keyOf(was))) continue
    const still = itemIn(state[was.type].byId.get(was.id))
    const item = still
      ? { ...still, change: 'updated' as const }
      : { ...was, revision: null, change: 'deleted' as const }
    found.set(keyOf(was), { path, item })
  }
  return [...found.values()]
}

const keyOf = ({ type, id }: Pick<ChangedItem, 'type' | 'id'>) => `${type} ${id}`

/** The item of a file, whose author is not known yet; null for any other. */
function itemIn(record: Pick<FileRecord, 'entry' | 'blob'> | undefined) {
  const entry = record?.entry
  if (!record || !entry || !isContentType(entry.kind) || !('item' in entry)) return null
  const { id, title } = entry.item
  const nobody = { author: null, at: null, message: null }
  return { type: entry.kind, id, title, revision: record.blob, ...nobody }
}
