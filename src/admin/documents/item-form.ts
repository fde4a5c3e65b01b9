import type { ContentType } from '#domain/content.ts'
import type { DocumentForm } from './document-form.ts'
import { type DraftValues, fieldsOf, formName, patchOf, valuesOf } from './draft-values.ts'
import { fieldLabel, fieldText } from './field-words.ts'

const byHand: ReadonlySet<string> = new Set<keyof DraftValues>([
  'title',
  'excerpt',
  'metaDescription',
  'imageAlt',
])

/** The form of an article, a news item or an issue. */
export function itemForm(type: ContentType, timeZone: string): DocumentForm<DraftValues> {
  return {
    names: fieldsOf[type],
    nameOf: formName,
    valuesOf: (version) => valuesOf(type, version, timeZone),
    labelOf: (key) => fieldLabel(type, key as Exclude<keyof DraftValues, 'content'>),
    textOf: (value) => fieldText(value as DraftValues['title']),
    byHand,
    changesOf(base, values, { publishedAt } = {}) {
      const patch = patchOf(type, base, values, timeZone, { publishedAt })
      const from = patchOf(type, values, base, timeZone, { publishedAt }) ?? {}
      return patch && { patch, from }
    },
  }
}
