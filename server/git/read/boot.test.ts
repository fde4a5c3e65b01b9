import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryRepository } from '../../../tests/temp-repository.ts'
import { blobId } from '../../platform/object-id.ts'
import { bootRepository } from './boot.ts'
import { findRepository } from './find-repository.ts'

test('the start learns which blobs newer commits have replaced, and when a commit is gone', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('content/a.md', 'a\n')
  await temporary.write('content/b.md', 'b\n')
  const first = await temporary.commit()
  await temporary.write('content/b.md', 'b2\n')
  await temporary.write('content/c.md', 'c\n')
  await temporary.write('outside.md', 'x\n')
  const second = await temporary.commit()
  const boot = bootRepository((await findRepository(temporary.path('content')))!)
  expect(boot.head()).toBe(second)
  expect([...boot.changedBlobs(first, second)!].sort()).toEqual(
    [blobId(Buffer.from('b\n')), '0'.repeat(40)].sort(),
  )
  expect(boot.changedBlobs(second, second)).toEqual(new Set())
  expect(boot.changedBlobs('a'.repeat(40), second)).toBeNull()
})

/**
 * All packages and node modules that a file imports, statically or dynamically, also through our
 * own files.
 */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set()
  seen.add(file)
  const source = readFileSync(file, 'utf8')
  const named = [
    ...source.matchAll(/(?:^(?:import|export)\s(?!type )[^'"]*from |import\()'([^']+)'/gm),
  ].map(([, name]) => name!)
  const [own, foreign] = [
    named.filter((name) => name.startsWith('.')),
    named.filter((name) => !name.startsWith('.')),
  ]
  return new Set([
    ...foreign,
    ...own.flatMap((name) => [...packagesOf(join(dirname(file), name), seen)]),
  ])
}

test('the start finds and compares with node’s own modules alone', () => {
  const files = ['boot.ts', 'find-repository.ts'].map((name) => join(import.meta.dirname, name))
  const packages = files.flatMap((file) => [...packagesOf(file)])
  expect(packages.filter((name) => !name.startsWith('node:'))).toEqual([])
  expect(packages).toContain('node:fs')
})
