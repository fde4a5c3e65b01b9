import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileKinds } from '#domain/content.ts'
import { randomText } from '../../../tests/random-text.ts'
import { parseItem } from './parse-item.ts'
import { plainRules } from './reading-rules.ts'

test('no bytes in a file of any kind make parsing throw', () => {
  const names = fc.constantFrom(
    'id',
    'slug',
    'title',
    'excerpt',
    'category',
    'tags',
    'publishedAt',
    'date',
    'draft',
    'articles',
    'aliases',
    'file',
    'imageUrl',
    'readTime',
    '__proto__',
  )
  const values = fc.oneof(
    fc.json(),
    randomText(),
    fc.constantFrom(
      '2026-01-01',
      '0000-00-00',
      '99999999999999999999',
      '.nan',
      '-.inf',
      '',
      'mixing',
    ),
  )
  const lines = fc.array(fc.tuple(names, values), { maxLength: 12 })
  fc.assert(
    fc.property(fc.constantFrom(...fileKinds), lines, randomText(), (kind, pairs, body) => {
      const text = `---\n${pairs.map(([name, value]) => `${name}: ${value}`).join('\n')}\n---\n${body}`
      const parsed = parseItem(kind, kind === 'pages' ? 'about.md' : 'x.md', Buffer.from(text), {
        ...plainRules,
        timeZone: 'Europe/Berlin',
      })
      if (parsed.kind === 'faulty') expect(parsed.faults.length).toBeGreaterThan(0)
    }),
    { numRuns: 250 * Number(import.meta.env.PROPERTY_TIMES ?? 1) },
  )
  expect({}).not.toHaveProperty('polluted')
})
