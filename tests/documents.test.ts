import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { mergeBodies } from '#domain/markdown/merge-bodies.ts'
import { fieldId, noChoices } from '../src/admin/documents/conflict/merge-places.ts'
import { databaseName } from '../src/admin/documents/database.ts'
import { itemForm } from '../src/admin/documents/item-form.ts'
import type { FileSave, Outgoing, SaveWork, Sent } from '../src/admin/documents/queue/outgoing.ts'
import { sendEntry } from '../src/admin/documents/queue/send-entry.ts'
import { readableDraft } from '../src/admin/documents/readable-draft.ts'
import { parkedConflict, resolveQueued } from '../src/admin/documents/resolve-queued.ts'
import { newIdempotencyKey } from '../src/api/admin-call.ts'
import type { AdminItem } from '../src/api/admin-content.ts'
import { type BrowserHere, browserHere, type Tab } from './browser-here.ts'
import { articleFile, eventually, publish, type RunningSite } from './running-site.ts'
import { type Administrator, signIn, siteWithAdministrator } from './signed-in-site.ts'

/** What each test begins with. */
const files = {
  'site.yaml': 'name: Test Notes\ntagline: T\n',
  'articles/warp.md': articleFile({ id: '1', title: 'Warp', slug: 'warp' }, 'One.\n\nTwo.'),
  'articles/groove.md': articleFile({ id: '2', title: 'Groove', slug: 'groove' }),
  'news/nine.md': articleFile({ id: '9', title: 'Nine' }),
  'pages/about.md': '---\ntitle: About\n---\n\nFirst part.\n\nLast part.\n',
  'downloads/pack.md': '---\nid: 4\ntitle: Pack\ndescription: Ten.\n---\n',
  'downloads/pack.zip': 'PK one',
}

let site: RunningSite
let ada: Administrator
let browser: BrowserHere
let tab: Tab
let from: string

beforeAll(async () => {
  site = await siteWithAdministrator(files)
  ada = await signIn(site)
})
beforeEach(async () => {
  await publish(site, files)
  from = await site.savedTip()
  browser = browserHere(site, ada.cookie)
  tab = browser.open(1, sendEntry)
})
afterEach(async () => {
  await tab.close()
  browser.leave()
})
afterAll(() => site[Symbol.asyncDispose]())

const file = (path: string) => site.repository.git('show', `HEAD:content/${path}`)
async function subjects(): Promise<Array<string>> {
  const log = await site.repository.git('log', '--reverse', '--format=%s', `${from}..HEAD`)
  return log.trim() === '' ? [] : log.trim().split('\n')
}

/** The revision that the admin has loaded. */
async function revisionOf(path: string): Promise<string> {
  return (await site.repository.git('rev-parse', `HEAD:content/${path}`)).trim()
}

type Change = Pick<SaveWork, 'patch' | 'from'>

const article = async (item: number, change: Change): Promise<SaveWork> => {
  const revision = await revisionOf(item === 1 ? 'articles/warp.md' : 'articles/groove.md')
  return { kind: 'save', type: 'articles', item, revision, ...change }
}
const page = async (change: Change): Promise<FileSave> => {
  const revision = await revisionOf('pages/about.md')
  return { kind: 'save', type: 'pages', item: 'about', form: 'about', revision, ...change }
}
const settings = async (form: 'site' | 'look', change: Change): Promise<FileSave> => {
  const revision = await revisionOf('site.yaml')
  return { kind: 'save', type: 'settings', item: 'site', form, revision, ...change }
}
const download = async (change: Change): Promise<FileSave> => {
  const revision = await revisionOf('downloads/pack.md')
  return { kind: 'save', type: 'downloads', item: 4, form: '4', revision, ...change }
}

/** Writes as the screens do. */
const submit = (
  work: Outgoing['work'],
  { outbox }: Pick<typeof tab, 'outbox'> = tab,
  title = 'T',
) => outbox.submit({ key: newIdempotencyKey(), title, work })

/** Saves as the screens do. Resolves with whether it waits. */
async function save(work: SaveWork, title = work.type): Promise<boolean> {
  const outcome = await submit(work, tab, title)
  if (outcome.kind === 'failed') throw outcome.error
  return outcome.kind === 'queued'
}

const states = () =>
  tab.outbox
    .entries()
    .map(({ work, state }) => `${work.kind === 'save' && work.type} ${state.kind}`)
const isEmpty = () => eventually(async () => tab.outbox.entries().length === 0)
const parked = (kind: Outgoing['state']['kind']) =>
  eventually(async () => tab.outbox.entries().find(({ state }) => state.kind === kind))

test('documents of every kind and snippets are saved without a network: they wait in order, and each is sent once', async () => {
  browser.setNetwork('cut')
  const works = [
    await article(1, { patch: { title: 'Warped' }, from: { title: 'Warp' } }),
    await page({
      patch: { content: 'First part.\n\nThe last part.\n' },
      from: { content: 'First part.\n\nLast part.\n' },
    }),
    await settings('site', { patch: { tagline: 'Notes' }, from: { tagline: 'T' } }),
    await settings('look', { patch: { subject: 'own' }, from: { subject: 'default' } }),
    await download({
      patch: { description: 'Eleven.', tempo: '120' },
      from: { description: 'Ten.', tempo: '' },
    }),
    await page({
      patch: { title: 'About us', metaDescription: 'Who.' },
      from: { title: 'About', metaDescription: '' },
    }),
    await article(1, { patch: { excerpt: 'Shorter.' }, from: { excerpt: 'What it says.' } }),
  ]
  for (const work of works) expect(await save(work)).toBe(true)
  const snippet = { kind: 'snippet', title: 'Sign-off', content: 'Bye.' } as const
  expect((await submit(snippet)).kind).toBe('queued')
  expect(tab.outbox.entries().map(({ work }) => work)).toEqual([...works, snippet])
  expect(await subjects()).toEqual([])
  browser.setNetwork('up')
  await isEmpty()
  expect(await subjects()).toEqual([
    'Update article: Warped',
    'Update page: About',
    'Update site: tagline',
    'Update site: subject',
    'Update download: Pack',
    'Update page: About us',
    'Update article: Warped',
    'Create snippet: Sign-off',
  ])
  expect(browser.writes).toHaveLength(works.length + 1)
  expect(await file('articles/warp.md')).toMatch(/title: Warped\nexcerpt: Shorter\./)
  expect(await file('pages/about.md')).toBe(
    '---\ntitle: About us\nmetaDescription: Who.\n---\n\nFirst part.\n\nThe last part.\n',
  )
  expect(await file('site.yaml')).toBe('name: Test Notes\ntagline: Notes\nsubject: own\n')
  expect(await file('downloads/pack.md')).toContain('description: Eleven.\ntempo: 120\n')
})

test('a save whose answer is lost makes one commit, whatever it changes, and what follows it is based on it', async () => {
  browser.setNetwork('deaf')
  for (const work of [
    await article(2, { patch: { title: 'Swing' }, from: { title: 'Groove' } }),
    await page({ patch: { title: 'About me' }, from: { title: 'About' } }),
    await settings('site', { patch: { name: 'My Notes' }, from: { name: 'Test Notes' } }),
    await download({ patch: { title: 'Big pack' }, from: { title: 'Pack' } }),
  ])
    expect(await save(work)).toBe(true)
  const made = await subjects()
  expect(made).toHaveLength(4)
  expect(
    await save({
      ...(await page({ patch: { title: 'Us' }, from: { title: 'About me' } })),
      revision: await revisionBefore(),
    }),
  ).toBe(true)
  browser.setNetwork('up')
  await isEmpty()
  expect(await subjects()).toEqual([...made, 'Update page: Us'])
})

/** The revision of the page that an editor has while the answer of its last save is lost. */
const revisionBefore = async () =>
  (await site.repository.git('rev-parse', `${from}:content/pages/about.md`)).trim()

test('a screen gets the answer of its save, and a refusal only after its text is stored again; nothing of it is shown as waiting', async () => {
  const seen: Array<unknown> = []
  tab.outbox.onChange(() => seen.push(...tab.outbox.entries()))
  const submit = async (work: SaveWork) => {
    const told: Array<string> = []
    const stored = async () =>
      (await (await browser.database(1)).getAll('queue')).map(({ state }) => state.kind)
    const outcome = await tab.outbox.submit(
      { key: newIdempotencyKey(), title: 'T', work },
      {
        onStored: async () => told.push(`stored ${await stored()}`),
        onReturned: async () => told.push(`returned ${await stored()}`),
      },
    )
    return { ...outcome, told }
  }
  const sent = await submit(await page({ patch: { title: 'About us' }, from: { title: 'About' } }))
  expect(sent).toMatchObject({
    kind: 'sent',
    answer: { title: 'About us' },
    told: ['stored waiting'],
  })
  const refused = await submit(await page({ patch: { title: ' ' }, from: { title: 'About us' } }))
  expect(refused).toMatchObject({
    kind: 'failed',
    error: { status: 422 },
    told: ['stored waiting', 'returned refused'],
  })
  const old = await article(1, { patch: { title: 'Mine' }, from: { title: 'Warp' } })
  await publish(site, {
    'articles/warp.md': files['articles/warp.md'].replace('title: Warp', 'title: Theirs'),
  })
  const conflict = await submit(old)
  expect(conflict).toMatchObject({ kind: 'failed', told: ['stored waiting', 'returned conflict'] })
  expect(seen).toEqual([])
  expect(await (await browser.database(1)).getAll('queue')).toEqual([])
})

test('two saves of one document at the same moment keep their order, and another document does not wait for them', async () => {
  const all = await Promise.all([
    tab.outbox.submit({
      key: 'a',
      title: 'A',
      work: await page({ patch: { title: 'One' }, from: { title: 'About' } }),
    }),
    tab.outbox.submit({
      key: 'b',
      title: 'B',
      work: await page({ patch: { title: 'Two' }, from: { title: 'One' } }),
    }),
    tab.outbox.submit({
      key: 'c',
      title: 'C',
      work: await settings('site', { patch: { tagline: 'N' }, from: { tagline: 'T' } }),
    }),
  ])
  expect(all.map(({ kind }) => kind)).toEqual(['sent', 'sent', 'sent'])
  const made = await subjects()
  expect(made.filter((subject) => subject.startsWith('Update page'))).toEqual([
    'Update page: One',
    'Update page: Two',
  ])
  expect(made).toContain('Update site: tagline')
})

test('a tab that is closed while it saves loses nothing: the next visit sends the save once', async () => {
  const work = await page({ patch: { title: 'About me' }, from: { title: 'About' } })
  const closing = browser.open(1, () => new Promise(() => undefined))
  await new Promise<void>((resolve) => {
    void closing.outbox.submit(
      { key: newIdempotencyKey(), title: 'About', work },
      { onStored: () => resolve() },
    )
  })
  await closing.close()
  browser.endLocks()
  browser.dispatch('focus')
  await eventually(async () => (await subjects()).length === 1)
  await isEmpty()
  expect(browser.writes).toEqual(['PATCH /api/pages/about'])
})

test('a browser that stores nothing keeps what is typed while it is open, sends saves all the same, and asks before it is closed while one waits', async () => {
  const own = browser.open(1, sendEntry, true)
  const draft = { kind: 'pages', item: 'about', revision: '', title: 'About', at: 1 }
  await own.drafts.store({ ...draft, base: { title: 'About' }, values: { title: 'Typed' } })
  expect((await own.drafts.latest('pages', 'about'))?.values).toEqual({ title: 'Typed' })
  expect(own.drafts.storage().kind).toBe('forbidden')
  const work = await page({ patch: { title: 'About me' }, from: { title: 'About' } })
  expect(await submit(work, own)).toMatchObject({ kind: 'sent' })
  expect(browser.dispatch('beforeunload').defaultPrevented).toBe(false)
  browser.setNetwork('cut')
  const later = await page({ patch: { draft: true }, from: { draft: false } })
  expect(await submit(later, own)).toMatchObject({ kind: 'queued' })
  expect(browser.dispatch('beforeunload').defaultPrevented).toBe(true)
  browser.setNetwork('up')
  await eventually(async () => own.outbox.entries().length === 0)
  expect(browser.dispatch('beforeunload').defaultPrevented).toBe(false)
  expect(await subjects()).toEqual(['Update page: About me', 'Update page: About me'])
  await own.close()
})

test('a creation whose answer is lost makes one item, also when it was taken back and is created again with other words', async () => {
  browser.setNetwork('deaf')
  const fields = {
    title: 'Unseen',
    excerpt: 'E.',
    content: 'First.\n',
    contentFormat: 'markdown',
    category: 'recording',
  }
  const create: Outgoing['work'] = { kind: 'create', type: 'news', fields }
  const key = newIdempotencyKey()
  expect(await tab.outbox.submit({ key, title: 'Unseen', work: create })).toMatchObject({
    kind: 'queued',
  })
  expect(await tab.outbox.cancel(tab.outbox.entries().map(({ id }) => id))).toBe(true)
  const again = { ...create, fields: { ...fields, excerpt: 'Better.' }, instead: [{ key }] }
  expect(await submit(again)).toMatchObject({ kind: 'queued' })
  browser.setNetwork('up')
  await isEmpty()
  expect(await subjects()).toEqual(['Create news: Unseen', 'Update news: Unseen'])
  expect(await site.repository.git('grep', '-h', 'Better', '--', 'content/news')).toBe(
    'excerpt: Better.\n',
  )
})

test('a creation is made once under its key, whether the server failed after its commit or before it, and with whatever words it is sent next', async () => {
  const fields = {
    title: 'Once',
    excerpt: 'E.',
    content: 'First.\n',
    contentFormat: 'markdown',
    category: 'recording',
  }
  const create: Outgoing['work'] = { kind: 'create', type: 'news', fields }
  const returned: Array<string> = []
  const onReturned = ({ kind }: Sent) => returned.push(kind)
  const submit = (key: string, work: Outgoing['work']) =>
    tab.outbox.submit({ key, title: 'Once', work }, { onReturned })
  const again = (title: string, ...keys: Array<string>) => ({
    ...create,
    fields: { ...fields, title },
    instead: keys.map((key) => ({ key })),
  })
  browser.setNetwork('failing')
  expect(await submit('first', create)).toMatchObject({
    kind: 'failed',
    error: { cause: { status: 500 } },
  })
  expect(await submit('second', again('One', 'first'))).toMatchObject({
    kind: 'failed',
    error: { status: 500 },
  })
  expect(returned).toEqual(['later', 'later'])
  browser.setNetwork('up')
  const last = again('One more', 'first', 'second')
  expect(await submit('third', last)).toMatchObject({ kind: 'sent', answer: { title: 'One more' } })
  expect(await subjects()).toEqual(['Create news: Once', 'Update news: One more'])
  // A request that was lost on its way has the same key: it makes no second item when it arrives
  // after all.
  const unseen = again('Unseen', 'lost')
  expect(await submit('fourth', unseen)).toMatchObject({ kind: 'sent' })
  expect(await submit('lost', create)).toMatchObject({
    kind: 'failed',
    error: { cause: { status: 422 } },
  })
  expect((await subjects()).slice(2)).toEqual(['Create news: Unseen'])
})

test('a write after which the server failed is made once when a screen sends it again', async () => {
  const fields = { name: 'imprint', title: 'Imprint', draft: true }
  const works: Array<Outgoing['work']> = [
    { kind: 'create', type: 'pages', fields },
    await article(1, { patch: { title: 'Warped' }, from: { title: 'Warp' } }),
  ]
  for (const work of works) {
    browser.setNetwork('failing')
    expect(await submit({ ...work })).toMatchObject({ kind: 'failed' })
    browser.setNetwork('up')
    expect(await submit({ ...work })).toMatchObject({ kind: 'sent' })
  }
  expect(await subjects()).toEqual(['Create page: Imprint', 'Update article: Warped'])
})

test('a refused creation is replaced under its key, together with what waits behind it', async () => {
  const fields = {
    title: ' ',
    excerpt: 'E.',
    content: 'First.\n',
    contentFormat: 'markdown',
    category: 'recording',
  }
  const create: Outgoing['work'] = { kind: 'create', type: 'news', fields }
  browser.setNetwork('cut')
  await tab.outbox.submit({ key: 'new', title: 'New', work: create })
  await save({
    kind: 'save',
    type: 'news',
    item: 'new',
    revision: '',
    patch: { excerpt: 'F.' },
    from: { excerpt: 'E.' },
  })
  browser.setNetwork('up')
  await parked('refused')
  const again = {
    ...create,
    fields: { ...fields, title: 'New', excerpt: 'F.' },
    instead: [{ key: 'new' }],
  }
  expect(await tab.outbox.submit({ key: 'new', title: 'New', work: again })).toMatchObject({
    kind: 'sent',
  })
  await isEmpty()
  expect(await subjects()).toEqual(['Create news: New'])
})

test('versions, pictures and deleted documents are restored, an article moves, and a change is undone, once each although the answers are lost', async () => {
  const made = async (method: string, address: string, body?: object) =>
    (await ada.call(method, address, body)).body.commit as string
  await publish(site, { 'media/2026/pad.png': 'PNG' })
  const [item, pack] = [
    await made('DELETE', '/api/news/9'),
    await made('DELETE', '/api/downloads/4'),
  ]
  const picture = await made('DELETE', '/api/media/2026/pad.png')
  const changed = await made('PATCH', '/api/articles/1', { title: 'Warped' })
  await made('PATCH', '/api/articles/2', { title: 'Swing' })
  await made('PATCH', '/api/pages/about', { title: 'Us' })
  const before = async (path: string) =>
    (await site.repository.git('log', '-1', '--format=%H', from, '--', `content/${path}`)).trim()
  const [groove, about] = [await before('articles/groove.md'), await before('pages/about.md')]
  from = await site.savedTip()
  browser.setNetwork('deaf')
  // A button that is pressed again while it waits means the same write.
  for (const work of [
    { kind: 'restore', type: 'news', item: 9, commit: item },
    { kind: 'restore', type: 'downloads', item: 4, commit: pack },
    { kind: 'restore', type: 'articles', item: 2, commit: groove },
    { kind: 'restore', type: 'pages', item: 'about', commit: about },
    { kind: 'undo', commit: changed },
    { kind: 'restore-media', path: '2026/pad.png', commit: picture },
    { kind: 'move', type: 'articles', item: 2, slug: 'swinging', rewriteLinks: true },
  ] satisfies Array<Outgoing['work']>)
    for (const pressed of [work, { ...work }])
      expect(await submit(pressed)).toMatchObject({ kind: 'queued' })
  await save(
    await article(2, { patch: { excerpt: 'Behind it.' }, from: { excerpt: 'What it says.' } }),
  )
  browser.setNetwork('up')
  await isEmpty()
  expect(await subjects()).toEqual([
    'Restore news: Nine',
    'Restore download: Pack',
    'Restore article: Groove',
    'Restore page: About',
    'Undo: Update article: Warped',
    'Restore picture: pad.png',
    'Update article: Groove',
    'Update article: Groove',
  ])
  expect(await file('articles/groove.md')).toMatch(/excerpt: Behind it\.[\s\S]*slug: swinging/)
})

test('a save that meets a change by others waits for a decision, and so does what is behind it; everything else is sent', async () => {
  browser.setNetwork('cut')
  const body = {
    patch: { content: 'First part, mine.\n\nLast part.\n' },
    from: { content: 'First part.\n\nLast part.\n' },
  }
  await save(
    await page({ patch: { ...body.patch, title: 'Mine' }, from: { ...body.from, title: 'About' } }),
  )
  await save(
    await settings('site', {
      patch: { name: 'Mine', tagline: 'M' },
      from: { name: 'Test Notes', tagline: 'T' },
    }),
  )
  await save(await download({ patch: { title: 'Mine' }, from: { title: 'Pack' } }))
  await save(await article(1, { patch: { title: 'Mine' }, from: { title: 'Warp' } }))
  await save(await page({ patch: { draft: true }, from: { draft: false } }))
  await save(await article(2, { patch: { title: 'Behind it' }, from: { title: 'Groove' } }))
  await publish(site, {
    'site.yaml': 'name: Theirs\ntagline: T\n',
    'articles/warp.md': files['articles/warp.md'].replace('title: Warp', 'title: Theirs'),
    'pages/about.md': '---\ntitle: Theirs\n---\n\nFirst part.\n\nLast part, theirs.\n',
    'downloads/pack.md': files['downloads/pack.md'].replace('title: Pack', 'title: Theirs'),
  })
  from = await site.savedTip()
  browser.setNetwork('up')
  await eventually(async () => states().length === 5)
  await eventually(async () => states().filter((one) => one.endsWith('conflict')).length === 4)
  expect(states()).toEqual([
    'pages conflict',
    'settings conflict',
    'downloads conflict',
    'articles conflict',
    'pages waiting',
  ])
  expect(await subjects()).toEqual(['Update article: Behind it'])
  for (const name of ['title', 'name', 'title', 'title']) {
    const entry = await parked('conflict')
    const conflict = parkedConflict(entry, 'UTC', mergeBodies)
    expect(conflict?.conflict.places.map(({ yours, theirs }) => [yours, theirs])).toEqual([
      ['Mine', 'Theirs'],
    ])
    const decided = { [fieldId(name)]: { kind: 'yours' as const } }
    await resolveQueued(tab.outbox, entry, conflict?.solvedBy({ ...noChoices, decided }) ?? null)
    await eventually(async () => !tab.outbox.entries().some(({ id }) => id === entry.id))
  }
  await isEmpty()
  expect(await file('pages/about.md')).toBe(
    '---\ntitle: Mine\ndraft: true\n---\n\nFirst part, mine.\n\nLast part, theirs.\n',
  )
  expect(await file('site.yaml')).toBe('name: Mine\ntagline: M\n')
  expect(await file('downloads/pack.md')).toContain('title: Mine')
  expect(await file('articles/warp.md')).toContain('title: Mine')
})

test('tabs share the queue, and one of them sends', async () => {
  const other = browser.open(1, sendEntry)
  browser.setNetwork('cut')
  await save(await page({ patch: { title: 'From one tab' }, from: { title: 'About' } }))
  await eventually(async () => other.outbox.entries().length === 1)
  await other.outbox.add({
    key: newIdempotencyKey(),
    title: 'About',
    work: await page({ patch: { title: 'From the other' }, from: { title: 'From one tab' } }),
  })
  browser.setNetwork('up')
  await isEmpty()
  await eventually(async () => other.outbox.entries().length === 0)
  expect(browser.writes).toEqual(['PATCH /api/pages/about', 'PATCH /api/pages/about'])
  expect(await subjects()).toEqual(['Update page: From one tab', 'Update page: From the other'])
  await other.close()
})

test('a save that the server refuses stays with its text, and can be sent again', async () => {
  browser.setNetwork('cut')
  await save(await page({ patch: { title: ' ' }, from: { title: 'About' } }))
  await save(await download({ patch: { title: 'Sent all the same' }, from: { title: 'Pack' } }))
  browser.setNetwork('up')
  const { id, work, state } = await parked('refused')
  expect([work, state]).toMatchObject([
    { patch: { title: ' ' } },
    { message: expect.stringContaining('Title is required') },
  ])
  await eventually(async () => tab.outbox.entries().length === 1)
  await tab.outbox.again(
    id,
    { ...(work as FileSave), patch: { title: 'A title' } },
    newIdempotencyKey(),
  )
  await isEmpty()
  expect(await subjects()).toEqual(['Update download: Sent all the same', 'Update page: A title'])
})

test('a save that the site can’t pass on waits, and follows an article that has moved meanwhile', async () => {
  browser.setNetwork('away')
  await save(
    await article(1, { patch: { excerpt: 'Shorter.' }, from: { excerpt: 'What it says.' } }),
  )
  const first = tab.outbox.entries()[0]
  tab.outbox.wake()
  await eventually(
    async () =>
      tab.outbox.entries()[0]?.state.kind === 'waiting' && tab.outbox.entries()[0] !== first,
  )
  await ada.call('POST', '/api/articles/1/move', { slug: 'moved', rewriteLinks: true })
  from = await site.savedTip()
  await tab.outbox.again(first?.id ?? 0, first?.work as SaveWork, first?.key ?? '')
  browser.setNetwork('up')
  await isEmpty()
  expect(await subjects()).toEqual(['Update article: Warp'])
  const text = await file('articles/warp.md')
  expect(text).toContain('slug: moved')
  expect(text).toContain('excerpt: Shorter.')
})

test('a deletion waits behind the changes of its document, and is made once', async () => {
  browser.setNetwork('cut')
  await save(await download({ patch: { title: 'Short-lived' }, from: { title: 'Pack' } }))
  const revision = await revisionOf('downloads/pack.md')
  const key = newIdempotencyKey()
  await tab.outbox.add({
    key,
    title: 'Pack',
    work: { kind: 'delete', type: 'downloads', item: 4, revision },
  })
  browser.setNetwork('up')
  await isEmpty()
  expect(await subjects()).toEqual(['Update download: Short-lived', 'Delete download: Short-lived'])
})

test('pages are added, moved and deleted without a network, in the order of what was done', async () => {
  await publish(site, { 'pages/team.md': '---\ntitle: Team\n---\n\nText.\n' })
  from = await site.savedTip()
  const revision = await revisionOf('pages/team.md')
  const save = { kind: 'save', type: 'pages', item: 'team', form: 'team', revision } as const
  const works: Array<Outgoing['work']> = [
    {
      kind: 'create',
      type: 'pages',
      fields: { name: 'legal/imprint', title: 'Imprint', draft: true },
    },
    { ...save, patch: { content: 'More text.\n' }, from: { content: 'Text.\n' } },
    { ...save, patch: { name: 'who' }, from: { name: 'team' } },
    { ...save, patch: { title: 'Who we are' }, from: { title: 'Team' } },
    { kind: 'delete', type: 'pages', item: 'team', revision },
  ]
  browser.setNetwork('cut')
  for (const work of works) await submit(work)
  browser.setNetwork('up')
  await isEmpty()
  expect(await subjects()).toEqual([
    'Create page: Imprint',
    'Update page: Team',
    'Move page: Team',
    'Update page: Who we are',
    'Delete page: Who we are',
  ])
  expect(await file('pages/legal/imprint.md')).toContain('title: Imprint')
})

test('a page that was deleted meanwhile leaves its text in the queue', async () => {
  await publish(site, { 'pages/imprint.md': '---\ntitle: Imprint\n---\n\nText.\n' })
  const revision = await revisionOf('pages/imprint.md')
  browser.setNetwork('cut')
  const patch = { content: 'More text.\n' }
  await save({
    kind: 'save',
    type: 'pages',
    item: 'imprint',
    form: 'imprint',
    revision,
    patch,
    from: { content: 'Text.\n' },
  })
  await site.repository.git('rm', '-q', 'content/pages/imprint.md')
  await publish(site, {
    'articles/third.md': articleFile({ id: '3', title: 'Third', slug: 'third' }),
  })
  browser.setNetwork('up')
  expect((await parked('gone')).work).toMatchObject({ patch })
})

test('a browser that has entries and drafts of the version before sends and shows them', async () => {
  const revision = await revisionOf('articles/warp.md')
  const base = { title: 'Warp', excerpt: 'What it says.', content: 'One.\n\nTwo.\n' }
  const before = { base, values: { ...base, title: 'Typed' }, revision, title: 'Typed', at: 1 }
  const pageRevision = await revisionOf('pages/about.md')
  const work = {
    type: 'articles',
    item: 1,
    revision,
    patch: { title: 'Queued' },
    from: { title: 'Warp' },
  }
  await tab.close()
  const database = await browser.database(1)
  expect(database.name).toBe(databaseName(1))
  const change = database.transaction(['queue', 'drafts'], 'readwrite')
  const key = newIdempotencyKey()
  const entry = {
    key,
    title: 'Queued',
    at: 1,
    state: { kind: 'waiting' },
    format: 2,
    work: { kind: 'save', ...work },
  }
  await change.objectStore('queue').add(entry as unknown as Outgoing)
  await change.objectStore('drafts').put({ ...before, kind: 'articles', item: '1', format: 2 })
  const page = { base: { title: 'About' }, values: { title: 'Typed' }, revision: pageRevision }
  await change
    .objectStore('drafts')
    .put({ ...page, kind: 'pages', item: 'about', title: 'About', at: 1 })
  await change.done
  database.close()
  tab = browser.open(1, sendEntry)
  await tab.outbox.ready
  await isEmpty()
  expect(await subjects()).toEqual(['Update article: Queued'])
  const item = (await ada.call('GET', '/api/articles/1')).body as unknown as AdminItem
  const kept = await tab.drafts.latest('articles', '1')
  const shownItem = itemForm('articles', 'UTC').valuesOf(item)
  expect(readableDraft(shownItem, kept)).toMatchObject({
    revision,
    values: { title: 'Typed', slug: 'warp' },
  })
  const shown = { title: 'About', content: 'First part.\n\nLast part.\n' }
  expect(readableDraft(shown, await tab.drafts.latest('pages', 'about'))?.values).toEqual({
    ...shown,
    title: 'Typed',
  })
})
