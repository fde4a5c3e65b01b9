import { expect, test } from 'vitest'
import { categoryOf, fieldNameOf, importKinds, importMapping, targetOf } from './mapping.ts'

const mapping = importMapping.parse({})

test.each(Object.getOwnPropertyNames(Object.prototype))(
  'the name %s of another system is a name like any other',
  (name) => {
    for (const system of importKinds) expect(targetOf(system, name, mapping)).toBe('articles')
    expect(categoryOf(name, mapping, ['mixing'])).toBe(name)
    // Names that begin with an underline are those of plugins.
    expect(fieldNameOf(name, mapping)).toBe(name.startsWith('_') ? null : name)
  },
)

test('such a name is mapped where the mapping has it', () => {
  const own = importMapping.parse({
    kinds: { constructor: 'news' },
    categories: { valueOf: 'mixing' },
    fields: { toString: 'text' },
  })
  expect([
    targetOf('ghost', 'constructor', own),
    categoryOf('valueOf', own, []),
    fieldNameOf('toString', own),
  ]).toEqual(['news', 'mixing', 'text'])
})

test.each(['publish', 'visibility', 'members-only', '_build'])(
  '%s is no field of a text',
  (name) => {
    expect(fieldNameOf(name, mapping)).toBe(null)
    expect(fieldNameOf(name, importMapping.parse({ fields: { [name]: 'kept' } }))).toBe('kept')
  },
)
