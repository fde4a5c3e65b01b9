import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../server/content/read/settings.ts'
import { newSite } from '../server/content/samples/new-site.ts'
import { runScript } from '../tests/run-script.ts'
import { scriptHere } from '../tests/script-here.ts'
import { temporaryRepository } from '../tests/temp-repository.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'new-site-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the command without a terminal. */
const run = (...args: Array<string>) =>
  scriptHere('new-site', args, { CONTENT_DIR: folder }, folder)

const file = () => readFile(path.join(folder, 'site.yaml'), 'utf8')

test('a site is made of flags in an empty folder, and wrong answers write nothing', async () => {
  expect(await run('--name', 'Green Fingers')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--categories'),
  })
  expect(await run('--name', 'G', '--categories', 'A', '--color', 'green')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Write a color as #rrggbb'),
  })
  expect(await run('--name', 'G', '--categories', 'A', '--parts', 'shop')).toMatchObject({
    code: 2,
    err: expect.stringContaining("There is no part 'shop'"),
  })
  expect(await readdir(folder)).toEqual([])
  const done = await run(
    '--name',
    'Green Fingers',
    '--categories',
    'Vegetables, Fruit Trees',
    '--parts',
    'news',
  )
  expect([done.code, done.out]).toEqual([
    0,
    expect.stringContaining(`Set CONTENT_DIR=${folder} in .env`),
  ])
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
  expect(await run(...again)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not empty'),
  })
  expect(await file()).toBe(first)
  expect((await runScript('new-site', [...again, '--force'], { CONTENT_DIR: folder })).code).toBe(0)
  expect(parse(await file())).toMatchObject({ name: 'Other', language: 'de' })
})

test('no site is made in another repository, or where a file is', async () => {
  await using repository = await temporaryRepository()
  const answers = ['--name', 'G', '--categories', 'A']
  const inside = path.join(repository.root, 'sites', 'garden')
  expect(await run(inside, ...answers)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is in the git repository'),
  })
  expect(await readdir(repository.root)).not.toContain('sites')

  const place = await mkdtemp(path.join(tmpdir(), 'new-site-place-'))
  await writeFile(path.join(place, 'file'), '')
  expect(await run(path.join(place, 'file'), ...answers)).toMatchObject({
    code: 1,
    err: expect.stringContaining('ENOTDIR'),
  })
  await mkdir(path.join(place, 'empty'))
  expect(await run(path.join(place, 'empty'), ...answers)).toMatchObject({ code: 0 })
  await rm(place, { recursive: true })
})

test.each([
  ['a dark color', { color: '#0b1f0b' }],
  ['a bright color', { color: '#ffff66' }],
  ['a middle color', { color: '#808080' }],
  ['signs of YAML', { name: 'It\'s: "x" #1 {y}', description: '- no\n---' }],
  ['labels that make one key', { categories: ['Trees', 'trees!', 'All', '日本', 'x'.repeat(60)] }],
  ['umlauts', { language: 'de', categories: ['Grün & Öl'] }, 'key: gruen_oel,'],
])('a site with %s has no fault', (_name, given, part = '') => {
  const text = newSite({
    name: 'N',
    description: 'D',
    language: 'en',
    categories: ['A', 'B'],
    color: '#3f8f3a',
    timeZone: 'UTC',
    parts: { news: true, newsletters: true, downloads: false },
    ...given,
  })
  expect(readSettings(Buffer.from(text)).faults).toEqual([])
  expect(text).toContain(part)
})
