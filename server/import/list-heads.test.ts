import { expect, test } from 'vitest'
import { listBelow } from './list-heads.ts'

test('the list of a folder names what is public now', async () => {
  const read = async (file: string) => ({ title: 'A', publishedAt: file.slice(2) }) as never
  const list = await listBelow('a/_index.md', ['a/2020.md', 'a/2099.md'], read)
  expect(list).toBe('- [A](<2020.md>)\n')
})
