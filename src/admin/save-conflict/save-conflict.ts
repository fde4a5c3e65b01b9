import type { MergeChunk } from '#domain/markdown/merge-bodies.ts'
import { mergeFields, sameValue } from '#domain/merge-fields.ts'
import { refusalOf } from '../../api/request.ts'
import { type Choices, chosenText } from '../draft-editor/conflict/conflict-draft.ts'

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

/** How many choices are still to be made. */
export function openChoices({ conflicts }: SaveConflict, { fields, chunks, text }: Choices): number {
  return conflicts.reduce((open, conflict) => {
    if (!conflict.chunks) return open + (conflict.key in fields ? 0 : 1)
    const left = conflict.chunks.filter((chunk, at) => chunk.kind === 'conflict' && chunks[at] === undefined)
    return open + (text === null ? left.length : 0)
  }, 0)
}

/**
 * What is to be saved on theirs: everything that merged by itself, and what was chosen. `mergeBodies` merges a body that both changed without a conflict.
 */
export function solvedValues(
  conflict: SaveConflict,
  choices: Choices,
  mergeBodies: (base: string, yours: string, theirs: string) => { kind: string; text?: string },
): Record<string, unknown> {
  const { base, yours, theirs, conflicts } = conflict
  const merged = mergeFields(base ?? theirs, yours, theirs).fields
  const [was, mine, other] = [base, yours, theirs].map((version) => String(version?.markdown ?? ''))
  if (other !== mine && !conflicts.some(({ chunks }) => chunks)) {
    const body = mergeBodies(was ?? '', mine ?? '', other ?? '')
    if (body.kind === 'merged') merged.markdown = body.text
  }
  for (const { key, chunks } of conflicts)
    if (chunks) merged.markdown = chosenText(chunks, choices)
    else merged[key] = (choices.fields as Values)[key]
  return Object.fromEntries(Object.entries(merged).filter(([key, value]) => !sameValue(value, theirs[key])))
}
