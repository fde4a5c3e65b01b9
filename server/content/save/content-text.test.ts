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

function textOf<Kind extends FileKind>(kind: Kind, file: string) {
  const read = readText([kind], `${kind}/${kind === 'pages' ? 'about' : 'a'}.md`, Buffer.from(file))
  if (read.kind !== 'read') throw new Error(JSON.stringify(read))
  return read.text
}

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
      const text = textOf(kind, head)
      const gap = end === null ? '' : `${end}${head.includes('\r') ? '\r\n' : '\n'}`
      expect(changedFile(text, {}, 'One.\n').toString()).toBe(`${head}${gap}One.\n`)
      const renamed = head.replace('title: A', 'title: B')
      expect(changedFile(text, { title: 'B' }, '').toString()).toBe(renamed)
      expect(changedFile(text, { title: 'B' }, 'One.\n').toString()).toBe(`${renamed}${gap}One.\n`)
    },
  )

test('a file that another key keeps back is a draft, with a remark, until it is published', () => {
  const head = '---\ntitle: A\nexcerpt: E\nstatus: private\n---\n\n'
  const text = textOf('news', `${head}One.\n`)
  expect(text.fields.draft).toBe(true)
  const bytes = changedFile(text, { draft: false }, 'One.\n')
  expect(bytes.toString()).toContain('status: private')
  expect(textOf('news', `${bytes}`).fields.draft).toBe(false)
})

test('a save takes away the date of an earlier change, and one that changes nothing keeps it', () => {
  const head = '---\ntitle: A\nexcerpt: E\nupdatedAt: 2020-01-02\n---\n\n'
  const text = textOf('news', `${head}One.\n`)
  expect(text.entry.updatedAt).toBe('2020-01-02T00:00:00.000Z')
  expect(savedFile(text, {}, 'One.\n')).toBeNull()
  expect(savedFile(text, {}, 'Two.\n')?.toString()).toBe('---\ntitle: A\nexcerpt: E\n---\n\nTwo.\n')
})
