import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textWorkHere } from '../../../tests/text-work-here.ts'
import { plainRules } from '../read/reading-rules.ts'
import { mergeFile } from './merging.ts'

const work = textWorkHere()
const head = [
  'title: Warp modes # the short one',
  'excerpt: What they do',
  'category: mixing',
  'tags: [warp]',
  'x-own: 1',
]
const file = (lines: ReadonlyArray<string>, body: string) =>
  `---\n${lines.join('\n')}\n---\n\n${body}`
const body = 'First paragraph.\n\nSecond paragraph.\n\n- one\n- two\n'
const base = file(head, body)
const replaced = (text: string, ...changes: Array<[string, string]>) =>
  changes.reduce((result, [from, to]) => result.replace(from, to), text)

async function merge(
  ours: string,
  theirs: string,
  from: string | null = base,
  path = 'articles/2026/warp.md',
): Promise<string | null> {
  const bytes = (text: string) => Buffer.from(text)
  const merged = await mergeFile(
    path,
    from === null ? null : bytes(from),
    bytes(ours),
    bytes(theirs),
    plainRules,
    work,
  )
  return merged === null ? null : merged.toString()
}

test('edits of different keys and blocks merge, neighbors included, and nothing else changes', async () => {
  const ours = replaced(
    base,
    ['Warp modes', 'Warp modes, all of them'],
    ['First', 'The first'],
    ['- two', '- two\n- three'],
  )
  const theirs = replaced(
    base,
    ['What they do', 'What each does'],
    ['Second', 'The second'],
    ['- one', '- One'],
  )
  const both = replaced(
    base,
    ['Warp modes', 'Warp modes, all of them'],
    ['What they do', 'What each does'],
    ['First', 'The first'],
    ['Second', 'The second'],
    ['- one\n- two', '- One\n- two\n- three'],
  )
  expect(await merge(ours, theirs)).toBe(both)
  expect(await merge(theirs, ours)).toBe(both)
})

test('keys that the site does not know and comments merge as well', async () => {
  const ours = replaced(base, ['x-own: 1', 'x-own: 2'])
  const theirs = replaced(base, ['title:', '# ask Ada about this\ntitle:'])
  expect(await merge(ours, theirs)).toBe(
    replaced(base, ['title:', '# ask Ada about this\ntitle:'], ['x-own: 1', 'x-own: 2']),
  )
})

test('both adding a key at one place merges by key, and keeps the comments of both', async () => {
  const ours = replaced(base, ['x-own: 1', 'x-own: 1\nreadTime: 4'])
  const theirs = replaced(base, ['x-own: 1', 'x-own: 1\nfeatured: true # for June'])
  expect(await merge(ours, theirs)).toBe(
    replaced(base, ['x-own: 1', 'x-own: 1\nreadTime: 4\nfeatured: true # for June']),
  )
})

test('both adding keys at one place keep the spelling of their values', async () => {
  const written = [
    'weight: 5',
    'showToc: true',
    'updated: 2026-02-03 # checked',
    "version:   '11.0'",
    'x-list: [ 1,  two ]',
  ]
  const from = replaced(base, ['x-own: 1', 'x-own: 1\n# the end'])
  const ours = replaced(from, ['x-own: 1', 'x-own: 1\nseries: Basics'])
  const theirs = replaced(from, [
    'x-own: 1',
    ['x-own: 1', '# of the writer', ...written].join('\n'),
  ])
  const merged = (...lines: Array<string>) =>
    replaced(from, ['x-own: 1', ['x-own: 1', ...lines].join('\n')])
  expect(await merge(ours, theirs, from)).toBe(
    merged('series: Basics', '# of the writer', ...written),
  )
  expect(await merge(theirs, ours, from)).toBe(
    merged('# of the writer', ...written, 'series: Basics'),
  )
  const windows = (text: string) => text.replaceAll('\n', '\r\n')
  expect(await merge(windows(ours), windows(theirs), windows(from))).toBe(
    windows(merged('series: Basics', '# of the writer', ...written)),
  )
})

test('keys beside each other, changed, added and removed, keep the spelling of their values', async () => {
  const from = replaced(base, [
    'x-own: 1',
    'x-one: 1\nx-two: 2\nx-three: 3\nx-four: [4]\nx-five: |\n  5',
  ])
  const ours = replaced(
    from,
    ['x-one: 1', 'x-one: 1.0'],
    ['x-three: 3\n', ''],
    ['  5', '  5\n\n  6'],
  )
  const theirs = replaced(
    from,
    ['x-two: 2', 'x-two: on # why'],
    ['x-four: [4]', 'x-four:\n- 4 # four\n- 0x5'],
  )
  const both = replaced(base, [
    'x-own: 1',
    'x-one: 1.0\nx-two: on # why\nx-four:\n- 4 # four\n- 0x5\nx-five: |\n  5\n\n  6',
  ])
  expect(await merge(ours, theirs, from)).toBe(both)
  expect(await merge(theirs, ours, from)).toBe(both)
})

test('both adding to one map keep the spelling of their values', async () => {
  const from = replaced(base, ['x-own: 1', 'fields:\n  a: 1'])
  const ours = replaced(from, ['  a: 1', '  a: 1\n  weight: 5'])
  const theirs = replaced(from, ['  a: 1', '  a: 1\n  # of June\n  day: 2026-02-03\nx-own: 1'])
  const both = replaced(from, [
    '  a: 1',
    '  a: 1\n  weight: 5\n  # of June\n  day: 2026-02-03\nx-own: 1',
  ])
  expect(await merge(ours, theirs, from)).toBe(both)
  expect(await merge(theirs, ours, from)).toBe(both)
})

const spellings = fc.constantFrom(
  ' 5',
  ' true # yes',
  ' 2026-02-03',
  " '5'",
  ' "5"  # in quotes',
  '   x',
  ' [1,  0x2] # list',
  '\n  - 1\n  # between\n  - on',
  ' |\n  1\n\n  # text\n  2',
  ' > # folded\n  1',
  ' {a: 1, b: no}',
  ' # map\n  a: 1 # inner\n  b: on',
  '',
)
/**
 * Keys of the sides 'ours' and 'theirs': how each is written in the base and by its side, if at
 * all.
 */
const sideKeys = fc.array(
  fc.record({
    side: fc.constantFrom('ours', 'theirs'),
    comment: fc.boolean(),
    before: fc.option(spellings, { nil: null }),
    after: fc.option(spellings, { nil: null }),
  }),
  { minLength: 1, maxLength: 8 },
)

test('any keys that one side adds, changes or removes keep the bytes of this side', async () => {
  await fc.assert(
    fc.asyncProperty(sideKeys, fc.boolean(), async (keys, isWindows) => {
      const versionOf = (side: string) => {
        const lines = keys.flatMap((key, index) => {
          const spelling = side === key.side || side === 'merged' ? key.after : key.before
          return spelling === null
            ? []
            : [`${key.comment ? `# about ${index}\n` : ''}key${index}:${spelling}`]
        })
        const text = file(['title: A', ...lines, 'excerpt: E', 'category: mixing'], body)
        return isWindows ? text.replaceAll('\n', '\r\n') : text
      }
      const [was, ours, theirs, merged] = ['base', 'ours', 'theirs', 'merged'].map(versionOf)
      const lines = (text: string) => text.split('\n').sort()
      expect(lines((await merge(ours!, theirs!, was!)) ?? '')).toEqual(lines(merged!))
    }),
    { numRuns: 25 },
  )
})

test('a side that changes all line ends merges with a key added by the other', async () => {
  const windows = (text: string) => text.replaceAll('\n', '\r\n')
  const ours = replaced(base, ['x-own: 1', 'x-own: 1\nweight: 5'])
  const theirs = replaced(base, ['x-own: 1', 'x-own: 1\nshowToc: true'])
  expect(await merge(ours, windows(theirs))).toBe(
    windows(replaced(base, ['x-own: 1', 'x-own: 1\nweight: 5\nshowToc: true'])),
  )
})

test.each([
  ['one key', ['Warp modes', 'Ours'], ['Warp modes', 'Theirs']],
  ['one list', ['[warp]', '[warp, ours]'], ['[warp]', '[warp, theirs]']],
  ['one paragraph', ['First', 'Our first'], ['First paragraph', 'First of theirs']],
] as Array<[string, [string, string], [string, string]]>)(
  'what both change in %s is left to a person',
  async (_, ours, theirs) => {
    expect(await merge(replaced(base, ours), replaced(base, theirs))).toBeNull()
  },
)

test('the same edit made twice is one', async () => {
  const edited = replaced(base, ['First', 'Our first'])
  expect(await merge(edited, replaced(edited, ['Second', 'Their second']))).toBe(
    replaced(edited, ['Second', 'Their second']),
  )
})

test('without a common start, and for what is no text of the site, a person decides', async () => {
  expect(await merge('one', 'two', null)).toBeNull()
  expect(await merge('b\nx\n', 'x\nc\n', 'x\n', 'media/2026/notes.svg')).toBeNull()
  expect(await merge('a\0b', 'b', 'c')).toBeNull()
})

test('a merge that the site could not show is no merge', async () => {
  const from = replaced(base, ['x-own: 1', 'description: In other words'])
  const ours = replaced(from, ['excerpt: What they do\n', ''])
  const theirs = replaced(from, ['description: In other words\n', ''])
  expect(await merge(ours, theirs, from)).toBeNull()
  expect(await merge('no frontmatter\n', replaced(from, ['First', 'The first']), from)).toBeNull()
})

test('settings merge by key', async () => {
  const from = 'name: Session Notes\ntagline: Notes\n# who we are\ndescription: About Live\n'
  const ours = from.replace('Session Notes', 'Notes of Sessions')
  const theirs = from.replace('tagline: Notes', 'tagline: New notes')
  expect(await merge(ours, theirs, from, 'site.yaml')).toBe(
    ours.replace('tagline: Notes', 'tagline: New notes'),
  )
})

test('pieces of an issue beside each other merge, and keep the spelling of each side', async () => {
  const piece = (title: string, text: string) =>
    `  - title: ${title}\n    content: |\n      ${text}\n`
  const issue = (...pieces: Array<string>) =>
    file(['title: Issue', 'articles:', pieces.join('').trimEnd()], 'Hello.\n')
  const from = issue(piece('One', 'First.'), piece('Two', 'Second.'))
  const ours = issue(piece("'One' # ours", 'First, ours.'), piece('Two', 'Second.'))
  const theirs = issue(
    piece('One', 'First.'),
    piece('Two', 'Second, theirs.'),
    piece('Three', 'Third.'),
  )
  const both = issue(
    piece("'One' # ours", 'First, ours.'),
    piece('Two', 'Second, theirs.'),
    piece('Three', 'Third.'),
  )
  for (const [one, two] of [
    [ours, theirs],
    [theirs, ours],
  ] as const)
    expect(await merge(one, two, from, 'newsletters/2026/001-issue.md')).toBe(both)
})
