import { createContext, useContext, useRef } from 'react'
import type { CategoryScreen } from './choices.ts'
import type { Draft } from './draft.ts'
import type { DraftValues } from './draft-values.ts'

/** What the fields know of the item that is edited besides its values. */
export interface EditedItem extends Pick<Draft, 'type' | 'base' | 'timeZone'> {
  /** Null for one that is not saved yet. */
  item: Draft['item'] | null
  /** What the screen edits of it. */
  fields: ReadonlyArray<keyof DraftValues>
  /** Whose list of categories is offered. */
  screen: CategoryScreen
}

/** What the parts of an editor share besides the form. */
interface Shared {
  draft: EditedItem
  /** Called before the form is read: editors add themselves here. */
  flushes: Set<() => void>
  held: HeldText
}

export const DraftContext = createContext<Shared | null>(null)

/** The item that is being edited. */
export function useDraftParts(): Shared {
  const shared = useContext(DraftContext)
  if (!shared) throw new Error('There is no draft editor around this part.')
  return shared
}

/** Which editors hold text that the form does not have yet. */
export interface HeldText {
  set(name: string, holds: boolean): void
  /** Whether any does. */
  any(): boolean
  subscribe(listener: () => void): () => void
}

/** Keeps it apart from React's state: only the state word is drawn anew when it changes, not the screen around a keystroke. */
export function createHeldText(): HeldText {
  const names = new Set<string>()
  const listeners = new Set<() => void>()
  return {
    set(name, holds) {
      const before = names.size > 0
      if (holds) names.add(name)
      else names.delete(name)
      if (before !== names.size > 0) for (const listener of listeners) listener()
    },
    any: () => names.size > 0,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export interface Flushes {
  /** Editors that hold text back for a moment; each writes it into the form when called. */
  flushes: Set<() => void>
  /** Has each of them write. */
  flush(): void
}

/** What is to be called before a form with rich texts is read. */
export function useFlushes(): Flushes {
  const { current: flushes } = useRef(new Set<() => void>())
  return {
    flushes,
    flush() {
      for (const one of flushes) one()
    },
  }
}
