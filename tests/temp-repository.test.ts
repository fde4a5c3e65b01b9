import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { git, temporaryRepository } from './temp-repository.ts'

test('a temporary repository commits files with real git and is gone after its scope', async () => {
  let root = ''
  {
    await using repository = await temporaryRepository()
    root = repository.root
    await repository.write('articles/2026/warp.md', '# Warp\n')
    const commit = await repository.commit('Add warp')
    expect(await repository.git('log', '--format=%H %an %ct %s')).toBe(
      `${commit} Wren Writer 1767225660 Add warp\n`,
    )
  }
  expect(existsSync(root)).toBe(false)
})

test('a git that fails rejects with its exit code and its message', async () => {
  await using repository = await temporaryRepository()
  await expect(repository.git('show', 'nothing')).rejects.toMatchObject({
    code: 128,
    stderr: expect.stringContaining("ambiguous argument 'nothing'"),
    message: expect.stringContaining("ambiguous argument 'nothing'"),
  })
})

test('git reads its standard input', async () => {
  await using repository = await temporaryRepository()
  const blob = await git(repository.root, ['hash-object', '-w', '--stdin'], undefined, 'Words')
  expect(await repository.git('cat-file', 'blob', blob.trim())).toBe('Words')
})
