import * as database from 'fake-indexeddb'
import { vi } from 'vitest'
import { createClosingDrafts } from '../src/admin/documents/closing-drafts.ts'
import { type LocalDatabase, openDatabase } from '../src/admin/documents/database.ts'
import { createDraftSync, type DraftSync } from '../src/admin/documents/draft-sync.ts'
import { Drafts } from '../src/admin/documents/drafts.ts'
import { Outbox } from '../src/admin/documents/queue/outbox.ts'
import type { Outgoing, Sent } from '../src/admin/documents/queue/outgoing.ts'
import { createQueueStorage } from '../src/admin/documents/queue/queue-storage.ts'
import type { StoredDraft } from '../src/admin/documents/stored-draft.ts'
import { createTabs } from '../src/admin/documents/tabs.ts'
import {
  createWaitingPictures,
  type WaitingPictures,
} from '../src/admin/documents/waiting-pictures.ts'
import { ask } from './http-client.ts'

/**
 * The way from this browser to the site: `cut` loses requests, `deaf` only the answers; `failing`
 * answers 500 after each write; `away`: the site can't reach its remote.
 */
export type Network = 'up' | 'cut' | 'deaf' | 'failing' | 'away'

/** A tab of the admin, without its screens. */
export interface Tab {
  outbox: Outbox
  drafts: Drafts
  draftSync: DraftSync
  /** The drafts that got another text by the sync, with the ones before. */
  received: ReadonlyArray<{ draft: StoredDraft | null; before: StoredDraft | null }>
  pictures: WaitingPictures
  close(): Promise<void>
}

/**
 * What the admin needs of a browser, in this process: storage, locks, events, and a network that
 * can be cut.
 */
export interface BrowserHere {
  setNetwork(network: Network): void
  /** The writes that reached the site, by method and path. */
  writes: ReadonlyArray<string>
  /**
   * Opens a tab of a person; `send` sends an entry of the queue. With `isPrivate` it can't store
   * anything.
   */
  open(
    userId: number,
    send: (entry: Outgoing, userId: number) => Promise<Sent>,
    isPrivate?: boolean,
  ): Tab
  /** Ends the locks of a tab that is closed. */
  endLocks(): void
  /** Sends an event of the page to all tabs, and returns it. */
  dispatch(type: string): Event
  database(userId: number): Promise<LocalDatabase>
  /** Takes the globals of the browser away again. */
  leave(): void
}

/**
 * Makes this process a browser in which a person is signed in at a site; the test calls `leave` at
 * its end.
 */
export function browserHere(site: { url: string }, cookie: string): BrowserHere {
  const events = new EventTarget()
  const held = new Set<string>()
  const navigator = { onLine: true, locks: { request: requestLock(held) } }
  const writes: Array<string> = []
  let network: Network = 'up'

  /**
   * The relative addresses of a page; the site itself, which runs in this process, has absolute
   * ones.
   */
  async function fetchHere(
    address: string,
    { method = 'GET', headers, body }: RequestInit = {},
  ): Promise<Response> {
    if (network === 'cut') throw new TypeError('The network is cut.')
    if (network === 'away')
      return Response.json({ message: 'It can’t be reached.', kind: 'away' }, { status: 503 })
    const sent = {
      ...(headers as Record<string, string>),
      Cookie: cookie,
      ...(body && { 'Content-Length': String(Buffer.byteLength(String(body))) }),
    }
    const answer = await ask(site.url, address, {
      method,
      headers: sent,
      ...(body ? { body: String(body) } : {}),
    })
    if (method !== 'GET') writes.push(`${method} ${address}`)
    if (network === 'failing' && method !== 'GET')
      return Response.json({ message: 'Not today.' }, { status: 500 })
    if (network === 'deaf') throw new TypeError('The answer is lost.')
    return new Response(answer.text, { status: answer.status })
  }

  const { fetch } = globalThis
  const here = (address: unknown, options?: RequestInit) =>
    typeof address === 'string' && address.startsWith('/')
      ? fetchHere(address, options)
      : fetch(address as string, options)
  const globals = {
    navigator,
    fetch: here,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    ...database,
    indexedDB: new database.IDBFactory(),
  }
  for (const [name, value] of Object.entries(globals))
    if (name !== 'default') vi.stubGlobal(name, value)

  return {
    writes,
    setNetwork(next) {
      network = next
      navigator.onLine = next !== 'cut'
      if (next === 'up') events.dispatchEvent(new Event('online'))
    },
    open: (userId, send, isPrivate = false) =>
      openTab(userId, (entry) => send(entry, userId), isPrivate),
    endLocks: () => held.clear(),
    dispatch(type) {
      const event = new Event(type, { cancelable: true })
      events.dispatchEvent(event)
      return event
    },
    database: (userId) => openDatabase(userId, () => undefined),
    leave: () => void vi.unstubAllGlobals(),
  }
}

function openTab(
  userId: number,
  send: (entry: Outgoing) => Promise<Sent>,
  isPrivate: boolean,
): Tab {
  const opening = openDatabase(userId, () => undefined)
  const open = () =>
    isPrivate ? Promise.reject(new DOMException('No storage here.', 'SecurityError')) : opening
  const tabs = createTabs(userId)
  const drafts = new Drafts(
    open,
    createClosingDrafts(userId, () => new LocalStorage() as unknown as Storage),
    () => undefined,
  )
  const received: Array<{ draft: StoredDraft | null; before: StoredDraft | null }> = []
  const draftSync = createDraftSync({
    userId,
    name: 'Firefox on Linux',
    database: open,
    drafts,
    may: () => navigator.onLine,
    onText: (_, draft, before) => received.push({ draft, before }),
    onConflict: () => undefined,
  })
  const outbox = new Outbox({
    userId,
    storage: createQueueStorage(open),
    tabs,
    send,
    onSent: () => undefined,
    may: () => navigator.onLine,
  })
  return {
    outbox,
    drafts,
    draftSync,
    received,
    pictures: createWaitingPictures(outbox),
    async close() {
      outbox.close()
      draftSync.close()
      tabs.close()
      ;(await opening).close()
    },
  }
}

/** Web Locks, as far as the queue uses them: exclusive, and not waited for. */
function requestLock(held: Set<string>) {
  return async (name: string, _: object, work: (lock: object | null) => unknown) => {
    if (held.has(name)) return work(null)
    held.add(name)
    try {
      return await work({ name })
    } finally {
      held.delete(name)
    }
  }
}

/** The entries are own properties, as in browsers. */
class LocalStorage {
  [name: string]: unknown
  getItem(name: string) {
    return Object.hasOwn(this, name) ? this[name] : null
  }
  setItem(name: string, value: string) {
    this[name] = value
  }
  removeItem(name: string) {
    delete this[name]
  }
}
