import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { newSite } from '../server/content/new-site.ts'
import { readSettings } from '../server/content/settings.ts'
import { runScript } from '../tests/run-script.ts'
import { scriptHere } from '../tests/script-here.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'new-site-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the command without a terminal. */
const run = (...args: Array<string>) => scriptHere('new-site', args, { CONTENT_DIR: folder }, folder)

const file = () => readFile(path.join(folder, 'site.yaml'), 'utf8')

test('site.yaml is made of flags, is never written over by chance, and wrong answers write nothing', async () => {
  expect(await run('--name', 'Green Fingers')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--categories'),
  })
  expect(await run('--name', 'G', '--categories', 'A', '--color', 'green')).toMatchObject({
    ...{ code: 2, err: expect.stringContaining('Write a color as #rrggbb') },
  })
  expect(await run('--name', 'G', '--categories', 'A', '--parts', 'shop')).toMatchObject({
    ...{ code: 2, err: expect.stringContaining("There is no part 'shop'") },
  })
  await expect(file()).rejects.toThrow('ENOENT')
  const done = await run('--name', 'Green Fingers', '--categories', 'Vegetables, Fruit Trees', '--parts', 'news')
  expect([done.code, done.out]).toEqual([0, expect.stringMatching(/^site\.yaml is written\. Next:/)])
  const first = await file()
  expect(parse(first)).toMatchObject({
    name: 'Green Fingers',
    categories: [
      { key: 'vegetables', label: 'Vegetables' },
      { key: 'fruit_trees', label: 'Fruit Trees' },
    ],
    parts: { news: true, newsletters: false, downloads: false },
  })
  const again = ['--name', 'Other', '--categories', 'A', '--language', 'de']
  expect(await run(...again)).toMatchObject({ code: 1, err: expect.stringContaining('--force') })
  expect(await file()).toBe(first)
  expect((await runScript('new-site', [...again, '--force'], { CONTENT_DIR: folder })).code).toBe(0)
  expect(parse(await file())).toMatchObject({ name: 'Other', language: 'de' })
})

test.each([
  ['a dark color', { color: '#0b1f0b' }],
  ['a bright color', { color: '#ffff66' }],
  ['a middle color', { color: '#808080' }],
  ['signs of YAML', { name: 'It\'s: "x" #1 {y}', description: '- no\n---' }],
  ['labels that make one key', { categories: ['Trees', 'trees!', 'All', '日本', 'x'.repeat(60)] }],
])('a site with %s has no fault', (_name, given) => {
  const text = newSite({
    ...{ name: 'N', description: 'D', language: 'en', categories: ['A', 'B'], color: '#3f8f3a', timeZone: 'UTC' },
    ...{ parts: { news: true, newsletters: true, downloads: false }, ...given },
  })
  expect(readSettings(Buffer.from(text)).faults).toEqual([])
})
