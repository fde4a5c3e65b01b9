import type { ContentType } from '#domain/content.ts'
import type { KeptDraft } from '../offline/kept-draft.ts'
import { carriedOver } from '../offline/kept-format.ts'
import { type DraftValues, valuesOf } from './draft-values.ts'

/** The kind of drafts of the create dialogs, one for each type. */
export const createKind = 'create-dialog'
/** The kind of drafts that the edit dialog had of its own, by type and id, before it shared those of the editor. */
export const editKind = 'edit-dialog'

/** The name of an item among the drafts of `editKind`. */
export const editedName = (type: ContentType, id: number) => `${type}/${id}`

/** The type and the id in the name of an edit dialog's draft; null for another name. */
export function editedOf(name: string): { type: ContentType; id: number } | null {
  const [, type, id] = /^(articles|news|newsletters)\/(\d+)$/.exec(name) ?? []
  return type && id ? { type: type as ContentType, id: Number(id) } : null
}

/**
 * The fields of a new item with the defaults of the specification's section 9, as the create dialog begins. The issue number 0 stands for the next free one.
 */
export function newValues(type: ContentType): DraftValues {
  const category = { articles: 'workflow', news: 'news', newsletters: '' }[type]
  return { ...valuesOf(type, {}, 'UTC'), category, abletonVersion: 'live_11', issueNumber: 0 }
}

/** What an earlier visit has left of a new item, in the fields of this version; null for none. */
export function readableNew(type: ContentType, kept: KeptDraft | null): KeptDraft<DraftValues> | null {
  const empty = newValues(type)
  if (kept && isForm(kept.base) && isForm(kept.values)) {
    const [base, values] = [kept.base, kept.values].map((form) => formValues(type, empty, form)) as [
      DraftValues,
      DraftValues,
    ]
    // The first format began every issue with the number 1; now it gets the next free one where none is typed.
    const untouched = (kept.format ?? 1) < 2 && values.issueNumber === base.issueNumber
    const number = untouched ? { issueNumber: empty.issueNumber } : {}
    return { ...kept, base: { ...base, ...number }, values: { ...values, ...number } }
  }
  const read = kept && carriedOver(empty, kept.base, kept.values)
  return read && { ...kept, ...read }
}

/** A draft of the edit dialog's own as one of the editor; `file` is the item as it is now. Null for what is none. */
export function carriedEdit(type: ContentType, file: DraftValues, kept: KeptDraft): KeptDraft<DraftValues> | null {
  const id = editedOf(kept.item)?.id
  if (id === undefined || !isMap(kept.base) || !isMap(kept.values) || typeof kept.values.title !== 'string') return null
  const [base, values] = [formValues(type, file, kept.base), formValues(type, file, kept.values)]
  return { ...kept, kind: type, item: String(id), base, values }
}

type Form = Readonly<Record<string, unknown>>

const isMap = (value: unknown): value is Form => typeof value === 'object' && value !== null

/** Whether something is what the dialogs stored at first: their numbers were texts. */
function isForm(value: unknown): value is Form {
  return isMap(value) && (typeof value.issueNumber === 'string' || typeof value.readTime === 'string')
}

/** The values of such a form; fields that it did not have are those of `others`. */
function formValues(type: ContentType, others: DraftValues, form: Form): DraftValues {
  const names = ['title', 'content', 'category', 'imageUrl', 'imageAlt', 'techniqueLevel', 'abletonVersion'] as const
  const texts = names.flatMap((name) => (typeof form[name] === 'string' ? [[name, form[name]] as const] : []))
  // A text area has line feeds alone.
  const sameBody = form.content === others.content.replace(/\r\n?/g, '\n')
  const excerpt = form[type === 'newsletters' ? 'description' : 'excerpt']
  return {
    ...others,
    ...Object.fromEntries(texts),
    ...(sameBody && { content: others.content }),
    ...(typeof excerpt === 'string' && { excerpt }),
    ...(Array.isArray(form.tags) && { tags: form.tags.map(String) }),
    ...(typeof form.featured === 'boolean' && { featured: form.featured }),
    readTime: numberIn(form.readTime) || others.readTime,
    issueNumber: form.issueNumber === undefined ? others.issueNumber : numberIn(form.issueNumber),
  }
}

/** 0 where no number is typed. */
function numberIn(text: unknown): number {
  return Math.max(0, Number.parseInt(String(text), 10) || 0)
}
