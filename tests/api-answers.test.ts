import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contentTypes } from '#domain/content.ts'
import {
  type AddressedCall as Call,
  errorAnswer,
  type errorMeanings,
  errorsOf,
} from '../src/contract/call.ts'
import { callList as calls } from '../src/contract/calls.ts'
import { ask, askJson } from './http-client.ts'
import { multipart } from './multipart.ts'
import { isCluster, type RunningSite, runningSite } from './running-site.ts'
import { halves } from './sample-pictures.ts'
import { sampleSite } from './sample-site.ts'
import { type Administrator, admin, signIn } from './signed-in-site.ts'

let site: RunningSite
let ada: Administrator
beforeAll(async () => {
  site = await runningSite({ files: await sampleSite(), env: admin })
  ada = await signIn(site)
  await site.repository.write('content/articles/2026/broken.md', 'no frontmatter\n')
  await site.repository.commit('Break a file')
  await site.repository.write('content/articles/2026/new.md', 'not committed\n')
  await ada.call('POST', '/api/subscribers', { email: 'first@example.org' })
  await ada.call('POST', '/api/snippets', { title: 'Sign-off', content: 'Bye.' })
  await ada.call('POST', '/api/auth/tokens', { name: 'Script', scope: 'read' })
  await ada.call('POST', '/api/newsletters', {
    title: 'Imported',
    draft: true,
    messageId: '<first@example.org>',
  })
  const [article] = await askJson<Array<{ id: number }>>(site.url, '/api/articles')
  await ada.call('POST', '/api/reviews', { type: 'articles', id: article?.id })
  const picture = await upload()
  await ada.call('DELETE', picture.body.url.replace('/media/', '/api/media/'))
  const downloads = await askJson<Array<{ id: number }>>(site.url, '/api/downloads')
  await ada.call('DELETE', `/api/downloads/${downloads.at(-1)?.id}`)
  for (const type of ['articles', 'news', 'newsletters']) {
    const base = { title: 'Short-lived', excerpt: 'E', content: 'Text.\n', category: 'mixing' }
    const [linked] = await askJson<Array<{ id: number; slug: string }>>(site.url, `/api/${type}`)
    const address =
      { articles: `/article/${linked?.slug}`, news: `/news/${linked?.id}` }[type] ??
      `/newsletter/${linked?.id}`
    await ada.call('POST', '/api/news', {
      ...base,
      title: 'Linking',
      content: `[It](${address})`,
      publishedAt: null,
    })
    const pieces = type === 'newsletters' ? { articles: [{ title: 'P', content: 'x' }] } : {}
    const { body } = await ada.call('POST', `/api/${type}`, {
      ...base,
      ...pieces,
      publishedAt: '2999-01-01',
    })
    past.set(type, {
      id: Number(body.id),
      commit: (await site.repository.git('rev-parse', 'HEAD')).trim(),
    })
    if (type === 'articles') await ada.call('POST', '/api/draft-links', { type, id: body.id })
    await ada.call('DELETE', `/api/${type}/${body.id}`)
  }
})
afterAll(() => site[Symbol.asyncDispose]())

async function upload(filename = 'a.png') {
  const { body, headers } = multipart([{ filename, bytes: await halves(9, 9).png().toBuffer() }])
  const answer = await ask(site.url, '/api/media', {
    method: 'POST',
    headers: { ...headers, Cookie: ada.cookie },
    body,
  })
  return { ...answer, body: JSON.parse(answer.text) as { url: string } }
}

/** A created and deleted item of each type. */
const past = new Map<string, { id: number; commit: string }>()

/** A new item, older than those that others link to. */
const older = { excerpt: 'E', content: 'Text.\n', category: 'mixing', publishedAt: '2020-01-01' }

const firstOf = (call: Call, list: string) =>
  askJson<Array<Record<string, unknown>>>(site.url, list).then((items) => {
    const [first] = items
    if (!first) throw new Error(`${call.path}: nothing in ${list}`)
    return first
  })

/** An address of a call with existing data. */
async function addressOf(call: Call): Promise<string> {
  const { path, type } = call
  if (!path.includes('{')) return path === '/api/search' ? `${path}?q=live` : path
  if (path.includes('/{id}/history')) {
    const { id, commit } = past.get(type ?? '') ?? { id: 0, commit: '' }
    return path.replace('{id}', String(id)).replace('{commit}', commit)
  }
  if (path.includes('{path}')) {
    const commit = await site.repository.git(
      'log',
      '-1',
      '--format=%H',
      '--',
      'content/pages/about.md',
    )
    return path.replace('{path}', 'about').replace('{commit}', commit.trim())
  }
  const list =
    contentTypes.find((name) => type === name || path.startsWith(`/api/${name}/`)) ?? 'articles'
  const item = await firstOf(call, `/api/${list}`)
  const values: Record<string, unknown> = { ...item, kind: list }
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
}

const reads = calls.filter(
  ({ method, answerIsStream, answerKind }) => method === 'GET' && !answerIsStream && !answerKind,
)

test.each(reads.map((call) => [call.path, call] as const))(
  'GET %s answers as the reference says',
  async (_, call) => {
    const path = await addressOf(call)
    const open = await ask(site.url, path)
    if (call.who === 'everybody') {
      expect([open.status, call.answer.safeParse(JSON.parse(open.text)).error?.issues]).toEqual([
        call.status,
        undefined,
      ])
      if (!path.includes('openapi')) expect(JSON.parse(open.text)).not.toEqual([])
    } else
      expect([open.status, errorAnswer.safeParse(JSON.parse(open.text)).success]).toEqual([
        401,
        true,
      ])
    const signedIn = await ada.call<unknown>('GET', path)
    expect(signedIn.status).toBe(call.status)
    expect((call.adminAnswer ?? call.answer).safeParse(signedIn.body).error?.issues).toBeUndefined()
    // Replicas have no work tree, where files could be uncommitted.
    if (path.endsWith('/uncommitted') && isCluster) expect(signedIn.body).toEqual([])
    else expect(signedIn.body).not.toEqual([])
    if (call.who !== 'everybody' || call.adminAnswer)
      expect(signedIn.headers['cache-control']).toBe('private, no-store')
  },
)

test('an old version is answered with its item', async () => {
  for (const [type, { id, commit }] of past) {
    const { body } = await ada.call('GET', `/api/${type}/${id}/history/${commit}`)
    expect([type, body.item]).toEqual([type, expect.objectContaining({ title: 'Short-lived' })])
  }
})

const rowOf = (method: string, path: string): Call => {
  const call = calls.find((one) => one.method === method && one.path === path)
  if (!call) throw new Error(`${method} ${path} is not in the reference`)
  return call
}

test('an analysis ignores text that no page shows', async () => {
  const content =
    'Warp <script>alert(1)</script> pads with <img src="/media/a.png" onerror="alert(1)" alt="Live"> and `<script>code</script>` in Ableton Live. [A link](javascript:alert(1)) stays as words.'
  const { status, body } = await ada.call('POST', '/api/analyze-content', { content })
  expect([status, body.content]).toEqual([
    200,
    'Warp  pads with <img src="/media/a.png"  alt="Live"> and `<script>code</script>` in Ableton Live. A link stays as words.',
  ])
})

test('the responses to writes match the reference', async () => {
  const item = { ...older, title: 'Told' }
  const { body: made } = await ada.call('POST', '/api/articles', item)
  const article = '/api/articles/{id}'
  const rows: Array<[method: string, path: string, body?: unknown]> = [
    ['POST', '/api/articles', item],
    ['POST', '/api/news', item],
    [
      'POST',
      '/api/newsletters',
      { title: 'Told', articles: [{ title: 'P', excerpt: 'E', content: 'x' }] },
    ],
    ['PATCH', article, { title: 'Told again' }],
    ['POST', '/api/articles/{id}/move', { slug: 'told-elsewhere' }],
    [
      'POST',
      '/api/preview',
      { type: 'newsletters', ...item, articles: [{ title: 'P', content: '*x*' }] },
    ],
    ['DELETE', article],
    ['POST', '/api/articles/{id}/restore'],
    ['POST', '/api/analyze-content', { content: 'Warm pads with Ableton Live and a Compressor.' }],
    ['POST', '/api/subscribers', { email: 'second@example.org' }],
    ['POST', '/api/subscribe', { email: 'reader@example.org', source: 'footer' }],
    ['PATCH', '/api/auth/profile', { name: 'Ada', email: 'ada@example.org' }],
    ['POST', '/api/auth/invitations'],
    ['POST', '/api/sync'],
    [
      'POST',
      '/api/auth/password',
      { currentPassword: admin.ADMIN_PASSWORD, newPassword: 'another long password' },
    ],
    [
      'POST',
      '/api/auth/login',
      { username: admin.ADMIN_USERNAME, password: 'another long password' },
    ],
    ['POST', '/api/auth/tokens', { name: 'Script', scope: 'write' }],
  ]
  for (const [method, path, body] of rows) {
    const call = rowOf(method, path)
    const sent = path.endsWith('/restore')
      ? { commit: (await site.repository.git('rev-parse', 'HEAD')).trim() }
      : body
    // A sign-in ends the session whose cookie it replaces.
    const headers: Record<string, string> = path === '/api/auth/login' ? { Cookie: '' } : {}
    const reply = await ada.call<unknown>(
      method,
      path.replace('{id}', String(made.id)),
      sent,
      headers,
    )
    expect([method, path, reply.status, call.answer.safeParse(reply.body).error?.issues]).toEqual([
      method,
      path,
      call.status,
      undefined,
    ])
    for (const header of call.answerHeaders ?? [])
      expect([path, header, reply.headers[header.toLowerCase()]]).toEqual([
        path,
        header,
        expect.anything(),
      ])
  }
})

test('the responses to writes of pictures match the reference', async () => {
  const added = await upload('restored.png')
  const articles = await askJson<Array<{ imageUrl: string | null }>>(site.url, '/api/articles')
  const use = articles.find(({ imageUrl }) => imageUrl?.startsWith('/media/'))
  const restore = async () => {
    const commit = (await site.repository.git('rev-parse', 'HEAD')).trim()
    return ada.call<unknown>('POST', '/api/media/restore', {
      path: added.body.url.slice('/media/'.length),
      commit,
    })
  }
  const replies = [
    ['POST', '/api/media', added],
    ['DELETE', '/api/media/{path}', await ada.call('DELETE', `/api${added.body.url}`)],
    ['POST', '/api/media/restore', await restore()],
  ] as const
  for (const [method, path, reply] of replies) {
    const { status, answer } = rowOf(method, path)
    expect([method, path, reply.status, answer.safeParse(reply.body).error?.issues]).toEqual([
      method,
      path,
      status,
      undefined,
    ])
  }
  const used = await ada.call('DELETE', `/api${use?.imageUrl}`)
  const { conflict = z.never() } = rowOf('DELETE', '/api/media/{path}')
  expect([used.status, conflict.safeParse(used.body).error?.issues]).toEqual([409, undefined])
})

test('every write of administrators may carry an Idempotency-Key; analyses, help with words, checks, counts, exports and previews write nothing, a sign of life is repeated, an unsaved text replaces the last one, and a confirmation and a token are made anew', () => {
  const keyless = calls.filter(
    ({ method, who, headers = [] }) =>
      method !== 'GET' && who !== 'everybody' && !headers.includes('Idempotency-Key'),
  )
  expect(keyless.map(({ path }) => path).sort()).toEqual([
    '/api/analyze-content',
    '/api/analyze-image',
    '/api/articles/export',
    '/api/assist',
    '/api/auth/confirm',
    '/api/auth/tokens',
    '/api/drafts',
    '/api/drafts',
    '/api/links/check',
    '/api/news/export',
    '/api/newsletters/export',
    '/api/newsletters/{id}/audience',
    '/api/newsletters/{id}/mail-preview',
    '/api/presence',
    '/api/preview',
    '/api/suggest-image-tags',
  ])
})

test('the examples of the reference find what they need in an answer, and a conflict is answered as it says', async () => {
  const item = { ...older, title: 'Fought over' }
  const { body: made } = await ada.call('POST', '/api/articles', item)
  const reference = await readFile('docs/api.md', 'utf8')
  const found = [...reference.matchAll(/sed -E 's\/(.+)\/\\1/g)].map(
    ([, pattern = '']) => RegExp(pattern).exec(JSON.stringify(made))?.[1],
  )
  expect(found).toEqual([String(made.id), made.revision])
  await ada.call('PATCH', `/api/articles/${made.id}`, {
    excerpt: 'Theirs',
    content: 'Their text.\n',
  })
  const late = { excerpt: 'Yours', content: 'Your text.\n', revision: made.revision }
  for (const [method, body] of [
    ['PATCH', late],
    ['DELETE', { revision: made.revision }],
  ] as const) {
    const reply = await ada.call<unknown>(method, `/api/articles/${made.id}`, body)
    const { conflict = z.never() } = rowOf(method, '/api/articles/{id}')
    expect([method, reply.status, conflict.safeParse(reply.body).error?.issues]).toEqual([
      method,
      409,
      undefined,
    ])
  }
})

test('every write for administrators is closed to visitors, and every error is documented', async () => {
  for (const call of calls.filter(({ method }) => method !== 'GET')) {
    // A git server signs its calls instead.
    if (call.path === '/api/hooks/git') continue
    const path = call.path.replace(/\{\w+\}/g, '1')
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '2' }
    const stranger = await ask(site.url, path, { method: call.method, headers, body: '{}' })
    if (call.who !== 'everybody') expect([path, stranger.status]).toEqual([path, 401])
    const foreign = await ask(site.url, path, {
      method: call.method,
      headers: { ...headers, Cookie: ada.cookie, Origin: 'https://evil.example' },
      body: '{}',
    })
    expect([path, foreign.status]).toEqual([path, 403])
    for (const { status, text } of [stranger, foreign]) {
      if (status < 400) continue
      expect([
        call.method,
        path,
        status,
        errorsOf(call).includes(status as keyof typeof errorMeanings),
      ]).toEqual([call.method, path, status, true])
      expect(errorAnswer.safeParse(JSON.parse(text)).error).toBeUndefined()
    }
  }
})
