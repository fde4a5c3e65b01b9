import { useRef } from 'react'

/** Editors that hold text back for a moment add themselves to `flushes`; `flush` has each write it into the form. */
export function useFlushes(): { flushes: Set<() => void>; flush: () => void } {
  const { current: flushes } = useRef(new Set<() => void>())
  return {
    flushes,
    flush() {
      for (const one of flushes) one()
    },
  }
}
