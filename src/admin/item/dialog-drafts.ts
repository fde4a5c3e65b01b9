import type { ContentType } from '#domain/content.ts'
import { changedMeanwhile, mergeItem } from '#domain/item/merge-item.ts'
import type { KeptDraft } from '../offline/kept-draft.ts'
import { carriedOver } from '../offline/kept-format.ts'
import { changedFields, dialogFields, emptyForm, formOf, type ItemForm } from './item-form.ts'
import type { WholeManagedItem } from './managed-item.ts'
import { rebasedForm } from './rebase.ts'
import type { Conflict } from './save-problems.ts'

/** Drafts of the create dialogs, one for each type. */
export const createKind = 'create-dialog'
/** Drafts of the edit dialog, by type and id. */
export const editKind = 'edit-dialog'

export const editedName = (type: ContentType, id: number) => `${type}/${id}`

/** The type and the id in the name of an edit dialog's draft; null for another name. */
export function editedOf(name: string): { type: ContentType; id: number } | null {
  const [, type, id] = /^(articles|news|newsletters)\/(\d+)$/.exec(name) ?? []
  return type && id ? { type: type as ContentType, id: Number(id) } : null
}

/** What an earlier visit has left behind, in the shape of these forms; null for none. */
export function readableForm(kept: KeptDraft | null): KeptDraft<ItemForm> | null {
  const read = kept && carriedOver(emptyForm('articles'), kept.base, kept.values)
  if (!read) return null
  const { base, values } = read
  // The first format began every issue with the number 1; now it gets the next free one where none is typed.
  const isUntouched = (kept.format ?? 1) < 2 && kept.kind === createKind && values.issueNumber === base.issueNumber
  const number = isUntouched ? { issueNumber: emptyForm('newsletters').issueNumber } : {}
  return { ...kept, base: { ...base, ...number }, values: { ...values, ...number } }
}

/** An item as it was loaded, and what the fields hold: plain JSON, so that it can be kept. */
export interface Editing {
  /** As it is now. */
  item: WholeManagedItem
  /** The version that the form stands on, and its fields. */
  revision: string
  base: ItemForm
  form: ItemForm
  /** The draft that the browser holds of it. */
  kept: KeptDraft<ItemForm> | null
  /** What is said of the draft that the form began with. */
  restored: { at: number; moved: boolean } | null
  /** What both have changed since; nothing can be saved until it is chosen who wins. */
  conflict: Conflict | null
}

/** An edit dialog that shows what the file says. */
export function untouched(type: ContentType, item: WholeManagedItem): Editing {
  const file = formOf(type, item)
  return { item, revision: item.revision, base: file, form: file, kept: null, restored: null, conflict: null }
}

/** An edit dialog over an item, with the draft of it that this browser has. One whose item has moved on is carried over, as far as nobody must choose. */
export async function begunEditing(
  type: ContentType,
  item: WholeManagedItem,
  kept: KeptDraft<ItemForm> | null,
): Promise<Editing> {
  const file = formOf(type, item)
  const fields = dialogFields.edit[type]
  const begun: Editing = untouched(type, item)
  if (!kept || changedFields(fields, file, kept.values).length === 0) return begun
  const moved = kept.revision !== item.revision || changedFields(fields, file, kept.base).length > 0
  const restored = { at: kept.at, moved }
  if (!moved) return { ...begun, form: kept.values, kept, restored }
  const conflicts = await openConflicts(kept, file)
  if (conflicts.length === 0)
    return { ...begun, form: await rebasedForm(kept.base, kept.values, file, 'mine'), kept, restored }
  const conflict = { message: changedMeanwhile, conflicts, theirs: { revision: item.revision } }
  return { item, revision: kept.revision, base: kept.base, form: kept.values, kept, restored, conflict }
}

/** The fields that both have changed, but for a text whose changes are in different places. */
async function openConflicts({ base, values }: KeptDraft<ItemForm>, file: ItemForm): Promise<Conflict['conflicts']> {
  const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
  return mergeItem(base, values, file, mergeBodies).conflicts
}

/** The form of a new item whose creation was taken back. */
export function createdForm(
  type: ContentType,
  fields: Readonly<Record<string, unknown>>,
): { base: ItemForm; values: ItemForm } {
  const base = emptyForm(type)
  const typed = dialogFields.create[type].map((name) => {
    const value = fields[name] ?? base[name]
    return [name, typeof base[name] === 'string' ? String(value) : value]
  })
  return { base, values: { ...base, ...Object.fromEntries(typed) } }
}
