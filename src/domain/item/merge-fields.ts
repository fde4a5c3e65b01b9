/** Fields of an item. A missing key equals `undefined`. */
type Fields = Readonly<Record<string, unknown>>

export interface FieldConflict {
  key: string
  base: unknown
  yours: unknown
  theirs: unknown
}

export type MergedFields =
  | { kind: 'merged'; fields: Record<string, unknown> }
  /** `fields` contains the merged values, and those of theirs in conflicting fields. */
  | { kind: 'conflict'; fields: Record<string, unknown>; conflicts: Array<FieldConflict> }

/** Three-way merge of fields, key by key (rulings, section 4). Values are JSON; lists and maps are merged as a whole. */
export function mergeFields(base: Fields, yours: Fields, theirs: Fields): MergedFields {
  const fields: Record<string, unknown> = {}
  const conflicts: Array<FieldConflict> = []
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(yours), ...Object.keys(base)])) {
    const [was, mine, other] = [fieldOf(base, key), fieldOf(yours, key), fieldOf(theirs, key)]
    const merged = sameValue(mine, other) || sameValue(mine, was) ? other : mine
    if (!sameValue(mine, other) && !sameValue(mine, was) && !sameValue(other, was))
      conflicts.push({ key, base: was, yours: mine, theirs: other })
    const value = conflicts.at(-1)?.key === key ? other : merged
    if (value !== undefined)
      Object.defineProperty(fields, key, { value, enumerable: true, writable: true, configurable: true })
  }
  return conflicts.length === 0 ? { kind: 'merged', fields } : { kind: 'conflict', fields, conflicts }
}

function fieldOf(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}

/** Whether two JSON values are equal, independent of the order of keys. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => sameValue(item, b[index]))
    )
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameValue((a as Fields)[key], (b as Fields)[key]))
  )
}
