import { browserName } from '#domain/browser-name.ts'
import type { ContentType } from '#domain/content.ts'
import type { ChangedItem, ContentEvent } from '#domain/content-event.ts'
import { createClosingDrafts } from './closing-drafts.ts'
import { deleteDatabase, type LocalDatabase, openDatabase } from './database.ts'
import { createDraftSync } from './draft-sync.ts'
import { Drafts } from './drafts.ts'
import { createListeners } from './listeners.ts'
import { createLive } from './live.ts'
import { Presence } from './presence.ts'
import { Outbox } from './queue/outbox.ts'
import type { Outgoing, Sent } from './queue/outgoing.ts'
import { createQueueStorage } from './queue/queue-storage.ts'
import { createStoredUploads } from './stored-uploads.ts'
import { createTabs } from './tabs.ts'
import { createWaitingPictures } from './waiting-pictures.ts'
import { forgetContent } from './worker/registration.ts'

/** Local storage, queue and events of a user. */
export type Local = ReturnType<typeof createLocal>

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
export function createLocal(userId: number, send: Send, onForgotten: () => void) {
  const states = createListeners()
  const events = createListeners<[ContentEvent]>()
  const returns = createListeners()
  const sent = createListeners<[entry: Outgoing, answer: Sent]>()
  const changes = new Map<string, ChangedItem>()
  let awake = true
  const { open, ...database } = keptDatabase(userId)
  const tabs = createTabs(userId)
  const live = createLive({
    userId,
    tabs,
    onEvent: (event) => {
      presence.take(event)
      recordChanges(changes, event)
      events.call(event)
    },
    onConnection(connected) {
      states.call()
      if (connected) sendWaiting()
      else presence.lost()
    },
    onReturn: returns.call,
  })
  const may = () => awake && navigator.onLine
  const presence = new Presence(userId, tabs, may)
  const closingDrafts = createClosingDrafts(userId, () => localStorage)
  const drafts = new Drafts(open, closingDrafts, states.call, {
    changed: () => draftSync.changed(),
    fresh: () => draftSync.fresh(),
  })
  const draftSync = createDraftSync({
    userId,
    name: browserName(navigator.userAgent),
    database: open,
    drafts,
    may,
    onText: tabs.postText,
    onConflict: states.call,
  })
  const outbox = new Outbox({
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
  function sendWaiting() {
    outbox.wake()
    void draftSync.sync()
  }
  function end() {
    close()
    database.forbid()
    closingDrafts.forgetAll()
  }
  function close() {
    draftSync.close()
    drafts.close()
    outbox.close()
    pictures.close()
    presence.close()
    live.close()
    tabs.close()
    database.close()
  }
  return {
    outbox,
    pictures,
    uploads: createStoredUploads(userId, open),
    /** Calls the listener with every answer to an entry of the queue, in the tab that sends. */
    onSent: sent.add,
    /** Whether the user is signed in; nothing is sent otherwise. */
    setAwake(is: boolean) {
      awake = is
      if (!awake) return
      live.wake()
      sendWaiting()
    },
    /** Stops everything in all tabs and deletes the data. */
    async forget() {
      tabs.post({ kind: 'forgotten' })
      end()
      await Promise.all([deleteDatabase(userId), forgetContent()])
    },
    userId,
    drafts,
    draftSync,
    tabs,
    live,
    presence,
    /** Calls the listener when the state of storage or connection changes. */
    onState: states.add,
    onEvent: events.add,
    /** Calls the listener, in the tab that gets the events, when their stream is there again. */
    onReturn: returns.add,
    /** The last event about an item: who changed it, what and when. Null for none. */
    changeOf: (type: ContentType, id: number) => changes.get(`${type}/${id}`) ?? null,
    /** Stops everything; the data stays. */
    close,
  }
}

/** The database of a user, which is opened when it is needed. */
function keptDatabase(userId: number) {
  let database: Promise<LocalDatabase> | null = null
  let forgotten = false
  const forget = () => {
    database = null
  }
  return {
    open(): Promise<LocalDatabase> {
      // An edited screen must not store its text again after it was deleted.
      if (forgotten) return Promise.reject(new Error('The person has signed out.'))
      database ??= openDatabase(userId, forget).catch((error: unknown) => {
        forget()
        throw error
      })
      return database
    },
    /** Opens it no more, because it is deleted. */
    forbid() {
      forgotten = true
    },
    close: () => void database?.then((db) => db.close()),
  }
}

/** Records the last event about each item. */
function recordChanges(changes: Map<string, ChangedItem>, event: ContentEvent) {
  if (event.kind !== 'change') return
  for (const item of event.items) changes.set(`${item.type}/${item.id}`, item)
}
