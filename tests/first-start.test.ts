import { expect, test } from 'vitest'
import type { SearchResults } from '../src/domain/search.ts'
import { ask } from './http-client.ts'
import { articleFile, eventually, runningSite } from './running-site.ts'

test('a large site is searched by its texts after the first start, without drafts, later dates and second ids', async () => {
  const many = Array.from({ length: 200 }, (_, at) => at + 1)
  // A content folder of 5,000 files is large, whatever they are.
  const small = Array.from({ length: 4_800 }, (_, at) => `media/notes/${at}.txt`)
  const file = (fields: Record<string, string>, word: string) =>
    articleFile({ title: 'Note', ...fields }, `A ${word}.`)
  await using site = await runningSite({
    files: {
      'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
      ...Object.fromEntries(
        many.map((id) => [`articles/a/${id}.md`, file({ id: `${id}` }, `word${id}`)]),
      ),
      ...Object.fromEntries(small.map((name) => [name, ''])),
      'articles/draft.md': file({ id: '6000', draft: 'true' }, 'zither'),
      'articles/later.md': file({ id: '6001', publishedAt: '2999-01-01' }, 'sackbut'),
      'articles/z/second.md': file({ id: '7' }, 'crumhorn'),
      'articles/faulty.md': '---\nid: 6003\ntitle: [\n---\nA serpent.\n',
      'news/2026/item.md':
        '---\nid: 9\ntitle: Item\nexcerpt: E\npublishedAt: 2026-01-02\n---\nA bandoneon.\n',
      'newsletters/2026/001-issue.md':
        '---\nid: 4\ntitle: Issue\npublishedAt: 2026-01-02\narticles:\n  - title: Piece\n    content: A theremin.\n---\n\nHello.\n',
    },
  })
  /** The answer of a server whose index is complete: each of several builds its own. */
  const search = (text: string) =>
    eventually(async () => {
      const results = JSON.parse(
        (await ask(site.url, `/api/search?q=${text}&literal=1`)).text,
      ) as SearchResults
      return results.partial ? null : results
    }, 60_000)
  const ids = async (text: string) => {
    const { articles, news, newsletters } = await search(text)
    return [articles, news, newsletters].map((items) => items.map(({ id }) => id))
  }
  expect(await ids('bandoneon')).toEqual([[], [9], []])
  expect(await ids('theremin')).toEqual([[], [], [4]])
  for (const id of [1, 7, 100, 200]) expect(await ids(`word${id}`)).toEqual([[id], [], []])
  for (const word of ['zither', 'sackbut', 'crumhorn', 'serpent'])
    expect(await ids(word)).toEqual([[], [], []])
})
