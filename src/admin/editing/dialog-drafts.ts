import { type ContentType, contentTypes } from '#domain/content.ts'
import { isRecord } from '#domain/is-record.ts'
import { itemTypes } from '#domain/item/types.ts'
import { specifiedVocabulary, type Vocabulary } from '#domain/site/vocabulary.ts'
import { type DraftValues, valuesOf } from '../documents/draft-values.ts'
import type { EarlierAttempt } from '../documents/queue/outgoing.ts'
import type { StoredDraft } from '../documents/stored-draft.ts'
import { carriedOver } from '../documents/stored-format.ts'
import { firstWords } from './choices.ts'

/** Kind of the stored drafts of the create dialogs, one per type. */
export const createKind = 'create-dialog'
/**
 * Kind of the drafts that older versions of the edit dialog stored; the dialog now shares the
 * editor's drafts.
 */
export const editKind = 'edit-dialog'

/** Name of an item among the drafts of `editKind`. */
export const editedName = (type: ContentType, id: number) => `${type}/${id}`

/** Parses such a name; null for any other. */
export function editedOf(name: string): { type: ContentType; id: number } | null {
  const [, type, id] = /^(\w+)\/(\d+)$/.exec(name) ?? []
  const known = contentTypes.find((one) => one === type)
  return known && id ? { type: known, id: Number(id) } : null
}

/**
 * Values of a new item in the create dialog, with the defaults of section 9 of the specification,
 * or the first words of the site. Issue number 0 stands for the next free one.
 */
export function newValues(type: ContentType, site: Vocabulary = specifiedVocabulary): DraftValues {
  const abletonVersion = site.versions.known.includes('live_11') ? 'live_11' : ''
  return { ...valuesOf(type, {}, 'UTC'), ...firstWords(type, site), abletonVersion, issueNumber: 0 }
}

/** Converts a stored draft of a new item to the present format; null for none. */
export function readableNew(
  type: ContentType,
  kept: StoredDraft | null,
  site?: Vocabulary,
): StoredDraft<DraftValues> | null {
  const empty = newValues(type, site)
  if (kept && isForm(kept.base) && isForm(kept.values)) {
    const [base, values] = [kept.base, kept.values].map((form) =>
      formValues(type, empty, form),
    ) as [DraftValues, DraftValues]
    // Format 1 started every issue with number 1; now an untouched number means the next free one.
    const untouched = (kept.format ?? 1) < 2 && values.issueNumber === base.issueNumber
    const number = untouched ? { issueNumber: empty.issueNumber } : {}
    return { ...kept, base: { ...base, ...number }, values: { ...values, ...number } }
  }
  const read = kept && carriedOver(empty, kept.base, kept.values)
  return read && { ...kept, ...read }
}

/**
 * Converts an old draft of the edit dialog to one of the editor; `file` is the present item. Null
 * for any other draft.
 */
export function carriedEdit(
  type: ContentType,
  file: DraftValues,
  kept: StoredDraft,
): StoredDraft<DraftValues> | null {
  const id = editedOf(kept.item)?.id
  if (
    id === undefined ||
    !isRecord(kept.base) ||
    !isRecord(kept.values) ||
    typeof kept.values.title !== 'string'
  )
    return null
  const [base, values] = [formValues(type, file, kept.base), formValues(type, file, kept.values)]
  return { ...kept, kind: type, item: String(id), base, values }
}

type Form = Readonly<Record<string, unknown>>

/** Whether the value has the first format of the dialogs, with numbers as text. */
function isForm(value: unknown): value is Form {
  return (
    isRecord(value) && (typeof value.issueNumber === 'string' || typeof value.readTime === 'string')
  )
}

/** The values of such a form; missing fields come from `others`. */
function formValues(type: ContentType, others: DraftValues, form: Form): DraftValues {
  const names = [
    'title',
    'content',
    'category',
    'imageUrl',
    'imageAlt',
    'techniqueLevel',
    'abletonVersion',
  ] as const
  const texts = names.flatMap((name) =>
    typeof form[name] === 'string' ? [[name, form[name]] as const] : [],
  )
  // A text area normalises line ends to LF.
  const sameBody = form.content === others.content.replace(/\r\n?/g, '\n')
  const excerpt = form[itemTypes[type].teaser]
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

/** Parses a number; 0 for none. */
function numberIn(text: unknown) {
  return Math.max(0, Number.parseInt(String(text), 10) || 0)
}

/** The attempts that were stored with a draft. */
export function attemptsIn(attempt: unknown): ReadonlyArray<EarlierAttempt> {
  return Array.isArray(attempt) ? (attempt as Array<EarlierAttempt>) : []
}
