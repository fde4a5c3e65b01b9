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
