import { expect, test } from 'vitest'
import { affectsOthers } from './affects-others.ts'

const article = (fields: string, body = 'Text.') =>
  Buffer.from(`---\nid: 1\ntitle: One\nexcerpt: E\ncategory: mixing\n${fields}---\n\n${body}\n`)

const cases: Array<[what: string, path: string, before: Buffer, after: Buffer, isFar: boolean]> = [
  ['the text', 'articles/2026/one.md', article(''), article('', 'Other.'), false],
  ['a field', 'articles/2026/one.md', article(''), article('draft: true\n'), false],
  ['a page', 'pages/about.md', Buffer.from('---\ntitle: A\n---\n'), Buffer.from('---\ntitle: B\n---\n'), false],
  ['the address', 'articles/2026/one.md', article(''), article('slug: other\n'), true],
  ['a former address', 'articles/2026/one.md', article(''), article('aliases: [/article/other]\n'), true],
  ['the id', 'articles/2026/one.md', article(''), Buffer.from(article('').toString().replace('id: 1', 'id: 2')), true],
  ['a file that can not be read', 'articles/2026/one.md', article(''), Buffer.from('---\ntitle: [\n'), true],
  ['the settings', 'site.yaml', Buffer.from('name: A\n'), Buffer.from('name: B\n'), true],
  ['a picture', 'media/2026/a.png', Buffer.from([1]), Buffer.from([2]), true],
  [
    'the number of an issue',
    'newsletters/2026/001-one.md',
    Buffer.from('---\nid: 1\ntitle: One\nissueNumber: 1\n---\n\nText.\n'),
    Buffer.from('---\nid: 1\ntitle: One\nissueNumber: 2\n---\n\nText.\n'),
    true,
  ],
]

for (const [what, path, before, after, isFar] of cases)
  test(`a change of ${what} ${isFar ? 'affects' : 'does not affect'} how other saves are planned`, () => {
    expect(affectsOthers(path, before, after)).toBe(isFar)
  })
