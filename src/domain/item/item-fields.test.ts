import { expect, test } from 'vitest'
import { contentPatch } from '../content-input.ts'
import type { Field } from './field.ts'
import { frontmatterOf } from './frontmatter.ts'
import { itemFields, keyOrder } from './item-fields.ts'

const types = ['articles', 'news', 'newsletters'] as const

test.each(types)('every field of %s stands in files and in writes', (type) => {
  const names = Object.keys(itemFields[type])
  const inFiles = names.filter((name) => name !== 'fields')
  expect(Object.keys(frontmatterOf[type].shape)).toEqual(expect.arrayContaining(inFiles))
  expect(Object.keys(contentPatch[type].shape)).toEqual(expect.arrayContaining(names))
})

test.each(types)('a write of %s takes no other value than those that it writes', (type) => {
  const own = { ...itemFields[type], content: null, contentFormat: null, revision: null }
  const samples = ['text', 5, true, ['text'], null]
  for (const [name, schema] of Object.entries(contentPatch[type].shape)) {
    const isIgnored = samples.every((sample) => schema.safeParse(sample).success)
    if (isIgnored || (type === 'newsletters' && name === 'excerpt')) continue
    expect(own).toHaveProperty(name)
  }
})

test('new keys stand in the order of the reference of the files', () => {
  const order =
    'title slug excerpt description metaDescription category tags readTime featured techniqueLevel abletonVersion series author issueNumber publishedAt draft imageUrl imageAlt'
  expect(keyOrder().join(' ')).toBe(order)
})

test('a field is in lists, unless the store has it by name (`server/content/read/entry.ts`)', () => {
  const named = types.flatMap((type) =>
    Object.entries<Field>(itemFields[type]).flatMap(([name, field]) =>
      field.in === 'list' ? [] : [name],
    ),
  )
  expect(new Set(named)).toEqual(new Set(['metaDescription', 'draft', 'messageId', 'articles']))
})
