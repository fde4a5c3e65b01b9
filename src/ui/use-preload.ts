import { useEffect } from 'react'

/**
 * Loads code that a screen needs later as soon as the browser has nothing else to do. `loads` must
 * stay the same.
 */
export function usePreload(loads: ReadonlyArray<() => Promise<unknown>>): void {
  useEffect(() => {
    const preload = () => {
      // What can't be loaded now is asked for again when it is shown.
      for (const load of loads) load().catch(console.debug)
    }
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(preload, 500)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(preload)
    return () => cancelIdleCallback(handle)
  }, [loads])
}
