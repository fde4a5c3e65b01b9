const storageKey = 'session-notes:utm'
const names = ['utm_source', 'utm_medium', 'utm_campaign'] as const
export type Utm = Partial<Record<(typeof names)[number], string>>

/** The campaign parameters of an address; empty when it has none. */
export function readUtm(search: string): Utm {
  const parameters = new URLSearchParams(search)
  const utm: Utm = {}
  for (const name of names) {
    const value = parameters.get(name)?.trim().slice(0, 300)
    if (value) utm[name] = value
  }
  return utm
}

/** Keeps the campaign of the address the visitor landed on for this visit (rulings, section 6b); the first one stays. */
export function keepUtm(search: string, storage: Storage): void {
  const utm = readUtm(search)
  if (Object.keys(utm).length > 0 && !storage.getItem(storageKey)) storage.setItem(storageKey, JSON.stringify(utm))
}

/** The campaign kept for this visit. */
export function keptUtm(storage: Storage): Utm {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}')
    return readUtm(new URLSearchParams(kept as Record<string, string>).toString())
  } catch {
    // Not ours or broken: as if nothing were kept.
    return {}
  }
}
