import { type ContentType, contentTypes } from '#domain/content.ts'
import { type ChangedItem, type ContentEvent, mostChangedItems } from '#domain/content-event.ts'
import type { Log } from '../../platform/log.ts'
import type { ContentChange } from './content-change.ts'
import type { ContentStore } from './store.ts'

/** The number of items of one change whose author is read from git. */
const mostAuthors = 20

interface Known {
  type: ContentType
  id: number
  title: string
  revision: string
}

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
  store: Pick<ContentStore, 'all' | 'onChange' | 'revision'>
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
  /** The items before the last change; maintained only while there are listeners. */
  let known: Map<string, Known> | null = null
  let line: Promise<void> = Promise.resolve()

  function presentItems(): Map<string, Known> {
    const items = new Map<string, Known>()
    for (const type of contentTypes)
      for (const { path, item } of store.all(type))
        items.set(path, { type, id: item.id, title: item.title, revision: item.blob })
    return items
  }

  store.onChange((change) => {
    if (listeners.size === 0) {
      known = null
      return
    }
    if (change.cause === 'dates') return
    const before = known
    known = presentItems()
    const changed = change.cause === 'files' ? changedBy(change.paths, before, known) : []
    const described = describe(change, changed)
    line = line.then(async () => {
      const event = await described
      for (const listener of listeners) listener(event)
    })
  })

  async function describe(
    change: ContentChange,
    changed: Array<{ path: string; item: ChangedItem }>,
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
      media: change.paths.some((path) => !path.endsWith('.md')),
    }
  }

  return {
    subscribe(listener) {
      known ??= presentItems()
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    revision: store.revision,
  }
}

/** The items of changed paths. An item that was moved to another path counts as updated. */
function changedBy(
  paths: ReadonlyArray<string>,
  before: ReadonlyMap<string, Known> | null,
  after: ReadonlyMap<string, Known>,
): Array<{ path: string; item: ChangedItem }> {
  const found = new Map<string, { path: string; item: ChangedItem }>()
  const nobody = { author: null, at: null, message: null }
  for (const path of paths) {
    const now = after.get(path)
    const was = before?.get(path)
    if (now) {
      const isNew =
        before !== null &&
        ![...before.values()].some((one) => one.type === now.type && one.id === now.id)
      found.set(`${now.type} ${now.id}`, {
        path,
        item: { ...now, change: isNew ? 'created' : 'updated', ...nobody },
      })
    }
    if (
      was &&
      !(now?.type === was.type && now.id === was.id) &&
      !found.has(`${was.type} ${was.id}`)
    ) {
      const still = [...after.values()].find(({ type, id }) => type === was.type && id === was.id)
      found.set(`${was.type} ${was.id}`, {
        path,
        item: {
          ...(still ?? was),
          revision: still?.revision ?? null,
          change: still ? 'updated' : 'deleted',
          ...nobody,
        },
      })
    }
  }
  return [...found.values()]
}
