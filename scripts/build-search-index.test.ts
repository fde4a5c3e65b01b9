import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { articleFile } from '../tests/running-site.ts'
import { type TemporaryFolder, temporaryFolder } from '../tests/temp-repository.ts'
import { buildSearchIndex, checkSearchIndex } from './build-search-index.ts'

const root = path.join(import.meta.dirname, '..')
let folder: TemporaryFolder
let content: string
let out: string

beforeAll(async () => {
  folder = await temporaryFolder()
  content = path.join(folder.path, 'content')
  out = path.join(folder.path, 'dist', 'search')
  await write('articles/2026/one.md', articleFile({ title: 'Warp Modes' }))
  await write('articles/2026/two.md', articleFile({ title: 'Sidechain' }))
  await write('articles/2026/draft.md', articleFile({ title: 'Not yet', draft: 'true' }))
  await write('articles/2026/broken.md', '---\ntitle: [\n---\n')
  await write(
    'newsletters/2026/001-first.md',
    '---\ntitle: First\nissueNumber: 1\npublishedAt: 2026-01-05\n---\n\nHello.\n',
  )
})
afterAll(() => folder[Symbol.asyncDispose]())

async function write(name: string, text: string) {
  const file = path.join(content, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text)
}

/** Runs the script as a process; returns its exit code and output. */
function run(...args: Array<string>): Promise<{ code: number; stdout: string; stderr: string }> {
  const script = path.join(root, 'scripts', 'build-search-index.ts')
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', script, ...args],
      { cwd: root, env: { PATH: process.env.PATH } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

const check = () => checkSearchIndex(content, out)

test('the index is built, checked, found stale after edits and damaged after damage', async () => {
  expect(await check()).toMatch(/^There is no search index in .*\.$/)
  expect(await buildSearchIndex(content, out)).toBe(3)
  expect(await check()).toBe(null)

  await write('articles/2026/one.md', articleFile({ title: 'Warp Modes, again' }))
  await write('articles/2026/three.md', articleFile({ title: 'Reverb' }))
  await rm(path.join(content, 'articles/2026/two.md'))
  expect(await run('--check', '--content', content, '--out', out)).toEqual({
    code: 1,
    stdout: '',
    stderr: `The search index in ${out} is stale: 3 items differ (1 missing, 1 changed, 1 no longer there).\n`,
  })
  expect(await buildSearchIndex(content, out)).toBe(3)
  expect(await check()).toBe(null)
  const files = await readdir(out)
  const parts = files.map((file) => file.replace(/-.*/, ''))
  expect(parts).toEqual([...new Set(parts)])

  const part = path.join(out, files.find((file) => file.startsWith('0.1.map')) as string)
  await writeFile(part, (await readFile(part, 'utf8')).replace('reverb', 'reverv'))
  expect(await check()).toMatch(/^The search index in .* can't be used: its part .* is damaged\.$/)
})
