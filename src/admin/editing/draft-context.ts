import { createContext, useContext, useRef } from 'react'
import type { DraftValues } from '../documents/draft-values.ts'
import { createListeners } from '../documents/listeners.ts'
import type { CategoryScreen } from './choices.ts'
import type { OnCaret } from './presence.tsx'
import type { Draft } from './use-draft.ts'

/** Properties of the edited item that its fields need. */
export interface EditedItem extends Pick<Draft, 'type' | 'base' | 'timeZone'> {
  /** As loaded or last saved; null for a new item. */
  item: Draft['item'] | null
  /** A version by others that the form does not show yet. */
  newer?: Draft['newer']
  /** The item was deleted on the server. */
  gone?: boolean
  /** Called with the place of the caret in a text; missing for a new item. */
  onCaret?: OnCaret
  /** Saves the whole form; missing where the screen has other ways to publish. */
  save?: () => void
  /** Whether the changes wait in the queue of this browser. */
  isQueued?: boolean
  /** The fields that the screen edits. */
  fields: ReadonlyArray<keyof DraftValues>
  /** The screen, which determines the list of categories. */
  screen: CategoryScreen
}

/** Shared state of the parts of an editor. */
interface Shared {
  draft: EditedItem
  /**
   * Functions that pass buffered text to the form; editors add theirs. Call them before reading the
   * form.
   */
  flushes: Set<() => void>
  held: BufferedText
}

export const DraftContext = createContext<Shared | null>(null)

/** The edited item. Throws outside of an editor. */
export function useDraftParts(): Shared {
  const shared = useContext(DraftContext)
  if (!shared) throw new Error('useDraftParts is called outside of an editor.')
  return shared
}

/** Tracks which rich-text editors have text that is not in the form yet. */
export type BufferedText = ReturnType<typeof createBufferedText>

/**
 * Creates the tracker. It is outside of React state, so that a keystroke re-renders only the state
 * label.
 */
export function createBufferedText() {
  const names = new Set<string>()
  const listeners = createListeners()
  return {
    set(name: string, holds: boolean) {
      const before = names.size > 0
      if (holds) names.add(name)
      else names.delete(name)
      if (before !== names.size > 0) listeners.call()
    },
    /** Whether any editor has such text. */
    any: () => names.size > 0,
    subscribe: listeners.add,
  }
}

export type Flushes = ReturnType<typeof useFlushes>

/** The functions to call before a form with rich-text editors is read. */
export function useFlushes() {
  const { current: flushes } = useRef(new Set<() => void>())
  return {
    /** Functions that pass buffered text of editors to the form. */
    flushes,
    /** Calls all of them. */
    flush() {
      for (const one of flushes) one()
    },
  }
}
