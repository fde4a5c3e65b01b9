import { expect, test } from 'vitest'
import { textWorkHere } from '../../tests/text-work-here.ts'
import { mergeFile } from './merging.ts'
import { plainRules } from './reading-rules.ts'

const work = textWorkHere()
const head = [
  'title: Warp modes # the short one',
  'excerpt: What they do',
  'category: mixing',
  'tags: [warp]',
  'x-own: 1',
]
const file = (lines: ReadonlyArray<string>, body: string) => `---\n${lines.join('\n')}\n---\n\n${body}`
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
  const merged = await mergeFile(path, from === null ? null : bytes(from), bytes(ours), bytes(theirs), plainRules, work)
  return merged === null ? null : merged.toString()
}

test('edits of different keys and blocks merge, neighbors included, and nothing else changes', async () => {
  const ours = replaced(
    base,
    ['Warp modes', 'Warp modes, all of them'],
    ['First', 'The first'],
    ['- two', '- two\n- three'],
  )
  const theirs = replaced(base, ['What they do', 'What each does'], ['Second', 'The second'], ['- one', '- One'])
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
  const merged = await merge(ours, theirs)
  expect(merged).toContain('readTime: 4\n')
  expect(merged).toContain('featured: true # for June\n')
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
  expect(await merge(ours, theirs, from, 'site.yaml')).toBe(ours.replace('tagline: Notes', 'tagline: New notes'))
})
