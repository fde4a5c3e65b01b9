import { changedFrom, type MergeText, mergeItem } from '#domain/item/merge-item.ts'
import type { MergeChunk } from '#domain/markdown/merge-bodies.ts'
import { refusalOf } from '../../../api/request.ts'
import { bodyPlaces, type Choices, chosenText, decidedValue, fieldId, type MergePlace } from './merge-places.ts'

type Values = Readonly<Record<string, unknown>>

/** The 409 of a write whose file was changed meanwhile (rulings, section 4). */
export interface SaveConflict {
  message: string
  /** What the write started from; null when git does not know it. */
  base: Values | null
  theirs: Values
  yours: Values
  /** What the solved version is saved on. */
  revision: string
  conflicts: Array<{ key: string; yours: unknown; theirs: unknown; chunks?: Array<MergeChunk> }>
}

/** The conflict in an error, or null for every other one; other refusals only carry a sentence. */
export function saveConflictIn(error: unknown): SaveConflict | null {
  const refusal = refusalOf(error)
  if (refusal?.status !== 409 || typeof refusal.body !== 'object' || refusal.body === null) return null
  const { base, theirs, yours, conflicts } = refusal.body as Partial<Record<string, unknown>>
  if (!isValues(theirs) || !isValues(yours) || !Array.isArray(conflicts) || typeof theirs.revision !== 'string')
    return null
  return {
    message: refusal.reason,
    base: isValues(base) ? base : null,
    theirs,
    yours,
    revision: theirs.revision,
    conflicts,
  }
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null
}

/** The places to choose from. `labels` names the fields as the screen does. */
export function placesOf(
  { base, conflicts }: SaveConflict,
  labels: Readonly<Record<string, string>>,
): Array<MergePlace> {
  return conflicts.flatMap(({ key, chunks, yours, theirs }) =>
    chunks
      ? bodyPlaces(chunks, base !== null)
      : {
          id: fieldId(key),
          sort: 'field' as const,
          label: labels[key] ?? key,
          about: '',
          before: base && told(base[key]),
          yours: told(yours),
          theirs: told(theirs),
          both: null,
          editable: false,
          above: '',
          below: '',
        },
  )
}

/** The body's parts when it is in conflict. */
export const chunksOf = ({ conflicts }: SaveConflict) => conflicts.find(({ chunks }) => chunks)?.chunks ?? null

function told(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (!Array.isArray(value)) return String(value)
  return value
    .map((one) => (typeof one === 'object' && one !== null ? Object.values(one).join(': ') : String(one)))
    .join('\n')
}

/**
 * What is to be saved on theirs: everything that merged by itself, and what was chosen. `mergeBodies` merges a body that both changed without a conflict.
 */
export function solvedValues(
  conflict: SaveConflict,
  choices: Choices,
  mergeBodies: MergeText,
): Record<string, unknown> {
  const { base, yours, theirs, conflicts } = conflict
  const merged = mergeItem(base ?? theirs, yours, theirs, mergeBodies, 'markdown').fields
  for (const { key, chunks, yours: mine, theirs: other } of conflicts)
    if (chunks) merged.markdown = chosenText(chunks, choices)
    else merged[key] = decidedValue({ base: base?.[key], yours: mine, theirs: other }, choices.decided[fieldId(key)])
  return changedFrom(theirs, merged)
}
