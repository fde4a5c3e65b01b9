import { expect, test } from 'vitest'
import { parseItem } from './parse-item.ts'
import { plainRules } from './reading-rules.ts'
import { knownKeys } from './unknown-keys.ts'

const parse = (head: string, rules = plainRules) =>
  parseItem('articles', 'a.md', Buffer.from(`---\n${head}\n---\nBody`), rules)

const complete = 'title: T\nexcerpt: E\ncategory: mixing'

const messages = (head: string) => {
  const { warnings, unread } = parse(`${complete}\n${head}`)
  return [...warnings, ...unread].map(({ line, message }) => `${line}: ${message}`)
}

test.each([
  ['darft: true', 'draft'],
  ['dratf: true', 'draft'],
  ['titel: Another', 'title'],
  ['catgeory: mixing', 'category'],
  ['excerpts: E', 'excerpt'],
  ['publisheddat: 2026-01-01', 'publishedAt'],
  ['publised: false', 'published'],
  ['stauts: draft', 'status'],
  ['visibilty: private', 'visibility'],
  ['slgu: a-name', 'slug'],
  ['tag: a', 'tags'],
  ['feautred: true', 'featured'],
  ['read_time: 5', 'readTime'],
  ['metadescripton: M', 'metaDescription'],
])('%s is a mistyped %s', (line, meant) => {
  const key = line.split(':')[0]
  expect(messages(line)).toEqual([`5: Unknown key '${key}'; do you mean '${meant}'?`])
})

test('every known key is recognised with two neighbouring letters swapped', () => {
  const known = knownKeys.articles
  for (const key of [...known].filter((name) => name.length > 3)) {
    const mistyped = `${key.slice(0, 1)}${key.charAt(2)}${key.charAt(1)}${key.slice(3)}`
    if (mistyped === key) continue
    const found = messages(`${mistyped}: x`).filter((message) => message.includes('do you mean'))
    expect(found, mistyped).toEqual([`5: Unknown key '${mistyped}'; do you mean '${key}'?`])
  }
})

test('keys of other systems are named in one remark, which guesses nothing', () => {
  expect(messages('layout: post\nmath: true\nTOC: true\nkeywords: [a]\n__proto__: x')).toEqual([
    "5: Unknown keys 'layout', 'math', 'TOC', 'keywords', '__proto__' are ignored",
  ])
  expect(messages('weight: 3')).toEqual(["5: Unknown key 'weight' is ignored"])
})

test('known keys in other capitals, keys that say for whom a text is, and what an import notes get no remark', () => {
  expect(
    messages('Tags: [a]\nFEATURED: true\nstatus: publish\nimportedFrom: https://example.org/1'),
  ).toEqual([])
})

test('a fault hides none of the other remarks on its file', () => {
  const parsed = parse('excerpt: E\ncategory: dancing\ndarft: true\nlayout: post\nreadTime: long')
  expect(parsed).toMatchObject({
    kind: 'faulty',
    faults: [{ message: 'Title is required' }],
    warnings: [
      { line: 4, message: "Unknown key 'darft'; do you mean 'draft'?" },
      { line: 3, message: "Unknown category 'dancing'; this is on no category page" },
      { line: 6, message: expect.stringContaining('readTime is a whole number') },
    ],
    unread: [{ line: 5, message: "Unknown key 'layout' is ignored" }],
  })
})
