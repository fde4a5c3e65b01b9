import { expect, test } from 'vitest'
import { changeInWords, type ItemChange } from './item-history.ts'
import { compareTexts } from './markdown/reading/compare-texts.ts'
import { countChanges } from './markdown/reading/count-changes.ts'

const labels: Record<string, string> = {
  title: 'Title',
  seo: 'SEO text',
  publishedAt: 'Publication Date',
}
const words = (before: string, after: string, more: Partial<ItemChange> = {}) =>
  changeInWords(
    {
      kind: 'edited',
      fields: [],
      moved: false,
      blocks: countChanges(compareTexts(before, after)),
      ...more,
    },
    (field) => labels[field] ?? field,
  )

test.each<[string, string, Partial<ItemChange>, string]>([
  ['a b\n\nc d', 'a x\n\nc y', { fields: ['title'] }, '2 paragraphs, title'],
  ['a', 'a\n\n## b\n\n- c\n- d', {}, '1 heading added, 2 list items added'],
  [
    'a\n\nb\n\nc',
    'b\n\nc\n\na',
    { fields: ['seo', 'publishedAt'] },
    '1 paragraph moved, SEO text, publication date',
  ],
  ['a', 'b', { blocks: null }, 'The text'],
  ['a', 'a', { moved: true }, 'Place of the file'],
  ['* a', '- a', {}, 'How the file is written'],
  ['', 'a', { kind: 'created' }, 'Created'],
  ['a', '', { kind: 'deleted' }, 'Deleted'],
])('%j → %j %o is said as %s', (before, after, more, said) => {
  expect(words(before, after, more)).toBe(said)
})
