import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { importMapping } from '#domain/import/mapping.ts'
import { prove } from '../server/import/prove.ts'
import { ask } from './http-client.ts'
import { importInto } from './import-fixture.ts'
import { eventually, runningSite } from './running-site.ts'
import { mixedFolder, writeFiles } from './sample-exports.ts'
import { temporaryFolder } from './temp-repository.ts'

test('all texts of a mixed folder come in, every old address leads to its text, and no word is lost', async () => {
  await using site = await runningSite({ files: { 'site.yaml': 'name: New Garden\n' } })
  await using folder = await temporaryFolder()
  const { files, old } = await mixedFolder(6)
  const source = path.join(folder.path, 'mixed')
  const list = path.join(folder.path, 'urls.txt')
  await Promise.all([
    writeFiles(source, files),
    writeFiles(folder.path, { 'urls.txt': `${old.join('\n')}\n` }),
  ])
  for (const stage of ['first', 'proof', 'again']) await mkdir(path.join(folder.path, stage))
  // import-command.test.ts runs the command.
  const here = await importInto(site.repository.path('content'), path.join(folder.path, 'data'))
  onTestFinished(() => here.close())
  const order = (name: string) => ({
    ...({
      system: 'markdown',
      file: source,
      mapping: importMapping.parse({ kinds: { note: 'articles' } }),
    } as const),
    stage: path.join(folder.path, name),
  })
  const proof = async (entries: Parameters<typeof prove>[0]['entries']) => {
    const printed: Array<string> = []
    const code = await prove({ list, site: site.url, entries, print: (line) => printed.push(line) })
    return { code, printed }
  }
  const tip = async () => (await site.repository.git('rev-parse', 'HEAD')).trim()
  const before = await tip()

  const dry = await here.prepare(order('first'))
  expect(dry).toMatchObject({ texts: 31, fresh: 31, known: 0, skipped: 0, refused: 0 })
  expect(dry.pictures).toEqual({ found: 2, missing: [] })
  expect(dry.complaints).toContainEqual({
    place: 'jekyll/_posts/2019-01-02-bed-1.md:15',
    message: expect.stringContaining("The tag '{{< not hugo >}}' is not known"),
  })
  expect(await tip()).toBe(before)
  expect(await site.repository.git('status', '--porcelain')).toBe('')

  expect(await here.commit(order('first').stage)).toBe(await tip())
  expect(await site.repository.git('rev-list', '--count', `${before}..HEAD`)).toBe('1\n')
  await eventually(async () => (await ask(site.url, '/article/herb-5')).status === 200, 120_000)

  const whole = await proof(here.entries(order('proof')))
  expect(whole.printed).toEqual([
    `${old.length} of ${old.length} addresses answer with the right page; 0 do not; ${old.length} texts compared, 0 differ by more than 2 %; 0 pictures missing`,
  ])
  expect(whole.code).toBe(0)
  for (const feed of ['/feed', '/feed/', '/index.xml', '/blog/feed.xml'])
    expect((await ask(site.url, feed)).headers.location).toBe('/rss.xml')
  expect((await ask(site.url, '/tag/soil')).headers.location).toBe('/search?q=soil')

  const after = await tip()
  expect(await here.prepare(order('again'))).toMatchObject({
    texts: 31,
    fresh: 0,
    known: 31,
    authors: [],
  })
  expect(await here.commit(order('again').stage)).toBeNull()
  expect(await tip()).toBe(after)

  await site.repository.git('revert', '--no-edit', 'HEAD')
  expect(await site.repository.git('diff', '--stat', before, 'HEAD')).toBe('')
  await eventually(async () => (await ask(site.url, '/article/herb-5')).status === 404, 120_000)
  const gone = await proof(null)
  expect(gone.code).toBe(1)
  expect(gone.printed.at(-1)).toContain(`0 of ${old.length} addresses`)
  expect(gone.printed).toContain('404\t/2019/01/01/bed-0/')
})
