import path from 'node:path'
import { expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { importCommand } from './import-fixture.ts'
import { eventually, runningSite } from './running-site.ts'
import { mixedFolder, writeFiles } from './sample-exports.ts'
import { temporaryFolder } from './temp-repository.ts'

test('500 of 500 texts of a mixed folder come in, every old address leads to its text, and no word is lost', {
  timeout: 1_200_000,
}, async () => {
  await using site = await runningSite({ files: { 'site.yaml': 'name: New Garden\n' } })
  await using folder = await temporaryFolder()
  const { files, old } = await mixedFolder(100)
  const source = path.join(folder.path, 'mixed')
  await writeFiles(source, files)
  await writeFiles(folder.path, { 'urls.txt': `${old.join('\n')}\n` })
  const env = { CONTENT_DIR: site.repository.path('content'), DATA_DIR: path.join(folder.path, 'data') }
  const tip = async () => (await site.repository.git('rev-parse', 'HEAD')).trim()
  const before = await tip()

  const dry = await importCommand(['markdown', source], env)
  expect(dry).toMatchObject({ code: 0 })
  expect(dry.output).toContain('500 texts: 500 new, 0 known, 0 left out, 0 refused; 2 pictures found, 0 missing')
  expect(dry.output).toContain("jekyll/_posts/2019-01-02-bed-1.md:15: The tag '{{< not hugo >}}' is not known")
  expect(await tip()).toBe(before)
  expect(await site.repository.git('status', '--porcelain')).toBe('')

  const run = await importCommand(['markdown', source, '--confirm'], env)
  expect(run.output).toContain('Imported 500 texts with the commit')
  expect(await site.repository.git('rev-list', '--count', `${before}..HEAD`)).toBe('1\n')
  await eventually(async () => (await ask(site.url, '/article/herb-99')).status === 200, 120_000)

  const proof = await importCommand(
    ['prove', path.join(folder.path, 'urls.txt'), '--site', site.url, '--from', 'markdown', '--export', source],
    env,
  )
  expect(proof.output).toContain(
    `${old.length} of ${old.length} addresses answer with the right page; 0 do not; ${old.length} texts compared, 0 differ by more than 2 %; 0 pictures missing`,
  )
  expect(proof.code).toBe(0)
  for (const feed of ['/feed', '/rss', '/index.xml', '/blog/feed.xml'])
    expect((await ask(site.url, feed)).headers.location).toBe('/rss.xml')
  expect((await ask(site.url, '/tag/soil')).headers.location).toBe('/search?q=soil')

  const after = await tip()
  const again = await importCommand(['markdown', source, '--confirm'], env)
  expect(again.output).toContain('500 texts: 0 new, 500 known')
  expect(await tip()).toBe(after)

  await site.repository.git('revert', '--no-edit', 'HEAD')
  expect(await site.repository.git('diff', '--stat', before, 'HEAD')).toBe('')
  const gone = await eventually(async () => {
    const answer = await importCommand(['prove', path.join(folder.path, 'urls.txt'), '--site', site.url], env)
    return answer.output.includes(`0 of ${old.length} addresses`) && answer
  }, 300_000)
  expect(gone.code).toBe(1)
  expect(gone.output).toContain('404\t/2019/01/01/bed-0/')
})
