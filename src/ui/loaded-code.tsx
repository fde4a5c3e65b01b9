import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * What `load`, which must stay the same, resolves with; null until then. Throws while rendering
 * when it rejects. React's `lazy` in a `Suspense` is not used where people wait: React shows its
 * content 300 ms after the fallback at the earliest, even if the code is there.
 */
export function useLoaded<Value extends object>(load: () => Promise<Value>): Value | null {
  const [state, setState] = useState<{ value: Value } | { error: unknown } | null>(null)
  useEffect(() => {
    let isGone = false
    const show = (next: typeof state) => {
      if (!isGone) setState(next)
    }
    load().then(
      (value) => show({ value }),
      (error: unknown) => show({ error }),
    )
    return () => {
      isGone = true
    }
  }, [load])
  if (state && 'error' in state) throw state.error
  return state?.value ?? null
}

/** A component whose code is loaded when it is shown; `fallback` is shown until then. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const boxed = async () => ({ Component: await load() })
  return function Later(props: Props) {
    const loaded = useLoaded(boxed)
    return loaded ? <loaded.Component {...props} /> : fallback
  }
}
