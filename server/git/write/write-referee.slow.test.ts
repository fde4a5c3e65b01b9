import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRandom } from '../../../scripts/bench/random.ts'
import {
  repositoryAt,
  type TemporaryRepository,
  temporaryRepository,
} from '../../../tests/temp-repository.ts'
import { editor, expectSound, laneOn } from '../../../tests/write-lane-fixture.ts'

/**
 * Names around the places where git's order differs between files and folders, and between bytes
 * and characters.
 */
const names = [
  'warp',
  'warp.md',
  'warp-x.md',
  'warp0.md',
  'a b.md',
  'grün "laut".md',
  '日本.md',
  '𝄞.md',
  '～.md',
  'Z.md',
]
const folders = [
  '',
  'warp.d/',
  'warp-d/',
  'articles/2025/',
  'articles/2026/',
  'articles/',
  'news/2026/deep/er/',
]

/**
 * The trees of the index and the commit, and the tree that git writes from the index, which shows
 * errors in the cached trees.
 */
async function stateOf(temporary: TemporaryRepository): Promise<Array<string>> {
  const tree = await temporary.git('rev-parse', 'HEAD^{tree}')
  return [tree, await temporary.git('write-tree'), await temporary.git('ls-files', '-s', '-z')]
}

// `npm run soak -- properties` makes more of them.
for (const seed of Array.from(
  { length: Number(import.meta.env.PROPERTY_TIMES ?? 1) },
  (_, at) => at + 1,
))
  test(`random saves (${seed}) make the same trees and index as git`, async () => {
    const { between, pick } = createRandom(seed)
    await using ours = await temporaryRepository()
    for (let at = 0; at < 12; at++)
      await ours.write(`content/${pick(folders)}${pick(names)}`, `start ${at}\n`)
    await ours.write('content.txt', 'beside the content\n')
    await ours.commit()
    const root = join(ours.root, '../theirs')
    await cp(ours.root, root, { recursive: true })
    const theirs = repositoryAt(root)
    await using fixture = await laneOn(ours, { folder: 'content', sync: false })
    /** The blob of each file in our commit. */
    const known = new Map<string, string | null>()
    for (const line of (await ours.git('ls-tree', '-rz', 'HEAD:content'))
      .split('\0')
      .filter(Boolean)) {
      const [, blob = '', path = ''] = /^\d+ blob (\w+)\t(.*)$/s.exec(line) ?? []
      known.set(path, blob)
    }
    for (let round = 0; round < 8; round++) {
      const paths = new Set(
        Array.from({ length: 1 + between(0, 3) }, () => pick(folders) + pick(names)),
      )
      const changes = await Promise.all(
        [...paths].map(async (path, at) => {
          const expected = known.get(path) ?? null
          const bytes =
            expected !== null && between(0, 2) === 0 ? null : Buffer.from(`round ${round} ${at}\n`)
          return { path, bytes, expected }
        }),
      )
      const saved = await fixture.lane
        .commit({ changes, message: 'Save', author: editor })
        .catch((error: Error) => error)
      if (saved instanceof Error) {
        // A file and a folder of one name.
        expect(saved.name).toBe('RefusedPathError')
        continue
      }
      for (const [path, blob] of saved.blobs) known.set(path, blob)
      for (const { path, bytes } of changes)
        if (bytes === null) await rm(theirs.path(`content/${path}`), { force: true })
        else await theirs.write(`content/${path}`, bytes)
      await theirs.commit()
      expect(await stateOf(ours)).toEqual(await stateOf(theirs))
      expect(await ours.git('status', '--porcelain')).toBe('')
      if (between(0, 3) === 0) await ours.git('read-tree', 'HEAD')
      if (between(0, 3) === 0) await ours.git('gc', '-q')
    }
    await expectSound(ours)
  })

test('names that are not UTF-8, or that UTF-16 sorts differently, stay as they are beside a saved file', async () => {
  await using temporary = await temporaryRepository()
  for (const name of ['saved.md', '𝄞.md', '～.md']) await temporary.write(name, 'one\n')
  await writeFile(Buffer.from(temporary.path('caf\xe9.md'), 'latin1'), 'one\n')
  await temporary.commit()
  await using fixture = await laneOn(temporary, { sync: false })
  await fixture.save('saved.md', 'two\n')
  const [made, byGit] = await stateOf(temporary)
  expect(made).toBe(byGit)
  await expectSound(temporary)
})

test('other parts of the index stay: staged entries with flags, resolved conflicts, a cached tree', async () => {
  await using temporary = await temporaryRepository()
  for (const path of ['a/x.md', 'b/y.md', 'c/z.md', 'clash.md'])
    await temporary.write(path, 'base\n')
  await temporary.commit()
  await temporary.git('checkout', '-q', '-b', 'side')
  await temporary.write('clash.md', 'side\n')
  await temporary.commit()
  await temporary.git('checkout', '-q', 'main')
  await temporary.write('clash.md', 'main\n')
  await temporary.commit()
  await temporary.git('merge', '-q', 'side').catch(() => null)
  await temporary.write('clash.md', 'resolved\n')
  await temporary.git('add', 'clash.md')
  await temporary.git('commit', '-q', '-m', 'Merge')
  await temporary.git('update-index', '--force-untracked-cache')
  await temporary.git('update-index', '--assume-unchanged', 'c/z.md')
  await temporary.write('intended.md', 'later\n')
  await temporary.git('add', '-N', 'intended.md')
  await temporary.git('status')
  const before = {
    undo: await temporary.git('ls-files', '--resolve-undo'),
    flags: await temporary.git('ls-files', '-v'),
    stats: await temporary.git('ls-files', '--debug', 'b', 'clash.md', 'intended.md'),
  }
  expect(before.undo.split('\n')).toHaveLength(4)
  await using fixture = await laneOn(temporary)
  await fixture.save('a/x.md', 'saved\n')
  await fixture.save('c/z.md', 'saved\n')
  expect({
    undo: await temporary.git('ls-files', '--resolve-undo'),
    flags: await temporary.git('ls-files', '-v'),
    stats: await temporary.git('ls-files', '--debug', 'b', 'clash.md', 'intended.md'),
  }).toEqual(before)
  await temporary.write('untracked.md', 'x\n')
  await expectSound(temporary, ' A intended.md\n?? untracked.md\n')
})

test('a change that a writer makes within the same second as a save is seen by git', async () => {
  await using temporary = await temporaryRepository()
  for (let at = 0; at < 16; at++) await temporary.write(`${at}.md`, 'one\n')
  await temporary.commit()
  await using fixture = await laneOn(temporary, { sync: false })
  const changed: Array<string> = []
  for (let at = 0; at < 5; at++) {
    await temporary.write(`${at + 10}.md`, 'two\n')
    await fixture.save(`${at}.md`, 'two\n')
    await temporary.write(`${at}.md`, 'six\n')
    changed.push(` M ${at}.md`, ` M ${at + 10}.md`)
  }
  expect((await temporary.git('status', '--porcelain')).trimEnd().split('\n').sort()).toEqual(
    changed.sort(),
  )
})
