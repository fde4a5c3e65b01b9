import { useRef } from 'react'

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
