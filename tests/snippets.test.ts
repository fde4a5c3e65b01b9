import { afterAll, beforeEach, expect, test } from 'vitest'
import type { SavedSnippet, Snippet } from '#domain/snippets.ts'
import { ask } from './http-client.ts'
import { eventually, publish } from './running-site.ts'
import { signIn, siteWithAdministrator } from './signed-in-site.ts'

const preset = '```device\ndevice: Glue Compressor\nThreshold: -18 dB\n```'
const signOff = 'Zymurgist, see [the end](/nowhere). ![](/media/logo.png)'
/** What each test begins with. */
const files = {
  'site.yaml': 'name: N\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
  'snippets/drums/glue.md': `---\ntitle: Glue on the drums\nby: Ada\n---\n\n${preset}\n`,
  'media/logo.png': 'x',
  'snippets/sign-off.md': `${signOff}\n`,
  'snippets/README.md': '# What this folder is\n',
  'snippets/empty.md': '---\ntitle: Nothing\n---\n',
  'snippets/torn.md': '---\ntitle: [\n---\n\nStill a text.\n',
}
const site = await siteWithAdministrator(files)
beforeEach(() => publish(site, files))
afterAll(() => site[Symbol.asyncDispose]())
const ada = await signIn(site)
const listed = async () => (await ada.call<Array<Snippet>>('GET', '/api/snippets')).body
const file = (path: string) => site.repository.git('show', `HEAD:content/snippets/${path}`)

test('the files of the folder are offered by their titles or names, and are no pages, results or problems; their pictures count as used', async () => {
  const offered = (await listed()).filter(({ name }) => `snippets/${name}.md` in files)
  expect(offered).toEqual([
    { name: 'drums/glue', title: 'Glue on the drums', content: preset },
    { name: 'sign-off', title: 'sign off', content: signOff },
    { name: 'torn', title: 'torn', content: 'Still a text.' },
  ])
  for (const path of ['/snippets/sign-off', '/sign-off', '/snippets/sign-off.md'])
    expect([path, (await ask(site.url, path)).status]).toEqual([path, 404])
  const found = await ask(site.url, '/api/search?q=zymurgist&literal=1')
  expect(JSON.parse(found.text)).toMatchObject({ articles: [], news: [], newsletters: [] })
  const { body: problems } = await ada.call<Array<{ path: string }>>('GET', '/api/content/problems')
  expect(problems.filter(({ path }) => path.startsWith('snippets/'))).toEqual([])
  const { body: media } = await ada.call('GET', '/api/media')
  expect(media).toMatchObject([{ usedBy: [{ path: 'snippets/sign-off.md' }] }])
})

test('a snippet of a writer with plain git is announced to open editors and offered', async () => {
  const stop = new AbortController()
  const stream = await fetch(`${site.url}/api/events`, {
    headers: { Cookie: ada.cookie },
    signal: stop.signal,
  })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  await reader?.read()
  await site.repository.write('content/snippets/written.md', 'By hand.\n')
  await site.repository.commit('Add a snippet')
  expect((await reader?.read())?.value).toContain('"media":true')
  stop.abort()
  await eventually(async () => (await listed()).some(({ title }) => title === 'written'))
})

test('a text is stored by one commit, replaced under the same title without a loss of other keys, and undone', async () => {
  const store = (title: string, content: string) =>
    ada.call<SavedSnippet>('POST', '/api/snippets', { title, content })
  const { status, body: made } = await store('Mix: “Tail”', '> A [tip](/about).\n')
  expect([status, made.name]).toEqual([200, 'mix-tail'])
  expect(await file('mix-tail.md')).toBe('---\ntitle: "Mix: “Tail”"\n---\n\n> A [tip](/about).\n')
  expect(await site.repository.git('log', '-1', '--format=%H %an: %s')).toBe(
    `${made.commit} ada: Create snippet: Mix: “Tail”\n`,
  )

  expect((await store('Mix: Tail?', 'Another.')).body.name).toBe('mix-tail-2')
  const { body: replaced } = await store('Glue on the drums', 'Slower.')
  expect(replaced.name).toBe('drums/glue')
  expect(await file('drums/glue.md')).toBe(
    '---\ntitle: Glue on the drums\nby: Ada\n---\n\nSlower.\n',
  )
  const undone = await ada.call('POST', '/api/undo', { commit: replaced.commit })
  expect(undone.status).toBe(200)
  expect((await listed()).find(({ name }) => name === 'drums/glue')?.content).toBe(preset)

  const refused = await ada.call('POST', '/api/snippets', { title: ' ', content: 'x' })
  expect([refused.status, refused.body.issues]).toEqual([
    422,
    [{ path: 'title', message: 'Give the snippet a name' }],
  ])
})
