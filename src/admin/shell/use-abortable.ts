import { useEffect, useRef } from 'react'

/**
 * Runs calls that `abort`, and the end of the component, abort: neither callback is called after
 * that.
 */
export function useAbortable() {
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function run<Value>(
    call: (signal: AbortSignal) => Promise<Value>,
    onDone: (value: Value) => unknown,
    onFailed: (error: unknown) => unknown,
  ) {
    running.current = new AbortController()
    const { signal } = running.current
    try {
      const value = await call(signal)
      if (!signal.aborted) await onDone(value)
    } catch (error) {
      if (!signal.aborted) await onFailed(error)
    }
  }
  return { run, abort: () => running.current?.abort() }
}
