import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder, temporaryRepository } from '../../../tests/temp-repository.ts'
import { blobId } from '../../platform/object-id.ts'
import { openForBoot } from './boot.ts'

test('a repository opened for the start has its head and the changes since a known state', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('content/a.md', 'a\n')
  await temporary.write('content/b.md', 'b\n')
  const first = await temporary.commit()
  await temporary.write('content/b.md', 'b2\n')
  await temporary.write('content/c.md', 'c\n')
  await temporary.write('outside.md', 'x\n')
  const second = await temporary.commit()
  const boot = (await openForBoot(temporary.path('content')))!
  expect(boot.head()).toBe(second)
  expect(boot.changes(first, second)).toEqual([
    { before: blobId(Buffer.from('b\n')) },
    { before: null },
  ])
  expect(() => boot.changes('a'.repeat(40), second)).toThrow(/^The commits a+ and \w+ can't be/)
})

test('a folder without a repository returns null, and none is created', async () => {
  await using folder = await temporaryFolder()
  expect(await openForBoot(folder.path)).toBeNull()
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

test('opening a repository for the start loads only node’s own modules', () => {
  const packages = [...packagesOf(join(import.meta.dirname, 'boot.ts'))]
  expect(packages.sort()).toEqual(['node:child_process', 'node:crypto', 'node:fs', 'node:path'])
})
