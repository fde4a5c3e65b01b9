import type { ContentEvent } from '#domain/content-event.ts'
import { type LocalDatabase, openDatabase } from './database.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { createLastWords } from './last-words.ts'
import { createLive, type Live } from './live.ts'
import { createTabs, type Tabs } from './tabs.ts'

/** What this browser keeps and hears for its user. */
export interface Local {
  userId: number
  drafts: Drafts
  tabs: Tabs
  live: Live
  /** Calls the listener when the storage or the connection is another than before. */
  onState(listener: () => void): () => void
  onEvent(listener: (event: ContentEvent) => void): () => void
  /** Ends everything; the data stays. */
  close(): void
}

/** Joins the parts that make the admin work on this device first. */
export function createLocal(userId: number): Local {
  const states = new Set<() => void>()
  const listeners = new Set<(event: ContentEvent) => void>()
  const changed = () => {
    for (const listener of states) listener()
  }
  let database: Promise<LocalDatabase> | null = null
  const open = () => {
    database ??= openDatabase(userId).catch((error: unknown) => {
      database = null
      throw error
    })
    return database
  }
  const tabs = createTabs(userId)
  const live = createLive({
    userId,
    tabs,
    onEvent: (event) => {
      for (const listener of listeners) listener(event)
    },
    onConnection: changed,
  })
  const drafts = createDrafts(
    open,
    createLastWords(userId, () => localStorage),
    changed,
  )
  return {
    userId,
    drafts,
    tabs,
    live,
    onState(listener) {
      states.add(listener)
      return () => states.delete(listener)
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      live.close()
      tabs.close()
      void database?.then((db) => db.close())
    },
  }
}
