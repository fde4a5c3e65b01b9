import { expect, test } from 'vitest'
import type { FileKind } from '#domain/content.ts'
import { changedFile, readText } from './content-text.ts'

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
  ])(
    `a file of ${kind} with %s behind its closing line gets a text, and other fields without a change of that line`,
    (_, head, end) => {
      const read = readText([kind], `${kind}/${kind === 'pages' ? 'about' : 'a'}.md`, Buffer.from(head))
      if (read.kind !== 'read') throw new Error(JSON.stringify(read))
      expect(changedFile(read.text, {}, 'One.\n').toString()).toBe(`${head}${end}One.\n`)
      expect(changedFile(read.text, { title: 'B' }, '').toString()).toBe(head.replace('title: A', 'title: B'))
      expect(changedFile(read.text, { title: 'B' }, 'One.\n').toString()).toBe(
        `${head.replace('title: A', 'title: B')}${end}One.\n`,
      )
    },
  )
