import { useCallback, useEffect, useState } from 'react'
import { listenTo } from '../documents/listeners.ts'

type Texts = Record<string, string>

/**
 * The values of each parameter, the default first; null for any text, which is empty by default.
 */
export type ViewChoices<View extends Texts> = {
  readonly [Name in keyof View]: ReadonlyArray<View[Name]> | null
}

/** Parses the query of an address; unknown values become defaults. */
export function parseView<View extends Texts>(choices: ViewChoices<View>, search: string): View {
  const query = new URLSearchParams(search)
  const values = Object.entries(choices).map(([name, offered]) => {
    const value = query.get(name) ?? ''
    return [name, offered === null || offered.includes(value) ? value : offered[0]]
  })
  return Object.fromEntries(values) as View
}

/** The query for a view, '' for the default. Parameters with other names stay. */
export function formatView<View extends Texts>(
  choices: ViewChoices<View>,
  view: View,
  search = '',
): string {
  const query = new URLSearchParams(search)
  for (const [name, offered] of Object.entries(choices)) {
    const value = view[name] ?? ''
    query.delete(name)
    if (value !== (offered?.[0] ?? '')) query.append(name, value)
  }
  const text = query.toString()
  return text && `?${text}`
}

/**
 * What a screen shows, stored in its address, so that Back and a reload restore it. `push` adds a
 * history entry; `replace` is for text that is still being typed.
 */
export function useAddressView<View extends Texts>(
  choices: ViewChoices<View>,
  replace: (address: string) => void = replaceAddress,
) {
  const read = useCallback(() => parseView(choices, location.search), [choices])
  const [view, setView] = useState(read)
  useEffect(() => listenTo('popstate', () => setView(read())), [read])
  const change = useCallback(
    (changes: Partial<View>, how: 'push' | 'replace') => {
      const next = { ...read(), ...changes }
      const address = `${location.pathname}${formatView(choices, next, location.search)}`
      // One click selects a tab twice (press and focus): only one history entry.
      const isNew = address !== location.pathname + location.search
      if (how === 'push' && isNew) history.pushState(null, '', address)
      else replace(address)
      setView(next)
    },
    [choices, read, replace],
  )
  return [view, change] as const
}

function replaceAddress(address: string) {
  history.replaceState(history.state, '', address)
}
