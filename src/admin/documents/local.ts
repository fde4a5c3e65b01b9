import type { ContentType } from '#domain/content.ts'
import type { ChangedItem, ContentEvent } from '#domain/content-event.ts'
import { createClosingDrafts } from './closing-drafts.ts'
import { deleteDatabase, type LocalDatabase, openDatabase } from './database.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { createListeners } from './listeners.ts'
import { createLive, type Live } from './live.ts'
import { createOutbox, type Outbox } from './queue/outbox.ts'
import type { Outgoing, Sent } from './queue/outgoing.ts'
import { createQueueStorage } from './queue/queue-storage.ts'
import { createStoredUploads, type StoredUploads } from './stored-uploads.ts'
import { createTabs, type Tabs } from './tabs.ts'
import { createWaitingPictures, type WaitingPictures } from './waiting-pictures.ts'
import { forgetContent } from './worker/registration.ts'

/** Local storage, queue and events of a user. */
export interface Local {
  userId: number
  drafts: Drafts
  tabs: Tabs
  live: Live
  outbox: Outbox
  pictures: WaitingPictures
  uploads: StoredUploads
  /** Calls the listener when the state of storage or connection changes. */
  onState(listener: () => void): () => void
  onEvent(listener: (event: ContentEvent) => void): () => void
  /**
   * Calls the listener, in the tab that gets the events, when the server is there again after the
   * stream of events broke off.
   */
  onReturn(listener: () => void): () => void
  /** The last event about an item: who changed it, what and when. Null for none. */
  changeOf(type: ContentType, id: number): ChangedItem | null
  /** Calls the listener with every answer to an entry of the queue, in the tab that sends. */
  onSent(listener: (entry: Outgoing, sent: Sent) => void): () => void
  /** Whether the user is signed in; nothing is sent otherwise. */
  setAwake(awake: boolean): void
  /** Stops everything; the data stays. */
  close(): void
  /** Stops everything in all tabs and deletes the data. */
  forget(): Promise<void>
}

/** Sends an entry of a user's queue. Never rejects: every failure is a `Sent`. */
export type Send = (
  entry: Outgoing,
  userId: number,
  onProgress?: (part: number) => void,
) => Promise<Sent>

/**
 * Creates the parts that make the admin work offline. `send` sends entries of the queue;
 * `onForgotten` is called when the user signed out in another tab.
 */
export function createLocal(userId: number, send: Send, onForgotten: () => void): Local {
  const states = createListeners()
  const events = createListeners<[ContentEvent]>()
  const returns = createListeners()
  const sent = createListeners<[entry: Outgoing, answer: Sent]>()
  const changes = new Map<string, ChangedItem>()
  let database: Promise<LocalDatabase> | null = null
  let awake = true
  let forgotten = false
  const open = () => {
    // An edited screen must not store its text again after it was deleted.
    if (forgotten) return Promise.reject(new Error('The person has signed out.'))
    const forget = () => {
      database = null
    }
    database ??= openDatabase(userId, forget).catch((error: unknown) => {
      forget()
      throw error
    })
    return database
  }
  const tabs = createTabs(userId)
  const live = createLive({
    userId,
    tabs,
    onEvent: (event) => {
      if (event.kind === 'change')
        for (const item of event.items) changes.set(`${item.type}/${item.id}`, item)
      events.call(event)
    },
    onConnection(connected) {
      states.call()
      if (connected) outbox.wake()
    },
    onReturn: returns.call,
  })
  const closingDrafts = createClosingDrafts(userId, () => localStorage)
  const drafts = createDrafts(open, closingDrafts, states.call)
  const outbox = createOutbox({
    userId,
    storage: createQueueStorage(open),
    tabs,
    send: (entry, onProgress) => send(entry, userId, onProgress),
    onSent: sent.call,
    may: (isWatched) => (awake || isWatched) && navigator.onLine,
  })
  const pictures = createWaitingPictures(outbox)
  tabs.listen((message) => {
    if (message.kind !== 'forgotten') return
    end()
    onForgotten()
  })
  function end() {
    close()
    forgotten = true
    closingDrafts.forgetAll()
  }
  function close() {
    outbox.close()
    pictures.close()
    live.close()
    tabs.close()
    void database?.then((db) => db.close())
  }
  return {
    outbox,
    pictures,
    uploads: createStoredUploads(userId, open),
    onSent: sent.add,
    setAwake(is) {
      awake = is
      if (!awake) return
      live.wake()
      outbox.wake()
    },
    async forget() {
      tabs.post({ kind: 'forgotten' })
      end()
      await Promise.all([deleteDatabase(userId), forgetContent()])
    },
    userId,
    drafts,
    tabs,
    live,
    onState: states.add,
    onEvent: events.add,
    onReturn: returns.add,
    changeOf: (type, id) => changes.get(`${type}/${id}`) ?? null,
    close,
  }
}
