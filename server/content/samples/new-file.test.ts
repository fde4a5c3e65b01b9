import { expect, test } from 'vitest'
import { contentTypes } from '#domain/content.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import { pathKind } from '../read/file-kind.ts'
import { parseItem } from '../read/parse-item.ts'
import { plainRules } from '../read/reading-rules.ts'
import { newFile } from './new-file.ts'

const now = new Date('2026-11-21T12:34:56Z')

test.each([
  ['articles', 'Warp Modes: Which?', 'articles/2026/warp-modes-which.md'],
  ['news', 'Out now', 'news/2026/out-now.md'],
  ['newsletters', 'Slow down', 'newsletters/2026/007-slow-down.md'],
  ['articles', '日本', 'articles/2026/日本.md'],
  ['articles', '♫', 'articles/2026/article-2026-11-21-12-34.md'],
  ['news', 'New', 'news/2026/news-2026-11-21-12-34.md'],
] as const)('a new %s called %s is %s', (kind, title, path) => {
  expect(newFile(kind, title, now, 7).path).toBe(path)
})

test.each(
  contentTypes.flatMap((kind) =>
    ['Plain', 'He said: "no" #1', "--- it's\\n {odd} & *", '- [x] 🔥', 'true', '12'].map(
      (title) => [kind, title] as const,
    ),
  ),
)('a new %s called %s is a valid draft', (kind, title) => {
  const { path, text } = newFile(kind, title, now, 7)
  const place = pathKind(path)
  if (!('inner' in place)) throw new Error(`${path} is no item`)
  expect(parseItem(place.kind, place.inner, Buffer.from(text), plainRules)).toMatchObject({
    kind: 'entry',
    entry: { draft: true, item: { title } },
  })
})

test('on a site about another subject, a new file has its category, level and version', () => {
  const garden = profileOf({
    language: 'en',
    categories: ['vegetables', 'tools'].map((key) => ({
      key,
      label: key,
      color: '#3f8f3a',
      icon: 'leaf' as const,
      sidebar: true,
    })),
    levels: ['easy', 'hard'],
    versions: ['zone 6', 'zone 7'],
  })
  const { text } = newFile('articles', 'Kale', now, 1, garden)
  for (const line of [
    '# vegetables or tools',
    'category: vegetables',
    'tags: []',
    'techniqueLevel: easy',
  ])
    expect(text.split('\n')).toContain(line)
  expect(text).toContain('abletonVersion: "zone 7"')
  expect(text).not.toMatch(/workflow|ableton\b|live_|beginner/)
  const plain = newFile(
    'articles',
    'Kale',
    now,
    1,
    profileOf({ ...garden.data, language: 'en', levels: [], versions: [] }),
  )
  expect(plain.text).not.toMatch(/techniqueLevel|abletonVersion/)
})
