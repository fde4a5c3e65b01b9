import { expect, test } from 'vitest'
import { contentTypes } from '#domain/content.ts'
import { pathKind } from './file-kind.ts'
import { newFile } from './new-file.ts'
import { parseItem } from './parse-item.ts'
import { plainRules } from './reading-rules.ts'

const now = new Date('2026-11-21T12:34:56Z')

test.each([
  ['articles', 'Warp Modes: Which?', 'articles/2026/warp-modes-which.md'],
  ['news', 'Out now', 'news/2026/out-now.md'],
  ['newsletters', 'Slow down', 'newsletters/2026/007-slow-down.md'],
  ['articles', '日本', 'articles/2026/article-2026-11-21-12-34.md'],
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
