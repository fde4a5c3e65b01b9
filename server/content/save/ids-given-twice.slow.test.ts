import { expect, test } from 'vitest'
import { articleFile } from '../../../tests/running-site.ts'
import { plainRules } from '../read/reading-rules.ts'
import { assignNewIds, type SideChange } from './ids-given-twice.ts'

const news = (fields: Record<string, string>) =>
  Buffer.from(articleFile({ category: 'updates', ...fields }))
const made = (path: string, after: Buffer): SideChange => ({ path, before: null, after })
const gone = (path: string, before: Buffer): SideChange => ({ path, before, after: null })

async function given(ours: Array<SideChange>, theirs: Array<SideChange>) {
  let last = 20
  const next = async (_: string, above: number) => {
    last = Math.max(last, above) + 1
    return last
  }
  const renewed = await assignNewIds(ours, theirs, {
    next,
    rules: plainRules,
    now: new Date('2026-11-22'),
  })
  return Object.fromEntries([...renewed].map(([path, bytes]) => [path, bytes.toString()]))
}

test('an id that both sides gave to different files of one kind is given anew to ours, and nothing else changes', async () => {
  const mine = articleFile({ id: '7', title: 'Mine # a comment' })
  const theirs = made(
    'articles/2026/theirs.md',
    Buffer.from(articleFile({ id: '7', title: 'Theirs' })),
  )
  expect(await given([made('articles/2026/mine.md', Buffer.from(mine))], [theirs])).toEqual({
    'articles/2026/mine.md': mine.replace('id: 7', 'id: 21'),
  })
  expect(await given([made('news/2026/mine.md', news({ id: '7' }))], [theirs])).toEqual({})
})

test('several doubles get ids in the order of their paths, above all that the other side has given', async () => {
  const names = ['b', 'a']
  const side = (folder: string, first: number) =>
    names.map((name, at) =>
      made(`news/${folder}/${name}.md`, news({ id: String(first + at), draft: 'true' })),
    )
  const renewed = await given(side('ours', 30), side('theirs', 30))
  expect(renewed['news/ours/a.md']).toContain('id: 32\n')
  expect(renewed['news/ours/b.md']).toContain('id: 33\n')
})

test('one file, one item that both sides have moved, and an id that a file had before are no doubles', async () => {
  const item = news({ id: '7' })
  expect(await given([made('news/a.md', item)], [made('news/a.md', item)])).toEqual({})
  const moved = (to: string) => [gone('news/a.md', item), made(to, item)]
  expect(await given(moved('news/b.md'), moved('news/c.md'))).toEqual({})
  const edited = { path: 'news/b.md', before: item, after: news({ id: '7', title: 'Edited' }) }
  expect(await given([edited], [made('news/c.md', item)])).toEqual({})
})

test('a number as an address becomes an alias only where ours was read and theirs is not', async () => {
  const [shown, draft] = [news({ id: '7' }), news({ id: '7', draft: 'true' })]
  for (const [mine, other, isKept] of [
    [shown, draft, true],
    [shown, shown, false],
    [draft, draft, false],
  ] as const) {
    const renewed = await given([made('news/mine.md', mine)], [made('news/theirs.md', other)])
    expect(/aliases:\s*(\[|\n\s*- )['"]?\/news\/7/.test(renewed['news/mine.md'] ?? '')).toBe(isKept)
  }
})

test('a slug that was made of the id stays the address', async () => {
  const mine = Buffer.from(articleFile({ id: '7', title: 'Mine' }))
  const renewed = await given(
    [made('articles/2026/♫.md', mine)],
    [made('articles/2026/theirs.md', mine)],
  )
  expect(renewed['articles/2026/♫.md']).toContain('slug: article-7\n')
})
