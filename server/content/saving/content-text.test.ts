import { expect, test } from 'vitest'
import type { FileKind } from '#domain/content.ts'
import { changedFile, readText, savedFile } from './content-text.ts'

const heads: ReadonlyArray<readonly [FileKind, string]> = [
  ['articles', 'title: A\nexcerpt: E\ncategory: mixing'],
  ['news', 'title: A\nexcerpt: E'],
  ['newsletters', 'title: A'],
  ['pages', 'title: A'],
  ['downloads', 'id: 1\ntitle: A'],
]

for (const [kind, fields] of heads)
  test.each([
    ['nothing', `---\n${fields}\n---`, '\n'],
    ['a carriage return', `---\n${fields}\n---`.replaceAll('\n', '\r\n'), '\r\n'],
    ['blanks', `---\n${fields}\n--- \t`, '\n'],
    ['a line end', `---\n${fields}\n---\n`, ''],
    ['an empty line', `---\n${fields}\n---\n\n`, null],
  ])(
    `a file of ${kind} with %s behind its closing line gets a text, and other fields without a change of that line`,
    (_, head, end) => {
      const read = readText([kind], `${kind}/${kind === 'pages' ? 'about' : 'a'}.md`, Buffer.from(head))
      if (read.kind !== 'read') throw new Error(JSON.stringify(read))
      const gap = end === null ? '' : `${end}${head.includes('\r') ? '\r\n' : '\n'}`
      expect(changedFile(read.text, {}, 'One.\n').toString()).toBe(`${head}${gap}One.\n`)
      expect(changedFile(read.text, { title: 'B' }, '').toString()).toBe(head.replace('title: A', 'title: B'))
      expect(changedFile(read.text, { title: 'B' }, 'One.\n').toString()).toBe(
        `${head.replace('title: A', 'title: B')}${gap}One.\n`,
      )
    },
  )

test('a file that another key keeps back is a draft, with a remark, until it is published', () => {
  const head = '---\ntitle: A\nexcerpt: E\nstatus: private\n---\n\n'
  const read = readText(['news'], 'news/a.md', Buffer.from(`${head}One.\n`))
  if (read.kind !== 'read') throw new Error(JSON.stringify(read))
  expect(read.text.fields.draft).toBe(true)
  const bytes = changedFile(read.text, { draft: false }, 'One.\n')
  expect(bytes.toString()).toContain('status: private')
  const after = readText(['news'], 'news/a.md', bytes)
  expect(after.kind === 'read' && after.text.fields.draft).toBe(false)
})

test('a save takes away the date of an earlier change, and one that changes nothing keeps it', () => {
  const head = '---\ntitle: A\nexcerpt: E\nupdatedAt: 2020-01-02\n---\n\n'
  const read = readText(['news'], 'news/a.md', Buffer.from(`${head}One.\n`))
  if (read.kind !== 'read') throw new Error(JSON.stringify(read))
  expect(read.text.entry.updatedAt).toBe('2020-01-02T00:00:00.000Z')
  expect(savedFile(read.text, {}, 'One.\n')).toBeNull()
  expect(savedFile(read.text, {}, 'Two.\n')?.toString()).toBe('---\ntitle: A\nexcerpt: E\n---\n\nTwo.\n')
})
