import { afterAll, expect, test } from 'vitest'
import { ask, askJson } from './http-client.ts'
import { parseHtml } from './parse-html.ts'
import { articleFile, eventually, serversPerSite } from './running-site.ts'
import { signIn, siteWithAdministrator } from './signed-in-site.ts'

const brackets = '['.repeat(450_000)
const deep = `Before.\n\n${'- '.repeat(60)}x`
const tooDeep = (line: number) =>
  `Line ${line} nests lists, quotes or HTML too deeply to be shown; the page shows its source`

interface Problem {
  path: string
  line: number
  message: string
  level?: string
}

const site = await siteWithAdministrator({
  'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
  'articles/good.md': articleFile({ id: '1', title: 'Good' }),
  'articles/brackets.md': articleFile({ id: '2', title: 'Brackets' }, brackets),
  'newsletters/001-issue.md':
    '---\nid: 1\ntitle: Issue one\nissueNumber: 1\npublishedAt: 2026-01-02\narticles:\n  - title: Part\n    excerpt: E\n    content: First.\n---\n\nOpening.\n',
})
afterAll(() => site[Symbol.asyncDispose]())
const ada = await signIn(site)

async function problems(): Promise<Array<Problem>> {
  return (await ada.call<Array<Problem>>('GET', '/api/content/problems')).body.filter(
    ({ level }) => level !== 'warning',
  )
}
async function write(path: string, text: string): Promise<void> {
  await site.repository.write(`content/${path}`, text)
  await site.repository.commit('Write')
}

/** The responses of lists and feeds while a text cannot be rendered. */
async function expectAllElse(id: number, slug: string, title: string, text: string) {
  for (const path of [
    '/',
    '/category/all',
    '/rss.xml',
    '/atom.xml',
    '/feed.json',
    '/sitemap.xml',
    '/search?q=before',
  ])
    expect([path, (await ask(site.url, path)).status]).toEqual([path, 200])
  const feed = (await ask(site.url, '/rss.xml')).text
  expect(feed).toContain(title)
  // Feeds contain the excerpt and the link, not the source.
  expect(feed).not.toContain(text.slice(-100))
  const lists = await askJson<Array<{ slug: string }>>(site.url, '/api/articles')
  expect(lists.map((item) => item.slug)).toContain(slug)
  expect((await ask(site.url, `/api/articles/slug/${slug}`)).status).toBe(200)
  expect((await ada.call(`GET`, `/api/articles/${id}`)).body.markdown).toContain(text)
}

test('a long text is reported after the start without a visit, and its page shows title, excerpt and source', async () => {
  const [problem] = await eventually(async () => {
    const found = await problems()
    return found.length > 0 && found
  }, 60_000 * serversPerSite)
  expect(problem).toMatchObject({
    path: 'articles/brackets.md',
    line: 8,
    message: expect.stringMatching(
      /^The text (takes more than 3 s|needs more memory).*; the page shows its source$/,
    ),
  })
  const answer = await ask(site.url, '/article/brackets')
  expect(answer.status).toBe(200)
  const page = parseHtml(answer.text)
  expect(page.querySelector('h1')?.textContent).toBe('Brackets')
  expect(page.body.textContent).toContain('What it says.')
  expect(page.querySelector('pre code')?.textContent?.trim()).toBe(brackets)
  await expectAllElse(2, 'brackets', 'Brackets', brackets)
})

test('a text that a writer commits and then repairs is a problem while it cannot be rendered', async () => {
  await write('articles/good.md', articleFile({ id: '1', title: 'Good' }, deep))
  const listed = (of: Array<Problem>) => of.filter(({ path }) => path === 'articles/good.md')
  const [problem] = await eventually(async () => {
    const found = listed(await problems())
    return found.length > 0 && found
  }, 30_000)
  expect(problem).toEqual({ path: 'articles/good.md', line: 11, message: tooDeep(4) })
  const page = parseHtml((await ask(site.url, '/article/good')).text)
  expect(page.querySelector('h1')?.textContent).toBe('Good')
  expect(page.querySelector('pre code')?.textContent).toContain(deep)
  await expectAllElse(1, 'good', 'Good', deep)
  const count = async () =>
    (await askJson<{ contentProblems: number }>(site.url, '/api/health')).contentProblems
  await expect.poll(count, { timeout: 60_000 * serversPerSite }).toBe(2)
  expect((await ask(site.url, '/api/content/problems')).status).toBe(401)

  await write('articles/good.md', articleFile({ id: '1', title: 'Good' }, 'All *well*.'))
  await eventually(async () => listed(await problems()).length === 0, 30_000)
  const repaired = await eventually(async () => {
    const { status, text } = await ask(site.url, '/article/good')
    expect(status).toBe(200)
    return text.includes('All <em>well</em>.') && text
  }, 30_000)
  expect(parseHtml(repaired).querySelector('pre code')).toBeNull()
})

test('a text of an issue that cannot be rendered is shown as source between the others', async () => {
  const path = 'newsletters/001-issue.md'
  const issue = (content: string) =>
    `---\nid: 1\ntitle: Issue one\nissueNumber: 1\npublishedAt: 2026-01-02\narticles:\n  - title: Part\n    excerpt: E\n    content: |\n${content
      .split('\n')
      .map((line) => `      ${line}\n`)
      .join('')}---\n\nThe *opening*.\n`
  await write(path, issue(deep))
  const [problem] = await eventually(async () => {
    const found = (await problems()).filter((one) => one.path === path)
    return found.length > 0 && found
  }, 30_000)
  expect(problem).toEqual({ path, line: 12, message: tooDeep(3) })
  const answer = await ask(site.url, '/newsletter/1')
  expect(answer.status).toBe(200)
  expect(answer.text).toContain('The <em>opening</em>.')
  expect(parseHtml(answer.text).querySelector('pre code')?.textContent).toContain('- - - ')
  await write(path, issue('All *well*.'))
  await eventually(async () => (await problems()).every((one) => one.path !== path), 30_000)
})
