import type { SearchEntry } from './document.ts'
import { entryKey } from './entry-key.ts'

/** The differences between the entries of an index and those of a site. */
export function differences<Entry extends SearchEntry>(
  indexed: Iterable<Entry | null>,
  wanted: Iterable<Entry>,
) {
  const others = new Map<string, Entry>()
  for (const entry of indexed) if (entry) others.set(entryKey(entry), entry)
  const missing: Array<Entry> = []
  const changed: Array<Entry> = []
  for (const entry of wanted) {
    const known = others.get(entryKey(entry))
    if (!known) missing.push(entry)
    else if (known.hash !== entry.hash) changed.push(entry)
    others.delete(entryKey(entry))
  }
  const gone = [...others.values()]
  return { missing, changed, gone, total: missing.length + changed.length + gone.length }
}
