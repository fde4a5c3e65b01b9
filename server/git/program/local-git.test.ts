import { existsSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { repositoryAt, temporaryRepository } from '../../../tests/temp-repository.ts'
import { RepositoryError } from '../../platform/errors.ts'
import { listUncommitted } from '../files/uncommitted.ts'
import { commitLog } from '../history/commit-log.ts'
import { openRepository } from '../read/open-repository.ts'

test('reading starts no program that a repository names, and a partial clone fetches nothing', async () => {
  await using origin = await temporaryRepository()
  await origin.write('content/a.md', 'text\n')
  await origin.commit()
  await origin.git('config', 'uploadpack.allowFilter', 'true')
  const place = join(origin.root, '..', 'clone')
  await origin.git(
    'clone',
    '-q',
    '--filter=blob:none',
    '--no-checkout',
    `file://${origin.root}`,
    place,
  )
  const clone = repositoryAt(place)
  await clone.write('content/c.md', 'staged\n')
  await clone.git('add', 'content/c.md')
  await clone.write('content/c.md', 'edited\n')
  const mark = join(place, 'started')
  await clone.write('.git/program', `#!/bin/sh\necho >> '${mark}'\n`)
  await chmod(clone.path('.git/program'), 0o755)
  for (const name of [
    'core.fsmonitor',
    'gpg.program',
    'diff.external',
    'core.pager',
    'core.editor',
    'filter.own.clean',
  ])
    await clone.git('config', name, clone.path('.git/program'))
  await clone.git('config', 'remote.origin.uploadpack', clone.path('.git/program'))
  await clone.git('config', 'filter.own.required', 'true')
  await clone.write('.git/info/attributes', '*.md filter=own\n')
  await clone.write('content/b.md', 'new\n')
  const repository = await openRepository({ contentDir: clone.path('content') })
  onTestFinished(repository.close)
  const commits = []
  for await (const { message } of commitLog(repository, ['HEAD', '--'])) commits.push(message)
  expect(commits).toEqual(['Change'])
  expect(await listUncommitted(repository)).toContainEqual({ path: 'b.md', change: 'new' })
  const blob = (await origin.git('rev-parse', 'HEAD:content/a.md')).trim()
  await expect(repository.objects.read(blob, 'blob')).rejects.toThrow(RepositoryError)
  expect(existsSync(mark)).toBe(false)
})
