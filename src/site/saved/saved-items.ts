/** An article or news item that a visitor saved in this browser. */
export interface SavedItem {
  /** Path on this site. */
  url: string
  title: string
  /** The label of its category. */
  label: string
  imageUrl: string | null
  /** ISO instant. */
  savedAt: string
}

const storageKey = 'session-notes:saved'

/** The saved items, newest first. Invalid entries are ignored. */
export function readSaved(storage: Storage): Array<SavedItem> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isSavedItem) : []
  } catch {
    return []
  }
}

/** The addresses of the saved items. */
export function savedAddresses(storage: Storage): Array<string> {
  return readSaved(storage).map(({ url }) => url)
}

export function isSaved(storage: Storage, url: string): boolean {
  return readSaved(storage).some((item) => item.url === url)
}

/** Saves the item, or removes it when it is saved; returns whether it is saved now. */
export function toggleSaved(
  storage: Storage,
  item: Omit<SavedItem, 'savedAt'>,
  now: Date,
): boolean {
  const others = readSaved(storage).filter((stored) => stored.url !== item.url)
  const saved = !isSaved(storage, item.url)
  const items = saved ? [{ ...item, savedAt: now.toISOString() }, ...others] : others
  storage.setItem(storageKey, JSON.stringify(items))
  return saved
}

function isSavedItem(value: unknown): value is SavedItem {
  const item = value as Partial<SavedItem> | null
  // Only paths of this site, because it is rendered as a link.
  return (
    typeof item?.url === 'string' && /^\/(?!\/)/.test(item.url) && typeof item.title === 'string'
  )
}
