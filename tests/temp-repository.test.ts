import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { temporaryRepository } from './temp-repository.ts'

test('a temporary repository commits files with real git and is gone after its scope', async () => {
  let root = ''
  {
    await using repository = await temporaryRepository()
    root = repository.root
    await repository.write('articles/2026/warp.md', '# Warp\n')
    const commit = await repository.commit('Add warp')
    expect(await repository.git('log', '--format=%H %an %ct %s')).toBe(`${commit} Wren Writer 1767225660 Add warp\n`)
  }
  expect(existsSync(root)).toBe(false)
})
