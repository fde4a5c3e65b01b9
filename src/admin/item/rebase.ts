import type { MergeChunk } from '#domain/markdown/merge-bodies.ts'
import { mergeFields } from '#domain/merge-fields.ts'
import type { ItemForm } from './item-form.ts'

/** Whose words stand where both have changed the same. */
export type Side = 'mine' | 'theirs'

/**
 * A form that was filled in over `base`, carried over to what somebody else has saved meanwhile: what only one of both changed is kept, and `side` says
 * who wins where both did.
 */
export async function rebasedForm(base: ItemForm, mine: ItemForm, theirs: ItemForm, side: Side): Promise<ItemForm> {
  const merged = mergeFields({ ...base }, { ...mine }, { ...theirs })
  if (merged.kind === 'merged') return merged.fields as unknown as ItemForm
  const won = side === 'mine' ? merged.conflicts.map(({ key, yours }) => [key, yours]) : []
  const form = { ...merged.fields, ...Object.fromEntries(won) } as unknown as ItemForm
  if (!merged.conflicts.some(({ key }) => key === 'content')) return form
  // The Markdown parser is loaded for those few who need it.
  const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
  const body = mergeBodies(base.content, mine.content, theirs.content)
  return {
    ...form,
    content: body.kind === 'merged' ? body.text : body.chunks.map((chunk) => textOf(chunk, side)).join(''),
  }
}

function textOf(chunk: MergeChunk, side: Side): string {
  if (chunk.kind === 'agreed') return chunk.text
  return side === 'mine' ? chunk.yours : chunk.theirs
}
