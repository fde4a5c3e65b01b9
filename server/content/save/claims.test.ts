import { expect, test } from 'vitest'
import { claimsOf } from './claims.ts'

const article = (fields: string, { id = 1, body = 'Text.' } = {}) =>
  Buffer.from(`---\nid: ${id}\ntitle: One\nexcerpt: E\ncategory: mixing\n${fields}---\n\n${body}\n`)
const issue = (number: number) =>
  Buffer.from(`---\nid: ${number}\ntitle: One\nissueNumber: ${number}\n---\n\nText.\n`)
const pack = (id: number, file = '') => Buffer.from(`---\nid: ${id}\ntitle: Pack\n${file}---\n`)
const page = (title: string) => Buffer.from(`---\ntitle: ${title}\n---\n`)
const [one, two] = ['articles/2026/one.md', 'articles/2026/two.md']
const faulty = Buffer.from('---\ntitle: [\n')

type Change = [path: string, before: Buffer | null, after: Buffer | null]

const claims = ([path, before, after]: Change) =>
  claimsOf(path, before && (async () => before), after)

/** Whether two saves may share a push. */
async function mayMeet(first: Change, second: Change): Promise<boolean> {
  const [mine, theirs] = await Promise.all([first, second].map(claims))
  return Boolean(mine && theirs && !mine.some((claim) => theirs.includes(claim)))
}

const twoNew: Change = [two, null, article('', { id: 2 })]

test.each<[what: string, first: Change, second: Change]>([
  ['two new articles', [one, null, article('')], twoNew],
  [
    'a new article and a new text of another one',
    [one, article(''), article('', { body: 'Other.' })],
    twoNew,
  ],
  [
    'two new issues with numbers of their own',
    ['newsletters/2026/001-a.md', null, issue(1)],
    ['newsletters/2026/002-b.md', null, issue(2)],
  ],
  ['two deleted articles', [one, article(''), null], [two, article('', { id: 2 }), null]],
  [
    'two pictures',
    ['media/2026/a.png', null, Buffer.from([1])],
    ['media/2026/b.png', null, Buffer.from([2])],
  ],
  ['two downloads', ['downloads/a.md', null, pack(1)], ['downloads/b.md', null, pack(2)]],
  [
    'the settings and a new article',
    ['site.yaml', Buffer.from('name: A\n'), Buffer.from('name: B\n')],
    twoNew,
  ],
  ['a new page and a new article', ['pages/about.md', null, page('A')], twoNew],
])('%s share a push', async (_, first, second) => {
  expect(await mayMeet(first, second)).toBe(true)
})

test.each<[what: string, first: Change, second: Change]>([
  [
    'a file and the same file',
    [one, article(''), article('draft: true\n')],
    [one, article(''), article('featured: true\n')],
  ],
  [
    'two files whose names differ in case',
    ['media/2026/A.png', null, Buffer.from([1])],
    ['media/2026/a.png', null, Buffer.from([2])],
  ],
  [
    'two pictures with the same bytes',
    ['media/2026/a.png', null, Buffer.from([1])],
    ['media/2026/b.png', null, Buffer.from([1])],
  ],
  [
    'two articles that get one address',
    [one, article(''), article('slug: same\n')],
    ['articles/2025/same.md', null, article('', { id: 2 })],
  ],
  [
    'a former address and an article that gets it',
    [one, article(''), article('aliases: [/article/two]\n')],
    twoNew,
  ],
  [
    'a former address in letters and an article that gets it',
    [one, article(''), article('aliases: [/article/тест]\n')],
    ['articles/2025/b.md', null, article('slug: тест\n', { id: 2 })],
  ],
  [
    'an address that is given up, and an article that gets it',
    [one, article('slug: two\n'), article('')],
    twoNew,
  ],
  ['an id and the same id', [one, null, article('')], [two, null, article('')]],
  [
    'a number and the same number',
    ['newsletters/2026/001-a.md', null, issue(1)],
    ['newsletters/2026/001-b.md', null, issue(1)],
  ],
  [
    'a download and a file with its name',
    ['downloads/a.md', null, pack(1)],
    ['downloads/a.zip', null, Buffer.from([1])],
  ],
  [
    'two deleted downloads with one file',
    ['downloads/a.md', pack(1, 'file: c.zip\n'), null],
    ['downloads/b.md', pack(2, 'file: c.zip\n'), null],
  ],
  ['a file that can not be read, and any other', [one, faulty, article('')], twoNew],
])('%s do not share a push', async (_, first, second) => {
  expect(await mayMeet(first, second)).toBe(false)
})
