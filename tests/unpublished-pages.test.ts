import { afterAll, expect, test } from 'vitest'
import { type Answer, ask } from './http-client.ts'
import { parseHtml, texts } from './parse-html.ts'
import { articleFile, eventually } from './running-site.ts'
import { signIn, siteWithAdministrator } from './signed-in-site.ts'

const site = await siteWithAdministrator({
  'site.yaml':
    'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\ntimeZone: Europe/Berlin\n',
  'articles/2026/shown.md': articleFile({
    id: '1',
    title: 'Shown',
    tags: '[pads]',
    aliases: '[/article/draft]',
    series: 'Pads',
    publishedAt: '2026-01-01',
  }),
  'articles/2026/second.md': articleFile({
    id: '8',
    title: 'Second',
    series: 'Pads',
    publishedAt: '2026-01-03',
  }),
  'articles/2026/draft.md': articleFile(
    {
      id: '2',
      title: 'Unfinished',
      tags: '[pads]',
      draft: 'true',
      series: 'Pads',
      publishedAt: '2026-01-02',
    },
    '## Part\n\nHidden *words*.',
  ),
  'articles/2026/later.md': articleFile({
    id: '3',
    title: 'Later',
    publishedAt: '2999-07-01T10:30:00Z',
  }),
  'news/2026/draft.md': '---\nid: 5\ntitle: News draft\nexcerpt: E\n---\nText.\n',
  'newsletters/2026/001-a.md':
    '---\nid: 6\ntitle: First issue\nissueNumber: 1\npublishedAt: 2026-01-01\n---\nText.\n',
  'newsletters/2026/002-b.md': '---\nid: 7\ntitle: Draft issue\nissueNumber: 2\n---\nText.\n',
})
afterAll(() => site[Symbol.asyncDispose]())
const ada = await signIn(site)

const visitor = (path: string) => ask(site.url, path, { headers: { 'Accept-Encoding': 'br' } })
const admin = (path: string) =>
  ask(site.url, path, { headers: { Cookie: ada.cookie, 'Accept-Encoding': 'br' } })
const banner = ({ text }: Answer) => parseHtml(text).querySelector('main [role="note"]')

const pages = [
  ['/article/draft', 'Unfinished', 'Draft', '/admin/draft-editor?id=2&type=articles'],
  ['/article/later', 'Later', 'Scheduled', '/admin/draft-editor?id=3&type=articles'],
  ['/news/5', 'News draft', 'Draft', '/admin/draft-editor?id=5&type=news'],
  ['/newsletter/7', 'Draft issue', 'Draft', '/admin/draft-editor?id=7&type=newsletters'],
] as const

test.each(pages)(
  '%s shows to an administrator with a banner and an editor, and is never cached',
  async (...row) => {
    const [path, title, status, editor] = row
    for (let round = 0; round < 2; round += 1) {
      const shown = await admin(path)
      expect([shown.status, shown.headers['cache-control'], shown.headers['x-robots-tag']]).toEqual(
        [200, 'private, no-store', 'noindex'],
      )
      const document = parseHtml(shown.text)
      expect(document.querySelector('h1')?.textContent).toBe(title)
      expect(document.title).toMatch(new RegExp(`^${status}: ${title}`))
      expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
      expect(
        document.querySelector('link[rel=canonical], meta[property^="og:"], script[type*=json]'),
      ).toBeNull()
      expect(banner(shown)?.querySelector('strong')?.textContent).toBe(status)
      expect(banner(shown)?.querySelector('a')?.getAttribute('href')).toBe(editor)
      expect(banner(shown)?.querySelector('a')?.textContent).toContain('Open in Editor')
      const hidden = await visitor(path)
      if (path === '/article/draft')
        expect([hidden.status, hidden.headers.location]).toEqual([301, '/article/shown'])
      else expect([hidden.status, hidden.text.includes(title)]).toEqual([404, false])
    }
  },
)

test('the banner of a scheduled item shows date and time zone', async () => {
  expect(banner(await admin('/article/later'))?.textContent).toContain(
    'July 1, 2999, 12:30 PM (Europe/Berlin)',
  )
})

test('related articles and neighbors are those of the published page', async () => {
  const draft = parseHtml((await admin('/article/draft')).text)
  expect(draft.querySelector('a[href="/article/shown"]')?.textContent).toContain('Shown')
  expect(draft.querySelector('.prose em')?.textContent).toBe('words')
  const issue = parseHtml((await admin('/newsletter/7')).text)
  expect(issue.querySelector('a[rel=prev]')?.getAttribute('href')).toBe('/newsletter/6')
  expect(issue.querySelector('a[rel=next]')).toBeNull()
})

test('a part of a series that is not published has its place for an administrator and none for a visitor', async () => {
  const parts = ({ text }: Answer) =>
    texts(parseHtml(text), '#series ol li').map((part) => part.replace(/^\d/, ''))
  expect(parts(await admin('/article/draft'))).toEqual(['Shown', 'Unfinished', 'Second'])
  expect(parts(await visitor('/article/shown'))).toEqual(['Shown', 'Second'])
})

test('a cookie that is not of a session shows nothing', async () => {
  for (const Cookie of ['session-notes=x', 'theme=dark', ada.cookie.slice(0, -30)])
    expect((await ask(site.url, '/article/later', { headers: { Cookie } })).status).toBe(404)
  const head = await ask(site.url, '/article/later', {
    method: 'HEAD',
    headers: { Cookie: ada.cookie },
  })
  expect([head.status, head.text]).toEqual([200, ''])
})

test('public pages are the same cached ones for an administrator, without a banner', async () => {
  // The commit of the test before may be shown between the two answers.
  const { first, second } = await eventually(async () => {
    const [first, second] = [await admin('/article/shown'), await visitor('/article/shown')]
    return first.text === second.text && { first, second }
  })
  expect([first.status, banner(first), first.text]).toEqual([200, null, second.text])
  // Behind the hash of the page stands its encoding, which is a better one as soon as the server is
  // idle.
  const hash = ({ headers }: typeof first) => headers.etag?.replace(/-\w+"$/, '')
  expect(hash(first)).toMatch(/^"[\w-]+$/)
  expect(hash(first)).toBe(hash(second))
  expect((await admin('/article/nothing')).status).toBe(404)
})

test('an article that becomes a draft and public again is shown correctly to everybody', async () => {
  const save = (draft: boolean) => ada.call('PATCH', '/api/articles/1', { draft })
  await visitor('/article/shown')
  await save(true)
  expect((await admin('/article/shown')).headers['cache-control']).toBe('private, no-store')
  expect((await visitor('/article/shown')).status).toBe(404)
  await save(false)
  const shown = await visitor('/article/shown')
  expect([shown.status, banner(shown)]).toEqual([200, null])
  expect(banner(await admin('/article/shown'))).toBeNull()
})

test('a scheduled item that an administrator has viewed is published on time', async () => {
  const soon = new Date(Date.now() + 5000)
  const file = articleFile({ id: '4', title: 'Soon', publishedAt: soon.toISOString() })
  await site.repository.write('content/articles/2026/soon.md', file)
  await site.repository.commit('Schedule it')
  const early = await eventually(async () => {
    const answer = await admin('/article/soon')
    return answer.status === 200 && answer
  })
  const hidden = await visitor('/article/soon')
  // On a busy machine the answers may come too late.
  if (Date.now() < soon.getTime()) {
    expect(banner(early)).toBeTruthy()
    expect(hidden.status).toBe(404)
  }
  const shown = await eventually(async () => {
    const answer = await visitor('/article/soon')
    return answer.status === 200 && answer
  }, 20_000)
  expect(banner(shown)).toBeNull()
  expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime())
  const later = await admin('/article/soon')
  expect([banner(later), later.headers['cache-control']]).toEqual([
    null,
    'private, max-age=0, must-revalidate',
  ])
})
