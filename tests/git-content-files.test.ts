import { expect, onTestFinished, test } from 'vitest'
import { createGitFiles } from '../server/git/files/git-files.ts'
import { createWorkingTreeFiles } from '../server/git/files/working-tree-files.ts'
import { openRepository } from '../server/git/read/open-repository.ts'
import type { ContentFiles } from '../server/platform/content-files.ts'
import { temporaryRepository } from './temp-repository.ts'

test('the commits and the work tree of a repository both serve the store, with the same blobs', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('articles/2026/warp.md', '# Warp\n')
  await temporary.commit()
  const repository = await openRepository({ contentDir: temporary.root })
  onTestFinished(repository.close)
  // Both folders declare these shapes separately; this assignment makes the compiler compare them.
  const both: Array<ContentFiles> = [
    createGitFiles(repository),
    await createWorkingTreeFiles(repository),
  ]
  const [committed, shown] = await Promise.all(both.map((files) => files.list(files.revision()!)))
  expect(committed).toEqual(shown)
  expect(committed!.map((file) => file.path)).toEqual(['articles/2026/warp.md'])
})
