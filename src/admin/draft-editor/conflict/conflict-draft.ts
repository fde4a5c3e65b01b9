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
  base: DraftValues
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

type MergeBodies = (base: string, yours: string, theirs: string) => MergedBody

/**
 * Prepares what is to be chosen. `mergeBodies` merges bodies that both changed without a conflict. Fields of which the screen sees no difference (seconds
 * of a date) are theirs.
 */
export function conflictDraft(
  type: ContentType,
  answer: ConflictAnswer,
  timeZone: string,
  mergeBodies: MergeBodies,
): ConflictDraft {
  const values = (version: ItemVersion) => valuesOf(type, version, timeZone)
  const [theirs, yours] = [values(answer.theirs), values(answer.yours)]
  const base = answer.base ? values(answer.base) : theirs
  const keys = new Set(
    answer.conflicts.map(({ key }) => (type === 'newsletters' && key === 'description' ? 'excerpt' : key)),
  )
  const told = answer.conflicts.find(({ key }) => key === 'content')?.chunks ?? null
  return prepared({ type, revision: answer.theirs.revision ?? '', base, theirs, yours }, keys, told, mergeBodies)
}

/** The same, made here: `yours` began from `base`, and `theirs` is what the file has become meanwhile. */
export function mergeDraft(
  versions: Pick<ConflictDraft, 'type' | 'revision' | 'base' | 'theirs' | 'yours'>,
  mergeBodies: MergeBodies,
): ConflictDraft {
  const { base, theirs, yours } = versions
  const merged = mergeFields({ ...base }, { ...yours }, { ...theirs })
  const keys = merged.kind === 'conflict' ? merged.conflicts.map(({ key }) => key) : []
  return prepared(versions, new Set(keys), null, mergeBodies)
}

/** Whether everything was put together without a question. */
export const isMerged = ({ fields, chunks }: ConflictDraft): boolean => fields.length === 0 && chunks === null

function prepared(
  versions: Pick<ConflictDraft, 'type' | 'revision' | 'base' | 'theirs' | 'yours'>,
  keys: ReadonlySet<string>,
  told: Array<MergeChunk> | null,
  mergeBodies: MergeBodies,
): ConflictDraft {
  const { type, base, theirs, yours } = versions
  const fields = fieldsOf[type].filter(
    (field): field is Exclude<keyof DraftValues, 'content'> =>
      field !== 'content' && keys.has(field) && !sameValue(theirs[field], yours[field]),
  )
  const body = told ? null : mergeBodies(base.content, yours.content, theirs.content)
  return {
    ...versions,
    merged: {
      ...theirs,
      ...(mergeFields({ ...base }, { ...yours }, { ...theirs }).fields as Partial<DraftValues>),
      content: body?.kind === 'merged' ? body.text : theirs.content,
    },
    fields,
    chunks: told ?? (body?.kind === 'conflict' ? body.chunks : null),
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
