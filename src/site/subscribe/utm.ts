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

/**
 * Stores the campaign parameters of the landing page for this visit (rulings, section 6b); later
 * ones do not replace them.
 */
export function storeUtm(search: string, storage: Storage): void {
  const utm = readUtm(search)
  if (Object.keys(utm).length > 0 && !storage.getItem(storageKey))
    storage.setItem(storageKey, JSON.stringify(utm))
}

/** The campaign stored for this visit. */
export function storedUtm(storage: Storage): Utm {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}')
    return readUtm(new URLSearchParams(stored as Record<string, string>).toString())
  } catch {
    // Invalid content counts as nothing stored.
    return {}
  }
}
