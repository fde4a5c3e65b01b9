import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonItems } from '#domain/markdown/align.ts'
import { randomText } from '../../../tests/random-text.ts'
import { readFrontmatter } from './frontmatter.ts'
import { editFrontmatter } from './frontmatter-edit.ts'
import { parseSafeYaml } from './safe-yaml.ts'

const edits: Array<
  [name: string, head: string, changes: Record<string, unknown>, expected: string]
> = [
  ['a plain value', 'title: A # c\nx: 1\n', { title: 'B' }, 'title: B # c\nx: 1\n'],
  ['a value in double quotes', 'title: "A: b"\n', { title: 'C "d"' }, 'title: "C \\"d\\""\n'],
  ['a value in single quotes', "title: 'A'  # why\n", { title: "it's" }, "title: 'it''s'  # why\n"],
  ['a plain value that has to be quoted', 'title: A\n', { title: 'B: c' }, 'title: "B: c"\n'],
  [
    'a text that other readers take for a number',
    'title: A\n',
    { title: '0b11' },
    'title: "0b11"\n',
  ],
  [
    'a text that looks like a number',
    'abletonVersion: 11.0\n',
    { abletonVersion: '12.0' },
    'abletonVersion: "12.0"\n',
  ],
  ['a text that looks like a boolean', 'title: A\n', { title: 'No' }, 'title: "No"\n'],
  [
    'a number that is the same',
    'abletonVersion: 11.0 # old\n',
    { abletonVersion: '11.0' },
    'abletonVersion: 11.0 # old\n',
  ],
  ['a typed number', 'readTime:   4   # minutes\n', { readTime: 7 }, 'readTime: 7   # minutes\n'],
  [
    'a date',
    'publishedAt: 2026-01-02\n',
    { publishedAt: new Date(0) },
    'publishedAt: "1970-01-01T00:00:00.000Z"\n',
  ],
  [
    'an item of a flow list',
    'tags: [ a, "b" , c ]  # t\n',
    { tags: ['a', 'b', 'd', 'c'] },
    'tags: [ a, "b", d, c ]  # t\n',
  ],
  [
    'a number in a flow list',
    'tags: [a]\n',
    { tags: ['a', '808', 'x, y'] },
    'tags: [a, "808", "x, y"]\n',
  ],
  ['an empty flow list', 'tags: []\n', { tags: ['a'] }, 'tags: [a]\n'],
  ['a flow list that becomes empty', 'tags: [a]\n', { tags: [] }, 'tags: []\n'],
  [
    'a flow list over lines',
    'tags: [\n  a,\n  b,\n]\n',
    { tags: ['a', 'b', 'c'] },
    'tags: [\n  a,\n  b,\n  c,\n]\n',
  ],
  [
    'an item of a block list',
    'tags:\n- a # one\n# between\n-   b\nx: 1\n',
    { tags: ['a', 'new', 'b'] },
    'tags:\n- a # one\n- new\n# between\n-   b\nx: 1\n',
  ],
  [
    'the last item of a block list',
    'tags:\n  - a\n  - b\n',
    { tags: ['a', 'b', 'c'] },
    'tags:\n  - a\n  - b\n  - c\n',
  ],
  [
    'an item that goes',
    'tags:\n  - a\n  - b # gone\n  - c\n',
    { tags: ['a', 'c'] },
    'tags:\n  - a\n  - c\n',
  ],
  ['a block list that becomes empty', 'tags:\n  - a\nx: y\n', { tags: [] }, 'tags: []\nx: y\n'],
  ['a key without a value', 'title:\nx: y\n', { title: 'A' }, 'title: A\nx: y\n'],
  [
    'a key without a value but a comment',
    'title: # say it\nx: y\n',
    { title: 'A' },
    'title: A # say it\nx: y\n',
  ],
  [
    'a text of several lines',
    'excerpt: A # c\nx: y\n',
    { excerpt: 'one\n\ntwo\n' },
    'excerpt: | # c\n  one\n\n  two\nx: y\n',
  ],
  [
    'a literal block',
    'a: |-\n    one\n    two\nx: y\n',
    { a: 'one\n  2' },
    'a: |-\n  one\n    2\nx: y\n',
  ],
  [
    'a literal block that becomes one line',
    'a: |\n  one\n  two\n\nx: y\n',
    { a: 'one' },
    'a: |-\n  one\n\nx: y\n',
  ],
  ['a folded text', 'a: plain text\n  goes on\nx: y\n', { a: 'short' }, 'a: short\nx: y\n'],
  [
    'a new key behind those before it',
    'title: A\npublishedAt: x\nzzz: 1\n',
    { category: 'mixing' },
    'title: A\ncategory: mixing\npublishedAt: x\nzzz: 1\n',
  ],
  [
    'a new key beside its alias',
    'title: A\ndate: 2026-01-01 # c\nzzz: 1\n',
    { publishedAt: '2026-02-02' },
    'title: A\ndate: 2026-01-01 # c\npublishedAt: "2026-02-02"\nzzz: 1\n',
  ],
  [
    'an unknown new key at the end',
    'title: A\nlist:\n  - x\n# end\n',
    { other: 'b' },
    'title: A\nlist:\n  - x\nother: b\n# end\n',
  ],
  [
    'several new keys',
    'title: A\n',
    { draft: true, category: 'x', id: 5, tags: ['a', 'b'] },
    'title: A\ncategory: x\ntags: [a, b]\ndraft: true\nid: 5\n',
  ],
  [
    'a new list as other lists are',
    'title: A\naliases:\n- /x\n',
    { tags: ['a', 'b'] },
    'title: A\ntags:\n- a\n- b\naliases:\n- /x\n',
  ],
  [
    'a key that goes with its comment',
    'title: A\ndraft: true # not yet\nx: 1\n',
    { draft: undefined },
    'title: A\nx: 1\n',
  ],
  [
    'a key that goes with the comment above',
    '# file\ntitle: A\n# not yet\ndraft: true\n',
    { draft: undefined },
    '# file\ntitle: A\n',
  ],
  [
    'a comment above that is for more',
    'title: A\n# two\ndraft: true\nx: 1\n',
    { draft: undefined },
    'title: A\n# two\nx: 1\n',
  ],
  [
    'a list that goes',
    'title: A\ntags:\n  - a\n  - b\n\n# x\nx: 1\n',
    { tags: undefined },
    'title: A\n\n# x\nx: 1\n',
  ],
  [
    'a key that goes and a new one at its place',
    'title: A\ndraft: true # not yet\nx: 1\n',
    { draft: undefined, slug: 'a' },
    'title: A\nslug: a\nx: 1\n',
  ],
  [
    'a key that goes with the comment above and a new one at its place',
    'title: A\n# not yet\ndraft: true\n',
    { draft: undefined, category: 'mixing', tags: ['a'] },
    'title: A\ncategory: mixing\ntags: [a]\n',
  ],
  [
    'all keys that go and new ones',
    'title: A\n# two\nslug: b\n',
    { title: undefined, slug: undefined, excerpt: 'C', id: 1 },
    'excerpt: C\nid: 1\n',
  ],
  [
    'a list that goes and a new key behind another that changes',
    'title: A\ntags:\n  - a\n  - b\nx: 1\n',
    { title: 'B', tags: undefined, category: 'mixing' },
    'title: B\ncategory: mixing\nx: 1\n',
  ],
  [
    'keys within a map that go and come',
    'extra:\n  a: one\n  b: two\nx: y\n',
    { extra: { b: 'two', c: 'three' }, x: undefined, z: 'w' },
    'extra:\n  b: two\n  c: three\nz: w\n',
  ],
  [
    'a value in a flow map',
    "theme: {colors: {accent: '#4f9d45', ink:  '#111111'}, fonts: {text: serif}} # ours\n",
    {
      theme: {
        colors: { accent: '#123456', ink: '#111111', muted: '#444444' },
        fonts: { text: 'serif' },
      },
    },
    "theme: {colors: {accent: '#123456', ink:  '#111111', muted: '#444444'}, fonts: {text: serif}} # ours\n",
  ],
  ['a flow map over lines', 'a: {\n  b: c, # d\n}\n', { a: { b: 'e' } }, 'a: {\n  b: e, # d\n}\n'],
  [
    'a new item of a flow list with a comment',
    'tags: [a, # keep: for the series\n  b]\n',
    { tags: ['a', 'b', 'c'] },
    'tags: [a, # keep: for the series\n  b,\n  c]\n',
  ],
  [
    'an item behind the comment of the one before it',
    'tags: [ # all\n  a, # one\n  b # two\n]\n',
    { tags: ['a', 'x', 'b', 'c', 'd'] },
    'tags: [ # all\n  a, # one\n  x,\n  b, # two\n  c,\n  d\n]\n',
  ],
  [
    'an item that goes with its comment from a flow list',
    'tags: [\n  a, # one\n  "b", # two\n  c, # three\n]\n',
    { tags: ['c', 'd'] },
    'tags: [\n  c, # three\n  d,\n]\n',
  ],
  [
    'the last item of a flow list that goes behind a comment',
    'tags: [a, # keep\n  b]\n',
    { tags: ['a'] },
    'tags: [a, # keep\n  ]\n',
  ],
  [
    'a new item of a flow list on two lines',
    'tags: [a,   b,\n  c,     d]\n',
    { tags: ['a', 'x', 'b', 'c', 'd', 'e'] },
    'tags: [a, x,   b,\n  c,     d, e]\n',
  ],
  [
    'a map in a flow list with a comment',
    "list: [{a: one,  b: 2}, # first\n  {a: 'two'}]\n",
    { list: [{ a: 'one', b: '2' }, { a: 'three' }] },
    "list: [{a: one,  b: 2}, # first\n  {a: 'three'}]\n",
  ],
  [
    'a flow map with comments',
    'a: { # why\n  b: 1.0, # one\n  c: [x, # ex\n    y], d: 2, # two\n  e: 3 }\n',
    { a: { b: '1.0', c: ['x', 'z'], e: 'f', g: 'h' } },
    'a: { # why\n  b: 1.0, # one\n  c: [x, # ex\n    z],  # two\n  e: f,\n  g: h }\n',
  ],
  [
    'frontmatter that is one flow map with a comment',
    '{title: A, # of many\n  weight: 5, tags: [ a,  b ]}\n',
    { title: 'B: c', category: 'mixing' },
    '{title: "B: c", # of many\n  weight: 5, tags: [ a,  b ], category: mixing}\n',
  ],
  [
    'frontmatter that is one flow map on one line',
    '{title: A, weight: 5}\n',
    { title: 'B', weight: undefined, slug: 'b' },
    '{title: B, slug: b}\n',
  ],
  [
    'frontmatter that is JSON',
    '{"title":"A","tags":["a","b"],"weight":5}\n',
    { title: 'B', tags: ['a', 'c'] },
    '{"title":"B","tags":["a","c"],"weight":5}\n',
  ],
  [
    'all keys of a map in braces',
    'extra: {a: x, b: y} # c\n',
    { extra: { c: 'z', d: 'w' } },
    'extra: {c: z, d: w} # c\n',
  ],
  [
    'a folded text with a comment',
    'excerpt: > # shown on the home page\n  one\n  two\nx: y\n',
    { excerpt: 'other' },
    'excerpt: >- # shown on the home page\n  other\nx: y\n',
  ],
  [
    'a literal text with a comment that becomes a list',
    'tags: |2+  # all of them\n   one\n\nx: y\n',
    { tags: ['a', 'b'] },
    'tags: ["a", "b"]  # all of them\nx: y\n',
  ],
  [
    'a literal text with a comment in a list',
    'tags:\n  - |- # one\n    a\n    b\n  - c\n',
    { tags: ['x\ny', 'c'] },
    'tags:\n  - |- # one\n    x\n    y\n  - c\n',
  ],
  [
    'a text below a comment',
    'title: # of many\n  A # one\nx: y\n',
    { title: 'B' },
    'title: B # of many # one\nx: y\n',
  ],
  [
    'an item of a list of flow maps, moved and new, with its comment',
    'list:\n  # the first\n  - {key: a, label: A}\n  - {key: b, label: B} # b\n  - {key: c, label: C} # c\n',
    {
      list: [
        { key: 'b', label: 'B' },
        { key: 'a', label: 'A' },
        { key: 'd', label: 'D: e' },
        { key: 'c', label: 'Sea' },
      ],
    },
    'list:\n  # the first\n  - {key: b, label: B} # b\n  - {key: a, label: A}\n  - {key: d, label: "D: e"}\n  - {key: c, label: Sea} # c\n',
  ],
  [
    'null',
    'title: A\npublishedAt: 2026-01-01\n',
    { publishedAt: null },
    'title: A\npublishedAt: null\n',
  ],
  ['an only key that goes', 'title: A\n', { title: undefined, x: 'z' }, 'x: z\n'],
  ['a key in quotes', '"title": A\n', { title: 'B' }, '"title": B\n'],
  [
    'a map',
    'extra:\n  a: 1 # one\n  b: 2\n',
    { extra: { a: '1', b: 'x', c: 'z' } },
    'extra:\n  a: 1 # one\n  b: x\n  c: z\n',
  ],
  ['a map in braces', 'extra: {a: x, b: y}\n', { extra: { a: 'z' } }, 'extra: {a: z}\n'],
  ['nothing', 'title:   A\n', { title: 'A', gone: undefined }, 'title:   A\n'],
  ['an empty head', '', { title: 'A' }, 'title: A\n'],
]

test.each(edits)('%s', (_name, head, changes, expected) => {
  const file = (text: string) => `---\n${text}---\n\nBody\n`
  expect(editFrontmatter(file(head), changes)).toBe(file(expected))
  const windows = (text: string) => `\uFEFF${file(text).replaceAll('\n', '\r\n')}`
  expect(editFrontmatter(windows(head), changes)).toBe(windows(expected))
})

test.each([
  [
    'a line feed first',
    '---\ntitle: A\r\nexcerpt: e\r\nnotes: |\r\n  one\r\n  two\r\n---\r\nBody\r\n',
    { title: 'B', category: 'mixing' },
    '---\ntitle: B\r\nexcerpt: e\r\ncategory: mixing\r\nnotes: |\r\n  one\r\n  two\r\n---\r\nBody\r\n',
  ],
  [
    'a carriage return first',
    '---\r\ntitle: A\nexcerpt: e\nnotes: |\n  one\n  two\n---\nBody\n',
    { title: 'B', category: 'mixing' },
    '---\r\ntitle: B\nexcerpt: e\ncategory: mixing\nnotes: |\n  one\n  two\n---\nBody\n',
  ],
  [
    'another line end in each line',
    '---\ntitle: A\r\ndraft: true\nnotes: |\r\n  one\n  two\r\nx: 1\n---\r\n',
    { title: 'B', draft: undefined, notes: 'one\n2\nthree\n' },
    '---\ntitle: B\r\nnotes: |\r\n  one\n  2\r\n  three\r\nx: 1\n---\r\n',
  ],
])(
  'mixed line ends stay, and a new line has that of its neighbor: %s',
  (_name, source, changes, expected) => {
    expect(editFrontmatter(source, changes)).toBe(expected)
  },
)

const issue = `---
title: Three tricks # of many
issueNumber: 3
articles:
  # The first
  - title: One
    excerpt: "First"
    content: |
      Some *text*.

      More.

  - title: Two
    content: Short
publishedAt: 2026-01-01
---

Hello
`

test('one article of a newsletter is edited in place', () => {
  const articles = [
    { title: 'One', excerpt: 'First', content: 'Some *text*.\n\nAnd more.\n' },
    { title: 'Two', content: 'Short' },
  ]
  expect(editFrontmatter(issue, { articles })).toBe(issue.replace('      More.', '      And more.'))
})

test('articles of a newsletter are added, taken away and changed by item', () => {
  const articles = [
    { title: 'Two', excerpt: 'New', content: 'Longer\ntext\n' },
    { title: 'Three', content: 'x' },
  ]
  const result = editFrontmatter(issue, { articles })
  expect(result).toContain(
    '\narticles:\n  # The first\n\n  - title: Two\n    excerpt: New\n    content: |\n      Longer\n      text\n  - title: Three\n    content: x\npublishedAt: 2026-01-01\n',
  )
})

test('a file without frontmatter gets one', () => {
  expect(editFrontmatter('Just text\n', { title: 'A' })).toBe('---\ntitle: A\n---\n\nJust text\n')
  expect(editFrontmatter('', { title: 'A' })).toBe('---\ntitle: A\n---\n')
  expect(editFrontmatter('a\r\n', { title: 'A' })).toBe('---\r\ntitle: A\r\n---\r\n\r\na\r\n')
})

test('frontmatter that cannot be read is not written over', () => {
  expect(() => editFrontmatter('---\ntitle: A\n', { title: 'B' })).toThrow('not closed')
  expect(() => editFrontmatter('---\na: *x\n---\n', { title: 'B' })).toThrow('aliases')
  expect(() => editFrontmatter('---\na: 1\n---\n', { title: Number.NaN })).toThrow('title')
})

const content = fileURLToPath(new URL('../../../content/', import.meta.url))
const files = readdirSync(content, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md') && !/^README|^mails/.test(name))
  .map((name) => readFileSync(path.join(content, name), 'utf8'))

test('writing all fields of a file back changes nothing, and one new title changes one line', () => {
  for (const source of files) {
    const file = readFrontmatter(Buffer.from(source))
    if (file.kind === 'unreadable') throw new Error(file.fault.message)
    expect(editFrontmatter(source, file.data)).toBe(source)
    const lines = source.split('\n')
    const others = editFrontmatter(source, { title: 'Another: title' }).split('\n')
    expect(others.filter((line, index) => line !== lines[index])).toEqual([
      'title: "Another: title"',
    ])
  }
})

const text = fc.oneof(
  fc.constantFrom(
    'a',
    'true',
    '2026-01-01',
    '3.10',
    '',
    ' x',
    'a: b',
    '# c',
    '- d',
    '[e',
    "it's",
    '"q"',
    'x\ny',
    'x\n\n  y\n',
    'z\n\n',
    '\tt',
    'é\u2028',
    '---',
    '...',
    '|',
    '> f',
    'a #b',
    '12:30:45',
    '%',
    '@',
    '`',
  ),
  randomText({ maxLength: 12 }).map((value) => value.replace(/[\r\uD800-\uDFFF]/g, '')),
)
const value = fc.oneof(
  text,
  fc.array(text, { maxLength: 4 }),
  fc.array(fc.record({ title: text, content: text }), { maxLength: 3 }),
  fc.constant(null),
)
const names = ['title', 'tags', 'publishedAt', 'articles', 'other']

const sources = fc.constantFrom(
  ...files,
  issue,
  '---\n---\n',
  '---\ntitle: >\n  folded\n\n  text\ntags: [a, b]\nother: # c\n---\n',
  '---\n{title: A, # of many\n  tags: [a, # one\n    b], other: {c: d, # map\n  e: [f]}}\n---\n',
  '---\ntitle: > # folded\n  text\ntags: [ # all\n  a, "b" # two\n  , c,\n  ]\nother: # text\n  x\n---\n',
  '---\n# file\ntitle: A # a\n# of both\ntags:\n- a # one\n\n# end\nother: |\n  x\n---\n',
)
const dataOf = (file: string) => ({
  ...parseSafeYaml(/^---\n(.*?)^---\n/ms.exec(file)?.[1] ?? '').data,
})
const changed = fc.tuple(fc.constantFrom(...names), fc.option(value, { nil: undefined }))

test('any values of any keys can be written, one after the other or at once, and only the changed keys differ', () => {
  fc.assert(
    fc.property(
      sources,
      fc.array(fc.uniqueArray(changed, { minLength: 1, maxLength: 4, selector: ([key]) => key }), {
        minLength: 1,
        maxLength: 3,
      }),
      (source, calls) => {
        let now = source
        for (const changes of calls) {
          const expected = dataOf(now)
          now = editFrontmatter(now, Object.fromEntries(changes))
          for (const [key, next] of changes)
            if (next === undefined) delete expected[key]
            else expected[key] = next
          expect(dataOf(now)).toEqual(expected)
        }
        expect(now.endsWith(source.slice(source.indexOf('\n---\n') + 1))).toBe(true)
      },
    ),
    { numRuns: 30 * Number(import.meta.env.PROPERTY_TIMES ?? 1) },
  )
})

const word = fc.constantFrom('a', 'b', 'c', 'd: e', '3.10', 'f # g', '')
const between = fc.constantFrom(
  ', ',
  ',  ',
  ',\n  ',
  ', # one\n  ',
  ' # two\n  , ',
  ' , # three\n  # four\n  ',
  ',\n\n  ',
)
/** A flow list as it is written, its items, and those that it gets. */
const flowLists = fc
  .record({
    open: fc.constantFrom('[', '[ ', '[\n  ', '[ # five\n  '),
    close: fc.constantFrom(
      ']',
      ' ]',
      '\n  ]',
      ',\n]',
      ' # six\n  ]',
      ', # seven\n  ]',
      ',\n  # eight\n]',
    ),
    items: fc.array(
      fc.record({
        old: word,
        gap: between,
        now: fc.array(fc.oneof(fc.constant('stays'), word), { maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ open, close, items }) => {
    const texts = items.map(
      ({ old }, index) => (index > 0 ? items[index - 1]!.gap : '') + JSON.stringify(old),
    )
    return {
      list: open + texts.join('') + close,
      value: items.flatMap(({ old, now }) => now.map((item) => (item === 'stays' ? old : item))),
      old: items.map(({ old }) => old),
    }
  })

test('any flow list changes to any other, and keeps its comments unless items go', () => {
  fc.assert(
    fc.property(flowLists, ({ list, old, value }) => {
      const source = `---\ntitle: A\ntags: ${list}\nx: y\n---\n`
      const edited = editFrontmatter(source, { tags: value })
      expect(dataOf(edited)).toEqual({ title: 'A', tags: value, x: 'y' })
      const comments = (text: string) => text.match(/(?<!f )# [a-z]+/g) ?? []
      if (old.every((item) => value.includes(item)))
        expect(comments(edited)).toEqual(comments(source))
    }),
    { numRuns: 20 * Number(import.meta.env.PROPERTY_TIMES ?? 1) },
  )
})

test('with any line ends, the same lines change, and all others keep theirs', () => {
  const lineEnds = fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 1, maxLength: 5 })
  const linesOf = (file: string) => file.split(/(?<=\n)/)
  fc.assert(
    fc.property(
      sources,
      lineEnds,
      fc.uniqueArray(changed, { selector: ([key]) => key }),
      (source, ends, changes) => {
        const mixed = source
          .split('\n')
          .reduce((before, line, index) => `${before}${ends[index % ends.length]}${line}`)
        const [now, mixedNow] = [source, mixed].map((file) =>
          editFrontmatter(file, Object.fromEntries(changes)),
        )
        expect(mixedNow!.replaceAll('\r\n', '\n')).toBe(now)
        expect(commonItems(linesOf(mixed), linesOf(mixedNow!)).length).toBe(
          commonItems(linesOf(source), linesOf(now!)).length,
        )
      },
    ),
    { numRuns: 20 * Number(import.meta.env.PROPERTY_TIMES ?? 1) },
  )
})

test.each([
  [
    '---\ntags: [a, b]\nother: # c\n---\n',
    { other: 'x\ny' },
    '---\ntags: [a, b]\nother: "x\\ny" # c\n---\n',
  ],
  [
    '---\ntags:\n- a # one\n\n# end\nother: x\n---\n',
    { tags: 'z\n\n' },
    '---\ntags: "z\\n\\n" # one\n\n# end\nother: x\n---\n',
  ],
])(
  'lines beside a comment or an empty line are written in quotes: %j',
  (source, changes, expected) => {
    expect(editFrontmatter(source, changes)).toBe(expected)
  },
)
