import type { ContentType } from '#domain/content.ts'
import type { MergeChunk, MergedBody } from '#domain/markdown/merge-bodies.ts'
import { mergeFields, sameValue } from '#domain/merge-fields.ts'
import { type DraftValues, fieldsOf, type ItemVersion, valuesOf } from '../draft-values.ts'

/** The answer 409 of a write whose item was changed meanwhile (rulings, section 4). */
export interface ConflictAnswer {
  message: string
  base: ItemVersion | null
  theirs: ItemVersion & { revision?: string }
  yours: ItemVersion
  conflicts: Array<{ key: string; chunks?: Array<MergeChunk> }>
}

/** A conflict as it is solved: plain JSON, so that it can be kept. */
export interface ConflictDraft {
  type: ContentType
  /** Of theirs: what the solved item is saved on. */
  revision: string
  theirs: DraftValues
  yours: DraftValues
  /** Everything that merged by itself; theirs where it did not. */
  merged: DraftValues
  /** The fields to choose from, without the body. */
  fields: Array<Exclude<keyof DraftValues, 'content'>>
  /** The parts of the body; null when the body is in no conflict. */
  chunks: Array<MergeChunk> | null
}

/** What was chosen so far. `fields` and `chunks` hold what was decided; `text` is the body written by hand, which counts while `byHand`. */
export interface Choices {
  fields: Partial<DraftValues>
  /** By the place of the chunk among all. */
  chunks: Record<number, 'yours' | 'theirs' | 'both'>
  text: string | null
  byHand: boolean
}

export const noChoices: Choices = { fields: {}, chunks: {}, text: null, byHand: false }

/** Whether an answer's body is that of a conflict with versions to choose from; other 409 answers only carry a sentence. */
export function isConflictAnswer(body: unknown): body is ConflictAnswer {
  if (typeof body !== 'object' || body === null) return false
  const { theirs, yours, conflicts } = body as Partial<ConflictAnswer>
  return (
    typeof theirs === 'object' &&
    typeof yours === 'object' &&
    Array.isArray(conflicts) &&
    typeof theirs?.revision === 'string'
  )
}

/**
 * Prepares what is to be chosen. `mergeBodies` merges bodies that both changed without a conflict. Fields of which the screen sees no difference (seconds
 * of a date) are theirs.
 */
export function conflictDraft(
  type: ContentType,
  answer: ConflictAnswer,
  timeZone: string,
  mergeBodies: (base: string, yours: string, theirs: string) => MergedBody,
): ConflictDraft {
  const values = (version: ItemVersion) => valuesOf(type, version, timeZone)
  const [theirs, yours] = [values(answer.theirs), values(answer.yours)]
  const base = answer.base && values(answer.base)
  const keys = new Set(
    answer.conflicts.map(({ key }) => (type === 'newsletters' && key === 'description' ? 'excerpt' : key)),
  )
  const fields = fieldsOf[type].filter(
    (field): field is Exclude<keyof DraftValues, 'content'> =>
      field !== 'content' && keys.has(field) && !sameValue(theirs[field], yours[field]),
  )
  const body = answer.conflicts.find(({ key }) => key === 'content')
  const told = body?.chunks ?? null
  const merged = told ? null : mergeBodies(base?.content ?? theirs.content, yours.content, theirs.content)
  return {
    type,
    revision: answer.theirs.revision ?? '',
    theirs,
    yours,
    merged: {
      ...theirs,
      ...(mergeFields({ ...(base ?? theirs) }, { ...yours }, { ...theirs }).fields as Partial<DraftValues>),
      content: merged?.kind === 'merged' ? merged.text : theirs.content,
    },
    fields,
    chunks: told ?? (merged?.kind === 'conflict' ? merged.chunks : null),
  }
}

/** How many choices are still to be made. */
export function openChoices(conflict: ConflictDraft, choices: Choices): number {
  const fields = conflict.fields.filter((field) => choices.fields[field] === undefined)
  const chunks = (conflict.chunks ?? []).filter(
    (chunk, index) => chunk.kind === 'conflict' && !choices.byHand && choices.chunks[index] === undefined,
  )
  return fields.length + chunks.length
}

/** The body with what was chosen; yours where nothing was chosen yet. */
export function chosenText(chunks: ReadonlyArray<MergeChunk>, choices: Choices): string {
  return (
    (choices.byHand ? choices.text : null) ??
    chunks
      .map((chunk, index) => {
        if (chunk.kind === 'agreed') return chunk.text
        const choice = choices.chunks[index] ?? 'yours'
        return choice === 'both' ? bothOf(chunk) : chunk[choice]
      })
      .join('')
  )
}

/** Theirs, then yours, as blocks of their own. */
function bothOf({ theirs, yours }: { theirs: string; yours: string }): string {
  const lead = /^\s*/.exec(yours)?.[0] ?? ''
  return `${theirs}${lead.includes('\n') ? '' : '\n\n'}${yours}`
}

/** The values that are saved on theirs. */
export function solvedValues(conflict: ConflictDraft, choices: Choices): DraftValues {
  return {
    ...conflict.merged,
    ...choices.fields,
    ...(conflict.chunks && { content: chosenText(conflict.chunks, choices) }),
  }
}
