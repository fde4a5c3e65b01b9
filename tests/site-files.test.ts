import { afterAll, beforeEach, expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { multipart } from './multipart.ts'
import { eventually, publish } from './running-site.ts'
import { signIn, siteWithAdministrator } from './signed-in-site.ts'

const settings = `# The site's own words.
name: "Test Notes"   # shown everywhere
tagline: T

description: >-
  Words that
  are folded.
disclaimer: X
about: A
unknown: [kept, as it is]
email: hello@example.org # write to us
social:
  - name: Mastodon
    url: https://example.social/@notes
`
const about = `---
# About the about page
title: About
extra: 'kept'
---

First *part* here.

* star list
* second

Last part.
`

/** What each test begins with. */
const files = {
  'site.yaml': settings,
  'pages/about.md': about,
  'pages/cookie-policy.md': '---\ntitle: [\n---\nx\n',
  'downloads/pack.md': '---\n# Ten sounds\nid: 4\ntitle: Pack\ndescription: Ten.\n---\n',
  'downloads/pack.zip': 'PK one',
}

const site = await siteWithAdministrator(files)
const ada = await signIn(site)
beforeEach(() => publish(site, files))
afterAll(() => site[Symbol.asyncDispose]())

const file = (path: string) => site.repository.git('show', `HEAD:content/${path}`)
const head = async () => (await site.repository.git('rev-parse', 'HEAD')).trim()
const lastCommit = async () => {
  const [message = '', author = ''] = (
    await site.repository.git('log', '-1', '--format=%s%n%an')
  ).split('\n')
  const names = (await site.repository.git('diff', '--name-only', 'HEAD~1', 'HEAD'))
    .trim()
    .split('\n')
  return { message, author, files: names.map((name) => name.replace('content/', '')) }
}
const changedLines = async () =>
  (await site.repository.git('diff', '-U0', 'HEAD~1', 'HEAD'))
    .split('\n')
    .filter((line) => /^[+-](?![+-])/.test(line))
const page = async (name = 'about') => (await ada.call('GET', `/api/pages/${name}`)).body

async function send(
  method: string,
  path: string,
  parts: Parameters<typeof multipart>[0],
  extra: Record<string, string> = {},
) {
  const { body, headers } = multipart(parts)
  const {
    status,
    text,
    headers: answered,
  } = await ask(site.url, path, {
    method,
    body,
    headers: { Cookie: ada.cookie, ...headers, ...extra },
  })
  return { status, headers: answered, body: JSON.parse(text) }
}
const field = (name: string, value: string) => ({ name, bytes: value })
const zip = (bytes = 'PK new', filename = 'New Pack.zip') => ({ filename, bytes })
const downloads = async () =>
  (await ada.call<Array<Record<string, unknown>>>('GET', '/api/downloads')).body
const openDownloads = async () =>
  JSON.parse((await ask(site.url, '/api/downloads')).text) as Array<{ id: number }>
const deletedDownloads = async () =>
  (await ada.call<Array<{ id: number; commit: string }>>('GET', '/api/downloads/deleted')).body
const download = async (id: number) => (await downloads()).find((one) => one.id === id) ?? {}

test.each(['/api/pages', '/api/pages/about', '/api/settings'])(
  '%s is for administrators',
  async (path) => {
    expect((await ask(site.url, path)).status).toBe(401)
  },
)

test('a page is read with its Markdown, and one word of it changes one line', async () => {
  const before = await page()
  expect(before).toMatchObject({
    name: 'about',
    url: '/about',
    title: 'About',
    metaDescription: null,
  })
  expect(before.markdown).toBe(about.slice(about.indexOf('First')))
  const content = String(before.markdown).replace('Last part', 'The last part')
  const { status, body, headers } = await ada.call(
    'PATCH',
    '/api/pages/about',
    { content },
    { 'If-Match': `"${before.revision}"` },
  )
  expect(status).toBe(200)
  expect(headers.etag).toBe(`"${body.revision}"`)
  expect(await lastCommit()).toEqual({
    message: 'Update page: About',
    author: 'ada',
    files: ['pages/about.md'],
  })
  expect(await changedLines()).toEqual(['-Last part.', '+The last part.'])
  expect((await ask(site.url, '/about')).text).toContain('The last part.')
  expect(body.commit).toBe(await head())
})

test('HTML with the same content as the page is no change, and makes no commit', async () => {
  const before = await head()
  const { content, title, revision } = await page()
  for (const patch of [{ content, contentFormat: 'html' }, { title }, {}]) {
    const { status, body } = await ada.call('PATCH', '/api/pages/about', { ...patch, revision })
    expect([status, body.commit]).toEqual([200, null])
  }
  expect(await head()).toBe(before)
})

test('a meta description is added and removed without a trace', async () => {
  const before = await file('pages/about.md')
  const { body } = await ada.call('PATCH', '/api/pages/about', { metaDescription: 'All about it.' })
  expect(body.metaDescription).toBe('All about it.')
  expect(await changedLines()).toEqual(['+metaDescription: All about it.'])
  await ada.call('PATCH', '/api/pages/about', { metaDescription: '', revision: body.revision })
  expect(await file('pages/about.md')).toBe(before)
})

test('edits of different parts are merged, edits of one part are a conflict', async () => {
  const base = await page()
  const old = String(base.markdown)
  await site.repository.write(
    'content/pages/about.md',
    (await file('pages/about.md')).replace('First *part* here.', 'First *part*, theirs.'),
  )
  await site.repository.commit('Edit by hand')
  const merged = await ada.call('PATCH', '/api/pages/about', {
    content: old.replace('Last part', 'My last part'),
    revision: base.revision,
  })
  expect(merged.status).toBe(200)
  expect(merged.body.markdown).toContain('First *part*, theirs.')
  expect(merged.body.markdown).toContain('My last part')
  const before = await head()
  const conflict = await ada.call<Record<string, Record<string, unknown>>>(
    'PATCH',
    '/api/pages/about',
    {
      title: 'Mine',
      content: old.replace('First *part* here.', 'First *part*, mine.'),
      revision: base.revision,
    },
  )
  expect(conflict.status).toBe(409)
  expect(conflict.body.theirs).toMatchObject({ title: 'About', revision: merged.body.revision })
  expect(conflict.body.yours).toMatchObject({ title: 'Mine' })
  expect(conflict.body.conflicts).toMatchObject([{ key: 'content' }])
  expect(await head()).toBe(before)
})

test('a save is undone byte for byte, until the file has been changed again', async () => {
  const before = await file('pages/about.md')
  const { body } = await ada.call('PATCH', '/api/pages/about', { title: 'Other' })
  const undo = () => ada.call('POST', '/api/undo', { commit: body.commit })
  expect(await undo()).toMatchObject({ status: 200, body: { undone: body.commit } })
  expect(await file('pages/about.md')).toBe(before)
  expect((await lastCommit()).message).toBe('Undo: Update page: About'.replace('About', 'Other'))
  expect((await undo()).status).toBe(409)
  expect((await ada.call('POST', '/api/undo', { commit: 'f'.repeat(40) })).status).toBe(404)
  expect((await ada.call('POST', '/api/undo', { commit: 'x' })).status).toBe(422)
})

test('a page without a file is created by its first save', async () => {
  expect(await page('terms-of-service')).toMatchObject({ title: '', markdown: '', revision: null })
  expect(
    (await ada.call('PATCH', '/api/pages/terms-of-service', { content: 'Text.' })).status,
  ).toBe(422)
  const { status } = await ada.call('PATCH', '/api/pages/terms-of-service', {
    title: 'Terms',
    content: 'Text.\n',
  })
  expect(status).toBe(200)
  expect(await file('pages/terms-of-service.md')).toBe('---\ntitle: Terms\n---\n\nText.\n')
})

test('an unreadable page gives the reason, and a missing one is not found', async () => {
  const broken = await ada.call('GET', '/api/pages/cookie-policy')
  expect([broken.status, String(broken.body.message)]).toEqual([
    422,
    expect.stringContaining('pages/cookie-policy.md, line'),
  ])
  expect((await ada.call('PATCH', '/api/pages/cookie-policy', { title: 'x' })).status).toBe(422)
  expect((await ada.call('GET', '/api/pages/imprint')).status).toBe(404)
  expect((await ada.call('GET', '/api/pages')).body).toHaveLength(4)
  for (const patch of [{ title: ' ' }, { content: ' ' }, { title: 'x'.repeat(400) }, { slug: 'x' }])
    expect((await ada.call('PATCH', '/api/pages/about', patch)).status).toBe(422)
})

test('a value of site.yaml is changed in place, everything else keeps its bytes', async () => {
  const { body: before } = await ada.call<{ settings: Record<string, unknown>; revision: string }>(
    'GET',
    '/api/settings',
  )
  expect(before.settings).toMatchObject({
    name: 'Test Notes',
    description: 'Words that are folded.',
    postalAddress: '',
    email: 'hello@example.org',
  })
  const change = {
    name: 'Other Notes',
    postalAddress: '1 Street\n12345 Town',
    timeZone: 'Europe/Berlin',
  }
  const { status, body } = await ada.call<{ settings: object; commit: string; revision: string }>(
    'PATCH',
    '/api/settings',
    change,
    { 'If-Match': `"${before.revision}"` },
  )
  expect([status, body.settings]).toEqual([200, expect.objectContaining(change)])
  expect(await lastCommit()).toMatchObject({
    message: 'Update site: name, timeZone, postalAddress',
    files: ['site.yaml'],
  })
  const after = await file('site.yaml')
  expect(after).toContain('name: "Other Notes"   # shown everywhere\n')
  const kept = settings.split('\n').filter((line) => !line.startsWith('name:'))
  for (const line of kept) expect(after.split('\n')).toContain(line)
  expect((await ask(site.url, '/')).text).toContain('Other Notes')
  await ada.call('POST', '/api/undo', { commit: body.commit })
  expect(await file('site.yaml')).toBe(settings)
})

test('the lists of news and issues begin with the words of site.yaml, and without them with their own', async () => {
  const introOf = async (path: string) => {
    const { text } = await ask(site.url, path)
    const [, description] = /<meta name="description" content="([^"]*)"/.exec(text) ?? []
    return { description, shown: /<\/h1><\/div><\/div><p[^>]*>([^<]*)</.exec(text)?.[1] }
  }
  const both = (words: string) => ({ description: words, shown: words })
  expect(await introOf('/news')).toEqual(
    both(expect.stringMatching(/^What is new in Live, Push and Move/)),
  )
  expect(await introOf('/newsletters')).toEqual(
    both(expect.stringMatching(/^Every week one issue/)),
  )
  const change = { newsIntro: 'News of the garden.', newslettersIntro: '' }
  const { body } = await ada.call('PATCH', '/api/settings', change)
  expect(await changedLines()).toEqual(['+newsIntro: News of the garden.', '+newslettersIntro: ""'])
  expect(await introOf('/news')).toEqual(both('News of the garden.'))
  expect(await introOf('/newsletters')).toEqual({
    description: 'Words that are folded.',
    shown: undefined,
  })
  await ada.call('POST', '/api/undo', { commit: body.commit })
  expect(await file('site.yaml')).toBe(settings)
})

test('links are added and changed one by one, and an emptied address or list is removed with its key', async () => {
  const social = [
    { name: 'Mastodon', url: 'https://example.social/@notes' },
    { name: 'Video', url: 'https://video.example/notes' },
  ]
  await ada.call('PATCH', '/api/settings', { social })
  expect(await changedLines()).toEqual([
    '+  - name: Video',
    '+    url: https://video.example/notes',
  ])
  await ada.call('PATCH', '/api/settings', { email: '' })
  expect(await changedLines()).toEqual(['-email: hello@example.org # write to us'])
  await ada.call('PATCH', '/api/settings', { social: [] })
  expect(await file('site.yaml')).not.toContain('social')
})

test('changes of different links are merged', async () => {
  const { body: base } = await ada.call<{ settings: { social: Array<object> }; revision: string }>(
    'GET',
    '/api/settings',
  )
  const { social } = base.settings
  const added = [...social, { name: 'Code', url: 'https://code.example/notes' }]
  await ada.call('PATCH', '/api/settings', { social: added, revision: base.revision })
  const renamed = social.map((link) => ({ ...link, name: 'Another name' })).slice(0, 1)
  const patch = { social: [...renamed, ...social.slice(1)], revision: base.revision }
  expect((await ada.call('PATCH', '/api/settings', patch)).status).toBe(200)
  expect(await changedLines()).toEqual(['-  - name: Mastodon', '+  - name: Another name'])
})

test('changes of different values are merged, changes of one value are a conflict', async () => {
  const { body: base } = await ada.call<{ settings: { theme: object }; revision: string }>(
    'GET',
    '/api/settings',
  )
  const colored = async (colors: object) =>
    ada.call<{ settings: object }>('PATCH', '/api/settings', {
      theme: { ...base.settings.theme, colors },
      revision: base.revision,
    })
  await colored({ accent: '#4f9d45' })
  const both = await colored({ ink: { light: '#000000', dark: '#ffffff' } })
  expect(both.body.settings).toMatchObject({
    theme: { colors: { accent: '#4f9d45', ink: { light: '#000000', dark: '#ffffff' } } },
  })
  await site.repository.write(
    'content/site.yaml',
    (await file('site.yaml')).replace('tagline: T', 'tagline: Theirs'),
  )
  await site.repository.commit('By hand')
  const merged = await ada.call<{ settings: object }>('PATCH', '/api/settings', {
    about: 'Mine',
    revision: base.revision,
  })
  expect(merged.body.settings).toMatchObject({ tagline: 'Theirs', about: 'Mine' })
  const conflict = await ada.call('PATCH', '/api/settings', {
    tagline: 'Mine',
    revision: base.revision,
  })
  expect(conflict.status).toBe(409)
  expect(conflict.body).toMatchObject({
    theirs: { tagline: 'Theirs' },
    yours: { tagline: 'Mine' },
    conflicts: [{ key: 'tagline', base: 'T', yours: 'Mine', theirs: 'Theirs' }],
  })
})

test.each([
  { name: ' ' },
  { timeZone: 'Mars/Base' },
  { email: 'nobody' },
  { language: 'English' },
  { social: [{ name: 'X', url: 'javascript:alert(1)' }] },
  { unknown: 'x' },
])('settings refuse %j', async (patch) => {
  expect((await ada.call('PATCH', '/api/settings', patch)).status).toBe(422)
})

test('a file is uploaded with its description in one commit, and visitors see both', async () => {
  const [open, all] = [await openDownloads(), await downloads()]
  const id = 1 + Math.max(...[...all, ...(await deletedDownloads())].map((one) => Number(one.id)))
  const key = { 'Idempotency-Key': 'add-1' }
  const parts = [field('title', 'Warm Pads'), field('description', 'Twelve pads.'), zip()]
  const { status, body } = await send('POST', '/api/downloads', parts, key)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    id,
    title: 'Warm Pads',
    fileType: 'ZIP',
    fileSize: 6,
    downloadCount: 0,
    draft: false,
    fileName: 'warm-pads.zip',
    url: '/downloads/warm-pads',
    problem: null,
  })
  expect(await lastCommit()).toEqual({
    message: 'Create download: Warm Pads',
    author: 'ada',
    files: ['downloads/warm-pads.md', 'downloads/warm-pads.zip'],
  })
  expect(await file('downloads/warm-pads.md')).toBe(
    `---\ntitle: Warm Pads\ndescription: Twelve pads.\nid: ${id}\n---\n`,
  )
  expect((await send('POST', '/api/downloads', parts, key)).headers['idempotent-replayed']).toBe(
    'true',
  )
  expect(await openDownloads()).toHaveLength(open.length + 1)
  expect(await downloads()).toHaveLength(all.length + 1)
})

test('tempo, key, preview and tags of a download are saved from a form and from JSON, and removed when they are empty', async () => {
  const one = { title: 'Pack', description: 'Ten.', imageUrl: null }
  const parts = [
    field('tempo', '122.5'),
    field('key', 'A minor'),
    field('tags', 'drums, low end,'),
    zip('PK one', 'x.zip'),
  ]
  const { body } = await send('PATCH', '/api/downloads/4', parts)
  expect(body).toMatchObject({
    ...one,
    tempo: 122.5,
    key: 'A minor',
    preview: null,
    tags: ['drums', 'low end'],
  })
  expect(await changedLines()).toEqual([
    '+tags: [drums, low end]',
    '+tempo: 122.5',
    '+key: A minor',
  ])
  await ada.call('PATCH', '/api/downloads/4', {
    tempo: 90,
    preview: '/media/2026/a.mp3',
    tags: ['drums'],
  })
  expect(await changedLines()).toEqual([
    '-tags: [drums, low end]',
    '-tempo: 122.5',
    '+tags: [drums]',
    '+tempo: 90',
    '+preview: /media/2026/a.mp3',
  ])
  const before = await head()
  await ada.call('PATCH', '/api/downloads/4', {
    tempo: '90',
    key: 'A minor',
    tags: ['drums'],
    title: 'Pack',
  })
  expect(await head()).toBe(before)
  expect((await openDownloads()).find(({ id }) => id === 4)).toMatchObject({
    tempo: 90,
    tags: ['drums'],
  })
  await ada.call('PATCH', '/api/downloads/4', { tempo: '', key: '', preview: '', tags: [] })
  expect(await file('downloads/pack.md')).toBe(
    '---\n# Ten sounds\nid: 4\ntitle: Pack\ndescription: Ten.\n---\n',
  )
})

test.each([
  { tempo: 'fast' },
  { tempo: 5 },
  { preview: '/media/2026/a.png' },
  { preview: 'https://example.org/a.mp3' },
  { key: 'x'.repeat(41) },
])('a download refuses %j', async (patch) => {
  expect((await ada.call('PATCH', '/api/downloads/4', patch)).status).toBe(422)
})

test.each([
  ['page.html', '<script>', 'Files for download end in'],
  ['tool.exe', 'MZ', 'Files for download end in'],
  ['noending', 'x', 'Files for download end in'],
  ['fake.zip', '<html>', 'what it holds is something else'],
  ['empty.zip', '', 'This file is empty'],
])('the file %s is refused', async (filename, bytes, reason) => {
  const { status, body } = await send('POST', '/api/downloads', [
    field('title', 'T'),
    { filename, bytes },
  ])
  expect([status, body.message]).toEqual([422, expect.stringContaining(reason)])
})

test('a file that is too large or missing, or a body that is not a form, is rejected', async () => {
  const large = await send('POST', '/api/downloads', [
    field('title', 'T'),
    zip(`PK${' '.repeat(50 * 1024 * 1024)}`),
  ])
  expect([large.status, large.body.message]).toEqual([
    413,
    'A file for download has at most 50 MB.',
  ])
  expect((await send('POST', '/api/downloads', [field('title', 'T')])).status).toBe(400)
  expect((await send('POST', '/api/downloads', [zip()])).status).toBe(422)
  expect((await ada.call('POST', '/api/downloads', { title: 'T' })).status).toBe(400)
  const body = multipart([field('title', 'T'), zip()])
  expect((await ask(site.url, '/api/downloads', { method: 'POST', ...body })).status).toBe(401)
})

test('an edit of the description changes one line; visitors do not see a draft', async () => {
  const { revision } = await download(4)
  const { body } = await ada.call(
    'PATCH',
    '/api/downloads/4',
    { description: 'Eleven.' },
    { 'If-Match': `"${revision}"` },
  )
  expect(body).toMatchObject({ description: 'Eleven.', fileName: 'pack.zip' })
  expect(await changedLines()).toEqual(['-description: Ten.', '+description: Eleven.'])
  await ada.call('PATCH', '/api/downloads/4', { draft: true })
  expect((await ask(site.url, '/downloads/pack')).status).toBe(404)
  expect(await download(4)).toMatchObject({ draft: true })
  await ada.call('PATCH', '/api/downloads/4', { draft: false })
  expect((await ask(site.url, '/downloads/pack')).status).toBe(403)
  const conflict = await ada.call('PATCH', '/api/downloads/4', { description: 'Nine.', revision })
  expect([conflict.status, conflict.body.conflicts]).toMatchObject([409, [{ key: 'description' }]])
})

test('a file is replaced under its name, and the replacement is undone', async () => {
  const { fileRevision } = await download(4)
  const parts = [field('fileRevision', String(fileRevision)), zip('PK two')]
  const { status, body } = await send('PATCH', '/api/downloads/4', parts)
  expect([status, body.fileName]).toEqual([200, 'pack.zip'])
  expect(await lastCommit()).toMatchObject({
    message: 'Replace download: Pack',
    files: ['downloads/pack.zip'],
  })
  expect(await file('downloads/pack.zip')).toBe('PK two')
  const conflict = await send('PATCH', '/api/downloads/4', [
    field('fileRevision', String(fileRevision)),
    zip('PK three'),
  ])
  expect([conflict.status, conflict.body.conflicts]).toMatchObject([409, [{ key: 'file' }]])
  await ada.call('POST', '/api/undo', { commit: body.commit })
  expect(await file('downloads/pack.zip')).toBe('PK one')
})

test('a file of another kind replaces the old one', async () => {
  const { status, body } = await send('PATCH', '/api/downloads/4', [
    zip('RIFF and so on', 'take.wav'),
  ])
  expect([status, body.fileName, body.fileType]).toEqual([200, 'pack.wav', 'WAV'])
  expect((await lastCommit()).files).toEqual(['downloads/pack.wav', 'downloads/pack.zip'])
  await ada.call('POST', '/api/undo', { commit: body.commit })
  expect(await download(4)).toMatchObject({ fileName: 'pack.zip', fileSize: 6 })
})

test('a download is deleted with its file and restored, and its id is never reused', async () => {
  const before = await downloads()
  const { id, revision } = (
    await send('POST', '/api/downloads', [field('title', 'Cold Pads'), zip()])
  ).body
  const stale = { 'If-Match': `"${'a'.repeat(40)}"` }
  expect((await ada.call('DELETE', `/api/downloads/${id}`, undefined, stale)).status).toBe(409)
  const { status, body } = await ada.call('DELETE', `/api/downloads/${id}`, undefined, {
    'If-Match': `"${revision}"`,
  })
  expect([status, body]).toMatchObject([200, { deleted: true, id }])
  expect((await lastCommit()).files).toEqual(['downloads/cold-pads.md', 'downloads/cold-pads.zip'])
  expect(await downloads()).toHaveLength(before.length)
  expect((await ada.call('DELETE', `/api/downloads/${id}`)).status).toBe(404)
  expect((await send('POST', '/api/downloads', [field('title', 'Next'), zip()])).body.id).toBe(
    id + 1,
  )
  await ada.call('POST', '/api/undo', { commit: body.commit })
  expect(await download(id)).toMatchObject({ title: 'Cold Pads', fileName: 'cold-pads.zip' })
})

test('a removed download is listed and restored byte for byte, under another name when its own is taken', async () => {
  await publish(site, {
    'downloads/rack.md': '---\nid: 14\ntitle: Rack\n---\n',
    'downloads/rack.zip': 'PK one',
  })
  const deleted = async () => (await deletedDownloads()).filter(({ id }) => id === 14)
  const restore = (id: number, commit: string | undefined) =>
    ada.call('POST', `/api/downloads/${id}/restore`, { commit })
  expect(await deleted()).toEqual([])
  const before = await file('downloads/rack.md')
  const { body: gone } = await ada.call('DELETE', '/api/downloads/14')
  expect(await deleted()).toMatchObject([
    { id: 14, title: 'Rack', fileName: 'rack.zip', commit: gone.commit, author: { name: 'ada' } },
  ])
  expect((await ask(site.url, '/api/downloads/deleted')).status).toBe(401)
  expect((await restore(14, 'a'.repeat(40))).status).toBe(404)
  expect((await restore(14, undefined)).status).toBe(422)
  const { status, body } = await restore(14, String(gone.commit))
  expect([status, body]).toMatchObject([
    200,
    { id: 14, title: 'Rack', fileName: 'rack.zip', fileSize: 6 },
  ])
  expect(await lastCommit()).toMatchObject({
    message: 'Restore download: Rack',
    files: ['downloads/rack.md', 'downloads/rack.zip'],
  })
  expect([await file('downloads/rack.md'), await file('downloads/rack.zip')]).toEqual([
    before,
    'PK one',
  ])
  expect(await deleted()).toEqual([])
  // Another user has changed it first.
  const there = await head()
  expect((await restore(14, String(gone.commit))).status).toBe(200)
  expect(await head()).toBe(there)

  const { body: again } = await ada.call('DELETE', '/api/downloads/14')
  const { body: other } = await send('POST', '/api/downloads', [field('title', 'Rack'), zip()])
  expect([other.fileName, (await deleted())[0]]).toMatchObject([
    'rack.zip',
    { id: 14, fileName: 'rack.zip' },
  ])
  expect((await restore(14, String(again.commit))).body).toMatchObject({
    id: 14,
    fileName: 'rack-2.zip',
    fileSize: 6,
  })
  expect((await lastCommit()).files).toEqual(['downloads/rack-2.md', 'downloads/rack-2.zip'])
  expect(await file('downloads/rack-2.md')).toBe(before)
  await ada.call('DELETE', `/api/downloads/${other.id}`)
})

test('after a writer’s removal of a file before its description both are restored, and a shared file does not change', async () => {
  const { write, git } = site.repository
  await write('content/downloads/one.md', '---\nid: 40\ntitle: One\nfile: both.zip\n---\n')
  await write('content/downloads/two.md', '---\nid: 41\ntitle: Two\nfile: both.zip\n---\n')
  await write('content/downloads/both.zip', 'PK both')
  await git('add', '-A')
  await git('commit', '-qm', 'Two for one')
  await eventually(async () => (await downloads()).some(({ id }) => id === 41))
  await ada.call('DELETE', '/api/downloads/40')
  const one = (await deletedDownloads()).find(({ id }) => id === 40)
  expect(one).toMatchObject({ id: 40, fileName: null })
  await ada.call('POST', '/api/downloads/40/restore', { commit: one?.commit })
  expect((await lastCommit()).files).toEqual(['downloads/one.md'])
  for (const name of ['both.zip', 'one.md', 'two.md']) {
    await git('rm', '-q', `content/downloads/${name}`)
    await git('commit', '-qm', `Without ${name}`)
  }
  const two = await eventually(async () => (await deletedDownloads()).find(({ id }) => id === 41))
  expect(two).toMatchObject({ title: 'Two', fileName: 'both.zip', message: 'Without two.md' })
  await ada.call('POST', '/api/downloads/41/restore', { commit: two.commit })
  expect((await lastCommit()).files).toEqual(['downloads/both.zip', 'downloads/two.md'])
  expect(await download(41)).toMatchObject({ fileName: 'both.zip', fileSize: 7 })
})
