import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readCsv } from '../server/platform/csv.ts'
import { post } from './http-client.ts'
import { runScript } from './run-script.ts'
import { articleFile } from './running-site.ts'
import { signIn, siteWithAdministrator } from './signed-in-site.ts'
import { temporaryFolder } from './temp-repository.ts'

const files = {
  'articles/one.md': articleFile({
    id: '1',
    title: 'One',
    slug: 'one',
    aliases: '[/old-one, "/=SUM(1)"]',
  }),
  'downloads/pack.md': '---\nid: 4\ntitle: A pack\ndescription: Sounds.\nfileType: WAV\n---\n',
  'downloads/pack.zip': 'PK',
}

const subscribe = (url: string, email: string, source: string) =>
  post(url, '/api/subscribe', {
    email,
    source,
    custom_fields: { page_url: 'https://notes.example.org/about' },
  })

test('subscribers, counts and redirects are exported while the site runs; who was erased is in none of the files', async () => {
  await using site = await siteWithAdministrator(files)
  await using folder = await temporaryFolder()
  const ada = await signIn(site)
  for (const [email, source] of [
    ['ann@example.org', 'footer'],
    ['ben@example.org', '=HYPERLINK("http://evil.example")'],
    ['gone@example.org', 'sidebar'],
  ] as const)
    expect((await subscribe(site.url, email, source)).status).toBe(200)
  const listed = (await ada.call('GET', '/api/subscribers')).body as unknown as Array<{
    id: number
    email: string
  }>
  const gone = listed.find(({ email }) => email === 'gone@example.org')
  expect((await ada.call('DELETE', `/api/subscribers/${gone?.id}`)).status).toBe(200)

  const target = path.join(folder.path, 'data')
  const env = {
    CONTENT_DIR: site.repository.path('content'),
    DATA_DIR: site.dataDir,
    SITE_URL: 'https://notes.example.org',
  }
  const run = await runScript('export', ['data', target], env)
  expect(run.output).toContain('2 subscribers, counts of 1 downloads and 0 mails')
  expect(run.code).toBe(0)
  expect((await ada.call('GET', '/api/record?limit=1')).body).toMatchObject([
    { action: 'data-exported', by: null },
  ])

  const read = (name: string) => readFile(path.join(target, name), 'utf8')
  const people = JSON.parse(await read('subscribers.json')) as Array<Record<string, unknown>>
  expect(people).toHaveLength(2)
  expect(people.find(({ email }) => email === 'ann@example.org')).toMatchObject({
    status: 'active',
    source: 'footer',
    consent: { page: 'https://notes.example.org/about' },
  })
  const csv = await read('subscribers.csv')
  // A spreadsheet must not run what somebody sent as the source.
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  const [head, ...rows] = [...readCsv(csv)].map((row) => row?.cells ?? [])
  expect(head).toEqual(
    expect.arrayContaining(['email', 'status', 'subscribedAt', 'source', 'consentAt', 'topics']),
  )
  expect(rows.map(([email]) => email).sort()).toEqual(['ann@example.org', 'ben@example.org'])
  expect(JSON.parse(await read('downloads.json'))).toEqual([
    { id: 4, slug: 'pack', title: 'A pack', count: 0 },
  ])
  expect(await read('downloads.csv')).toBe('id,slug,title,count\r\n4,pack,A pack,0\r\n')
  expect(await read('_redirects')).toContain('/old-one /article/one 301\n')
  expect(await read('redirects.csv')).toContain('/old-one,/article/one,301\r\n')
  for (const name of await readdir(target)) {
    expect(await read(name), name).not.toContain('gone@example.org')
    if (name.startsWith('subscribers'))
      expect((await stat(path.join(target, name))).mode & 0o777).toBe(0o600)
  }
  expect((await stat(target)).mode & 0o777).toBe(0o700)
})
