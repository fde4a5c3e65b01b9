import { decidedItem, mergeItem, sideOf } from '#domain/item/merge-item.ts'
import type { ItemForm } from './item-form.ts'

/** Whose words stand where both have changed the same. */
export type Side = 'mine' | 'theirs'

/**
 * A form that was filled in over `base`, carried over to what somebody else has saved meanwhile: what only one of both changed is kept, and `side` says
 * who wins where both did.
 */
export async function rebasedForm(base: ItemForm, mine: ItemForm, theirs: ItemForm, side: Side): Promise<ItemForm> {
  const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
  const winner = side === 'mine' ? 'yours' : 'theirs'
  const decided = decidedItem(mergeItem(base, mine, theirs, mergeBodies), (conflict) => sideOf(conflict, winner))
  return decided as unknown as ItemForm
}
