import { isRecord } from '#domain/is-record.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import type { PlainValue } from './safe-yaml.ts'

/**
 * A new value in the words of the file: what did not change is as it is written there, and defaults
 * that nobody wrote stay unwritten. `read` is what the schema made of `written`.
 */
export function keepSpelling(
  written: PlainValue | undefined,
  read: unknown,
  value: unknown,
): unknown {
  if (written !== undefined && sameValue(value, read)) return written
  if (Array.isArray(value)) {
    const [texts, entries] =
      Array.isArray(written) && Array.isArray(read) ? [written, read] : [[], []]
    return value.map((entry) => {
      const at = placeOf(entry, entries)
      // An entry with a fault is in the file, but was not read.
      return at >= 0 && texts.length === entries.length
        ? keepSpelling(texts[at], entries[at], entry)
        : withoutDefaults(entry)
    })
  }
  if (!isRecord(value) || !isRecord(read)) return value
  const texts = isRecord(written) ? written : {}
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => name in texts || !sameValue(inner, read[name]))
      .map(([name, inner]) => [
        name,
        keepSpelling(texts[name] as PlainValue | undefined, read[name], inner),
      ]),
  )
}

/** The place of an entry in the list before: the same, or one with its key. */
function placeOf(entry: unknown, before: ReadonlyArray<unknown>): number {
  const same = before.findIndex((one) => sameValue(one, entry))
  if (same >= 0 || !isRecord(entry) || entry.key === undefined) return same
  return before.findIndex((one) => isRecord(one) && one.key === entry.key)
}

/** A new entry of a list without what holds anyway. */
function withoutDefaults(entry: unknown): unknown {
  if (!isRecord(entry)) return entry
  const { sidebar, mobile, ...others } = entry
  return { ...others, ...(sidebar === false && { sidebar }), ...(mobile === false && { mobile }) }
}
