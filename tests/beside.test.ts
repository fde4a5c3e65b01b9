import { afterAll, expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { articleFile, eventually } from './running-site.ts'
import { photo } from './sample-pictures.ts'
import { mp3Of, tone } from './sample-sounds.ts'
import { signIn, siteWithAdministrator } from './signed-in-site.ts'

const body =
  '![A shot](images/shot.png)\n\nAs a note: ![[plan b.png|The plan]]\n\n`![[code.png]]`\n\n![](../none.png)'

const picture = await photo('png')
const sound = await mp3Of(tone(1))
const site = await siteWithAdministrator({
  'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
  'articles/2026/deep/shown.md': articleFile({ id: '1', title: 'Shown' }, body),
  'articles/2026/deep/moved.md': articleFile({ id: '6', title: 'Moved' }, body),
  'articles/2026/deep/images/shot.png': picture,
  'articles/2026/deep/plan b.png': picture,
  'articles/2026/deep/unnamed.png': picture,
  'articles/2026/deep/draw.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9"/></svg>',
  'articles/2026/deep/heard.md': articleFile(
    { id: '5', title: 'Heard' },
    '![A tone](sounds/tone.mp3)\n\n![[one more.mp3|One more]]\n\n![None](none.mp3)',
  ),
  'articles/2026/deep/sounds/tone.mp3': sound,
  'articles/2026/deep/one more.mp3': sound,
  'articles/2026/draft.md': articleFile(
    { id: '2', title: 'A draft', draft: 'true' },
    '![D](draft.png) ![S](deep/draw.svg)',
  ),
  'articles/2026/draft.png': picture,
  'articles/2026/guest.md': articleFile(
    { id: '4', title: 'For a guest', draft: 'true' },
    '![G](guest.png)',
  ),
  'articles/2026/guest.png': picture,
  'articles/2026/fake.png': '<script>alert(1)</script>',
  'articles/2026/fake.md': articleFile(
    { id: '3', title: 'Fake' },
    '![F](fake.png) ![Up](../../../outside.png)',
  ),
})
const ada = await signIn(site)
afterAll(() => site[Symbol.asyncDispose]())

const get = (path: string, headers: Record<string, string> = {}) => ask(site.url, path, { headers })
const statusOf = async (path: string, headers?: Record<string, string>) =>
  (await get(path, headers)).status
const shot = '/media/beside/articles/2026/deep/images/shot.png'

test('pictures beside a text are found relative to it and served in every width', async () => {
  const page = (await get('/article/shown')).body.toString()
  expect(page).toMatch(
    /<img src="\/media\/beside\/articles\/2026\/deep\/images\/shot\.png" alt="A shot"[^>]*width="60"/,
  )
  expect(page).toContain('src="/media/beside/articles/2026/deep/plan%20b.png" alt="The plan"')
  expect(page).toContain('<code>![[code.png]]</code>')
  const answer = await get(shot)
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png'])
  expect(await statusOf(`${shot}?w=320`)).toBe(200)
  expect(await statusOf('/media/beside/articles/2026/deep/plan%20b.png')).toBe(200)
})

test.each([
  '/media/beside/articles/2026/deep/unnamed.png',
  '/media/beside/articles/2026/deep/shown.md',
  '/media/beside/site.yaml',
  '/media/beside/articles/..%2f..%2f..%2foutside.png',
  '/media/beside/articles/2026/../../../outside.png',
  '/media/beside/.git/a.png',
  '/media/beside/articles/2026/none.png',
])('%s is not served', async (path) => {
  expect(await statusOf(path)).toBe(404)
})

test('what is no picture is refused by its content', async () => {
  expect(await statusOf('/media/beside/articles/2026/fake.png')).toBe(415)
  expect((await get('/article/fake')).body.toString()).not.toContain('/media/beside/outside')
})

test('a file of a draft is shown to administrators alone, until the draft is published', async () => {
  const file = '/media/beside/articles/2026/draft.png'
  const own = { Cookie: ada.cookie }
  expect(await statusOf(file)).toBe(404)
  const shown = await get(file, own)
  expect([shown.status, shown.headers['cache-control']]).toEqual([
    200,
    expect.stringContaining('no-store'),
  ])
  const led = await get('/media/beside?type=articles&id=2&file=draft.png', own)
  expect([led.status, led.headers.location]).toEqual([302, file])
  expect(await statusOf('/media/beside?type=articles&id=2&file=draft.png')).toBe(404)
  expect(await statusOf('/media/beside?type=articles&id=2&file=../../../x.png', own)).toBe(404)
  await ada.call('PATCH', '/api/articles/2', { draft: false })
  expect(await statusOf(file)).toBe(200)
  const drawing = await get('/media/beside/articles/2026/deep/draw.svg')
  expect(drawing.status).toBe(200)
  expect(drawing.headers['content-security-policy']).toContain('sandbox')
})

test('sounds beside a text are played and served as those of the library', async () => {
  const page = (await get('/article/heard')).body.toString()
  const address = '/media/beside/articles/2026/deep/sounds/tone.mp3'
  expect(page).toContain(`<audio controls preload="none" src="${address}" aria-label="A tone">`)
  expect(page).toContain(
    'src="/media/beside/articles/2026/deep/one%20more.mp3" aria-label="One more"',
  )
  expect(page.match(/<sound-player/g)).toHaveLength(2)
  const part = await get(address, { Range: 'bytes=0-9' })
  expect([part.status, part.headers['content-type'], part.body.length]).toEqual([
    206,
    'audio/mpeg',
    10,
  ])
})

test('a deleted text that is restored shows what stands beside it again', async () => {
  expect((await ada.call('DELETE', '/api/articles/5')).status).toBe(200)
  const address = '/media/beside/articles/2026/deep/sounds/tone.mp3'
  expect(await statusOf(address)).toBe(404)
  const { body: history } = await ada.call<Array<{ commit: string }>>(
    'GET',
    '/api/articles/5/history',
  )
  const restored = await ada.call('POST', '/api/articles/5/restore', {
    commit: history.at(-1)?.commit,
  })
  expect(restored.status).toBe(200)
  expect((await get('/article/heard')).body.toString()).toContain(address)
  expect(await statusOf(address)).toBe(200)
})

test('what is missing beside a text is a warning with path and line', async () => {
  // The answer does not wait for a search that takes longer than a moment.
  const problems = await eventually(async () => {
    const { body } = await ada.call<
      Array<{ path: string; line: number; message: string; level?: string }>
    >('GET', '/api/content/problems')
    return body.length > 1 && body
  })
  expect(problems).toContainEqual({
    path: 'articles/2026/deep/shown.md',
    line: 15,
    message: "The file '../none.png' is missing beside this text",
    level: 'warning',
  })
  expect(problems).toContainEqual({
    path: 'articles/2026/deep/heard.md',
    line: 13,
    message: "The file 'none.mp3' is missing beside this text",
    level: 'warning',
  })
  expect(problems.filter(({ message }) => /shot|plan|code|tone|more/.test(message))).toEqual([])
})

test('the addresses stay as they are written through a save and a change of the slug', async () => {
  const { body: before } = await ada.call<{ markdown: string; revision: string; content: string }>(
    'GET',
    '/api/articles/6',
  )
  expect(before.content).toContain(shot)
  await ada.call('PATCH', '/api/articles/6', { title: 'Renamed', revision: before.revision })
  const moved = await ada.call('POST', '/api/articles/6/move', {
    slug: 'renamed',
    rewriteLinks: false,
  })
  expect(moved.status).toBe(200)
  const { body: after } = await ada.call<{ markdown: string }>('GET', '/api/articles/6')
  expect(after.markdown).toBe(before.markdown)
  expect((await get('/article/renamed')).body.toString()).toContain(shot)
  const preview = await ada.call<{ html: string }>('POST', '/api/preview', {
    type: 'articles',
    id: 6,
    title: 'T',
    content: 'New ![](images/shot.png)',
  })
  expect(preview.body.html).toContain(shot)
})

test('whoever has a link to a draft sees the pictures beside its text, and no others', async () => {
  const draft = '/media/beside/articles/2026/guest.png'
  expect(await statusOf(draft, { Cookie: '' })).toBe(404)
  const made = await ada.call<{ id: string; url: string }>('POST', '/api/draft-links', {
    type: 'articles',
    id: 4,
  })
  const link = new URL(made.body.url).pathname
  const [shown] =
    /\/media\/beside\/articles\/2026\/guest\.png\?[^"\s]*draft=[\w.-]+/.exec(
      (await get(link)).text,
    ) ?? []
  const answer = await get((shown ?? '').replaceAll('&amp;', '&'))
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png'])
  expect(answer.headers['cache-control']).toMatch(/^private/)
  const token = link.split('/').at(-1)
  expect(await statusOf(`/media/beside/articles/2026/deep/unnamed.png?draft=${token}`)).toBe(404)
  expect(await statusOf(`${draft}?draft=${token}x`)).toBe(404)
  await ada.call('DELETE', `/api/draft-links/${made.body.id}`)
  expect(await statusOf(`${draft}?draft=${token}`)).toBe(404)
})
