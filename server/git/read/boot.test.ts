import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder, temporaryRepository } from '../../../tests/temp-repository.ts'
import { openForBoot } from './boot.ts'

test('the first look at a repository says its head and what changed since a known state', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('content/a.md', 'a\n')
  await temporary.write('content/b.md', 'b\n')
  const first = await temporary.commit()
  await temporary.write('content/b.md', 'b2\n')
  const second = await temporary.commit()
  const boot = openForBoot(temporary.path('content'))!
  onTestFinished(boot.close)
  expect(boot.head()).toBe(second)
  expect(boot.changes(first, second).map((change) => change.path)).toEqual(['b.md'])
  expect(() => boot.changes('a'.repeat(40), second)).toThrow(/^The repository has no object a+\.$/)
})

test('a folder in no repository has nothing to look at, and none is made', async () => {
  await using folder = await temporaryFolder()
  expect(openForBoot(folder.path)).toBeNull()
})

/** Every module that a file imports, at once or later, and those that these import. */
function importsOf(file: string, found = new Set<string>()): Set<string> {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8')
  for (const [, name] of source.matchAll(/(?:^(?:import|export)\s(?!type )[^'"]*from |import\()'([^']+)'/gm))
    if (!found.has(name!)) {
      found.add(name!)
      if (name!.startsWith('../')) importsOf(name!, found)
    }
  return found
}

test('the first look loads modules of node itself and nothing else', () => {
  const foreign = [...importsOf('boot.ts')].filter((name) => !name.startsWith('../'))
  expect(foreign.sort()).toEqual(['node:buffer', 'node:crypto', 'node:fs', 'node:path', 'node:zlib'])
})
