import { groupBy } from '../group-by.ts'
import { isRecord } from '../is-record.ts'
import { commonItems } from '../markdown/align.ts'
import type { MergedBody } from '../markdown/merge-bodies.ts'
import { mergeSequences } from '../markdown/merge-sequences.ts'

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

/**
 * Three-way merge of a Markdown text by blocks: `mergeBodies`, or a result that was computed
 * before.
 */
export type MergeText = (base: string, yours: string, theirs: string) => MergedBody

/**
 * Three-way merge of fields, key by key (rulings, section 4). Values are JSON; lists of records are
 * merged by record, and the texts in them with `mergeText`. Other lists and maps are merged as a
 * whole.
 */
export function mergeFields(
  base: Fields,
  yours: Fields,
  theirs: Fields,
  mergeText: MergeText,
): MergedFields {
  const fields: Record<string, unknown> = {}
  const conflicts: Array<FieldConflict> = []
  for (const key of new Set([
    ...Object.keys(theirs),
    ...Object.keys(yours),
    ...Object.keys(base),
  ])) {
    const [was, mine, other] = [fieldOf(base, key), fieldOf(yours, key), fieldOf(theirs, key)]
    const merged = sameValue(mine, other) || sameValue(mine, was) ? other : mine
    const isLeft = !sameValue(mine, other) && !sameValue(mine, was) && !sameValue(other, was)
    const joined = isLeft ? mergeRecords(was, mine, other, mergeText) : null
    if (isLeft && !joined) conflicts.push({ key, base: was, yours: mine, theirs: other })
    const value = isLeft ? (joined ?? other) : merged
    if (value !== undefined)
      Object.defineProperty(fields, key, {
        value,
        enumerable: true,
        writable: true,
        configurable: true,
      })
  }
  return conflicts.length === 0
    ? { kind: 'merged', fields }
    : { kind: 'conflict', fields, conflicts }
}

function fieldOf(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}

/** The field with the text of a piece of an issue. */
const text = 'content'

/** The fields by which a record of a list is known in other versions of the list. */
const names = ['key', 'title', 'label', 'name', 'url', text]

/**
 * Merges lists of records: the pieces of an issue, categories, links of a menu. Each record is
 * merged by itself, and their order as a sequence. Null for other values, and when both sides
 * changed the same, or one removed what the other changed.
 */
function mergeRecords(
  base: unknown,
  yours: unknown,
  theirs: unknown,
  mergeText: MergeText,
): Array<Fields> | null {
  if (!isRecords(base) || !isRecords(yours) || !isRecords(theirs)) return null
  const sides = [yours, theirs].map((list) => ({ list, places: placesOf(base, list) }))
  const [mine, other] = sides.map(({ list, places }) => {
    const before = new Map([...places].map(([index, at]) => [at, String(index)]))
    return list.map((record, at) => before.get(at) ?? JSON.stringify(record))
  })
  const parts = mergeSequences(Object.keys(base), mine!, other!)
  const order = parts.flatMap((part) => (part.kind === 'agreed' ? part.items : [null]))
  const kept = new Set(order)
  const records = new Map<string | null, Fields>()
  for (const [index, was] of base.entries()) {
    const found = sides.map(({ list, places }) => list[places.get(index) ?? -1])
    const isKept = kept.has(String(index))
    // What one side has removed must be unchanged on the other; what is kept must be on both.
    if (found.some((record) => (isKept ? !record : record && !sameValue(record, was)))) return null
    const merged = isKept ? mergeRecord(was, found[0]!, found[1]!, mergeText) : null
    if (isKept && !merged) return null
    if (merged) records.set(String(index), merged)
  }
  if (kept.size < order.length || kept.has(null)) return null
  return order.map((token) => records.get(token) ?? JSON.parse(token!))
}

/** One record, or null for a conflict. The text of a piece is merged by blocks. */
function mergeRecord(
  base: Fields,
  yours: Fields,
  theirs: Fields,
  mergeText: MergeText,
): Fields | null {
  const merged = mergeFields(base, yours, theirs, mergeText)
  if (merged.kind === 'merged') return merged.fields
  const [conflict, ...others] = merged.conflicts
  if (!conflict || others.length > 0 || conflict.key !== text) return null
  const versions = [conflict.base, conflict.yours, conflict.theirs]
  if (!versions.every((version) => typeof version === 'string')) return null
  const body = mergeText(...(versions as [string, string, string]))
  return body.kind === 'merged' ? { ...merged.fields, [text]: body.text } : null
}

/**
 * The place of each record in another version of the list: of an equal one, else of the only one
 * with the same name.
 */
function placesOf(base: ReadonlyArray<Fields>, other: ReadonlyArray<Fields>): Map<number, number> {
  const [before, after] = [base, other].map((list) => list.map((record) => JSON.stringify(record)))
  const places = new Map(commonItems(before!, after!))
  for (const name of names) {
    const taken = new Set(places.values())
    const [known, found] = [
      placesByName(base, name, (index) => !places.has(index)),
      placesByName(other, name, (index) => !taken.has(index)),
    ]
    for (const [value, [index, ...more]] of known) {
      const [at, ...others] = found.get(value) ?? []
      if (at !== undefined && more.length + others.length === 0) places.set(index!, at)
    }
  }
  return places
}

/** The places of the records with each value of a field. */
function placesByName(
  list: ReadonlyArray<Fields>,
  name: string,
  isFree: (index: number) => boolean,
): Map<string, Array<number>> {
  return groupBy(list.keys(), (index) => {
    const value = fieldOf(list[index]!, name)
    return typeof value === 'string' && value !== '' && isFree(index) ? [value] : []
  })
}

function isRecords(value: unknown): value is ReadonlyArray<Fields> {
  return Array.isArray(value) && value.every(isRecord)
}

/** Whether two JSON values are equal, independent of the order of keys. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameValue(item, b[index]))
  if (!isRecord(a) || !isRecord(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]))
  )
}
