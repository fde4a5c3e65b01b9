import { afterAll, expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { articleFile, eventually, publish } from './running-site.ts'
import { signIn, siteWithAdministrator } from './signed-in-site.ts'
import { git as nativeGit } from './temp-repository.ts'

const site = await siteWithAdministrator({
  'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
  'articles/2026/first.md': articleFile({ id: '7', title: 'First' }, 'One.\n\nTwo.'),
  'articles/2026/target.md': articleFile(
    { id: '8', title: 'Target' },
    'See [itself](/article/target#part).',
  ),
  'articles/2026/linking.md': articleFile(
    { id: '9', title: 'Linking' },
    'To [it](/article/target), [there](/article/target?x=1 "T"), [other](/article/target-two), `](/article/target)`.\n\n[ref]: /article/target',
  ),
  'newsletters/2026/001-issue.md':
    '---\nid: 4\ntitle: Issue\naliases: [/article/targeted]\npublishedAt: 2026-01-02\narticles:\n  - title: Piece\n    content: "To [it](/article/target)."\n---\n\nHello.\n',
})
afterAll(() => site[Symbol.asyncDispose]())
const ada = await signIn(site)

const git = (...args: Array<string>) => site.repository.git(...args)
const head = async () => (await git('rev-parse', 'HEAD')).trim()

interface Entry {
  commit: string
  author: { name: string; email: string }
  date: string
  message: string
}

interface Told {
  origin: string | null
  change: { kind: string; fields: Array<string>; blocks: Array<object> | null } | null
}

test('the history of an item shows each change with its diff, and an older version can be restored', async () => {
  const { body: start } = await ada.call('GET', '/api/articles/7')
  await ada.call('PATCH', '/api/articles/7', { title: 'Second', content: 'One.\n\nThree.\n' })
  const { body: history, headers } = await ada.call<Array<Entry>>('GET', '/api/articles/7/history')
  expect(headers['cache-control']).toBe('private, no-store')
  expect(history.map(({ message, author }) => [message.trim(), author.name])).toEqual([
    ['Update article: Second', 'ada'],
    ['Content', 'Wren Writer'],
  ])
  expect(history[0]?.commit).toBe(await head())
  expect(Date.parse(history[0]?.date ?? '')).toBeGreaterThan(Date.parse(history[1]?.date ?? ''))
  const { body: change } = await ada.call('GET', `/api/articles/7/history/${history[0]?.commit}`)
  expect(change).toMatchObject({
    message: expect.stringContaining('Second'),
    item: { title: 'Second', markdown: 'One.\n\nThree.\n' },
  })
  const native = (await git('show', '--format=', 'HEAD')).split('\n').slice(4).join('\n')
  // After a hunk's position, git quotes a line for readers.
  expect(change.diff).toBe(native.replace(/^(@@ .* @@).*$/gm, '$1'))
  const restored = await ada.call('POST', '/api/articles/7/restore', { commit: history[1]?.commit })
  expect([restored.status, restored.body.revision, restored.body.title]).toEqual([
    200,
    start.revision,
    'First',
  ])
  expect((await git('log', '-1', '--format=%s')).trim()).toBe('Restore article: First')
  const commit = await head()
  expect(
    (await ada.call('POST', '/api/articles/7/restore', { commit: history[1]?.commit })).status,
  ).toBe(200)
  expect(await head()).toBe(commit)
})

test('a deleted item is listed and restored with the same bytes, address and id', async () => {
  const made = await ada.call('POST', '/api/news', {
    title: 'Gone soon',
    excerpt: 'E',
    content: 'Text.\n',
  })
  const { id, revision } = made.body
  await ada.call('DELETE', `/api/news/${id}`)
  const removal = await head()
  const { body: deleted } = await ada.call<Array<Entry & { id: number; title: string }>>(
    'GET',
    '/api/news/deleted',
  )
  expect(deleted).toEqual([expect.objectContaining({ id, title: 'Gone soon', commit: removal })])
  const { body: history } = await ada.call<Array<Entry>>('GET', `/api/news/${id}/history`)
  expect(history.map(({ message }) => message.trim())).toEqual([
    'Delete news: Gone soon',
    'Create news: Gone soon',
  ])
  const { body: change } = await ada.call('GET', `/api/news/${id}/history/${removal}`)
  expect(change.item).toBeNull()
  const restored = await ada.call('POST', `/api/news/${id}/restore`, { commit: removal })
  expect([restored.status, restored.body.id, restored.body.revision]).toEqual([200, id, revision])
  expect((await ask(site.url, `/news/${id}`)).status).toBe(200)
  expect((await ada.call('GET', '/api/news/deleted')).body).toEqual([])
  expect(await git('status', '--porcelain')).toBe('')
})

test('an id is never assigned twice, even when the item was deleted with git and the counter is lost', async () => {
  const path = 'articles/2026/highest.md'
  await publish(site, { [path]: articleFile({ id: '500', title: 'Highest' }) })
  await git('rm', '-q', `content/${path}`)
  await git('commit', '-q', '-m', 'Remove it')
  const made = await ada.call('POST', '/api/articles', {
    title: 'New',
    excerpt: 'E',
    content: 'T',
    category: 'mixing',
  })
  expect(made.body.id).toBe(501)
  const { body: deleted } = await ada.call<Array<Entry & { id: number }>>(
    'GET',
    '/api/articles/deleted',
  )
  const commit = deleted.find(({ id }) => id === 500)?.commit
  expect((await ada.call('POST', '/api/articles/500/restore', { commit })).status).toBe(200)
})

test('a restored version keeps the later addresses of the item', async () => {
  const { body: made } = await ada.call('POST', '/api/articles', {
    title: 'Old name',
    excerpt: 'E',
    content: 'T\n',
    category: 'mixing',
  })
  const first = await head()
  await ada.call('PATCH', `/api/articles/${made.id}`, { slug: 'new-name' })
  const restored = await ada.call('POST', `/api/articles/${made.id}/restore`, { commit: first })
  expect(restored.body.slug).toBe('old-name')
  const moved = await ask(site.url, '/article/new-name')
  expect([moved.status, moved.headers.location]).toEqual([301, '/article/old-name'])
})

test('what was deleted gets another address when its own has been given away, and Undo says where', async () => {
  const fields = { excerpt: 'E', content: 'T\n', category: 'mixing' }
  const { body: made } = await ada.call('POST', '/api/articles', { title: 'Gone', ...fields })
  await ada.call('PATCH', `/api/articles/${made.id}`, { excerpt: 'Later' })
  const { body: deleted } = await ada.call('DELETE', `/api/articles/${made.id}`)
  await site.repository.write(
    'content/articles/gone.md',
    articleFile({ id: '70', title: 'In its place' }),
  )
  const before = await site.repository.commit('By hand')
  await eventually(async () => (await ada.call('GET', '/api/articles/70')).status === 200)

  const undone = await ada.call('POST', '/api/undo', { commit: deleted.commit })
  expect([undone.status, undone.body.message, await head()]).toEqual([
    422,
    "The address of 'Gone' belongs to 'In its place' now. Restore it under 'Recently deleted': there it gets another address.",
    before,
  ])
  const restored = await ada.call('POST', `/api/articles/${made.id}/restore`, {
    commit: deleted.commit,
  })
  expect([restored.status, restored.body.slug, restored.body.excerpt]).toEqual([
    200,
    'gone-2',
    'Later',
  ])
  const { body: history } = await ada.call<Array<Entry>>('GET', `/api/articles/${made.id}/history`)
  const first = await ada.call('POST', `/api/articles/${made.id}/restore`, {
    commit: history.at(-1)?.commit,
  })
  expect([first.body.slug, first.body.excerpt]).toEqual(['gone-2', 'E'])
  for (const slug of ['gone', 'gone-2'])
    expect((await ask(site.url, `/article/${slug}`)).status).toBe(200)
})

test('what was deleted is listed with its own history and restored, also when another item has got its file name', async () => {
  const fields = { excerpt: 'E', content: 'The words.\n', category: 'mixing' }
  const { body: made } = await ada.call('POST', '/api/articles', { title: 'Twice', ...fields })
  const { body: deleted } = await ada.call('DELETE', `/api/articles/${made.id}`)
  const { body: next } = await ada.call('POST', '/api/articles', { title: 'Twice', ...fields })
  const names = (await git('show', '--format=', '--name-only', 'HEAD')).trim()
  expect([next.slug, names]).toEqual(['twice', expect.stringMatching(/\/twice-2\.md$/)])
  // A writer gives the name to another text.
  await site.repository.write(
    `${names.replace('-2.md', '.md')}`,
    articleFile({ id: '90', title: 'A third', slug: 'third' }),
  )
  await site.repository.commit('By hand')
  await eventually(async () => (await ada.call('GET', '/api/articles/90')).status === 200)

  const subjects = async (id: unknown) =>
    (await ada.call<Array<Entry>>('GET', `/api/articles/${id}/history`)).body.map(({ message }) =>
      message.trim(),
    )
  expect(await subjects(made.id)).toEqual(['Delete article: Twice', 'Create article: Twice'])
  expect(await subjects(90)).toEqual(['By hand'])
  const { body: list } = await ada.call<Array<Entry & { id: number }>>(
    'GET',
    '/api/articles/deleted',
  )
  expect(list.find(({ id }) => id === made.id)?.commit).toBe(deleted.commit)
  const restored = await ada.call('POST', `/api/articles/${made.id}/restore`, {
    commit: deleted.commit,
  })
  expect([restored.status, restored.body.markdown, restored.body.slug]).toEqual([
    200,
    'The words.\n',
    'twice-2',
  ])
  expect((await git('show', '--format=', '--name-status', 'HEAD')).trim()).toMatch(
    /^A\t.*\/twice-3\.md$/,
  )
})

test('a move changes the links of other items in the same commit, and nothing else of them', async () => {
  const before = await head()
  const reply = await ada.call('POST', '/api/articles/8/move', { slug: 'goal', rewriteLinks: true })
  expect([reply.status, reply.body.slug]).toEqual([200, 'goal'])
  expect((await git('rev-parse', 'HEAD^')).trim()).toBe(before)
  const lines = (await git('show', '--format=', '-U0', 'HEAD'))
    .split('\n')
    .filter((line) => /^[+-](?![+-]{2})/.test(line))
  expect(lines.filter((line) => line.startsWith('+'))).toEqual(
    expect.arrayContaining([
      '+slug: goal',
      '+See [itself](/article/goal#part).',
      '+To [it](/article/goal), [there](/article/goal?x=1 "T"), [other](/article/target-two), `](/article/target)`.',
      '+[ref]: /article/goal',
      '+    content: "To [it](/article/goal)."',
    ]),
  )
  expect((await ask(site.url, '/article/target')).headers.location).toBe('/article/goal')
  expect(await git('show', 'HEAD:content/newsletters/2026/001-issue.md')).toContain(
    '[/article/targeted]',
  )
  expect((await ada.call('POST', '/api/articles/8/move', { slug: 'first' })).status).toBe(422)
  expect((await ada.call('POST', '/api/articles/8/move', { slug: '../x' })).status).toBe(422)
})

test('a preview shows what a save would show, and writes nothing', async () => {
  const commit = await head()
  const { body: item } = await ada.call('GET', '/api/articles/7')
  const shown = await ada.call('POST', '/api/preview', {
    type: 'articles',
    ...item,
    content: '# Hi\n\n<script>x</script>\n\n**b**',
  })
  expect(shown.status).toBe(200)
  expect(String(shown.body.html)).toContain('<strong>b</strong>')
  expect(String(shown.body.html)).not.toContain('<script')
  expect((await ada.call('POST', '/api/preview', { type: 'articles', ...item })).body.html).toBe(
    item.content,
  )
  expect((await ada.call('POST', '/api/preview', { type: 'pages', content: 'x' })).status).toBe(422)
  expect(await head()).toBe(commit)
})

test('a history of no item, and a version that is none, is not found', async () => {
  expect((await ada.call('GET', '/api/articles/12345/history')).status).toBe(404)
  expect((await ada.call('GET', `/api/articles/7/history/${'0'.repeat(40)}`)).status).toBe(404)
  expect(
    (await ada.call('POST', '/api/articles/7/restore', { commit: '0'.repeat(40) })).status,
  ).toBe(404)
  expect((await ada.call('POST', '/api/articles/7/restore', { commit: 'HEAD' })).status).toBe(422)
})

test('each version says what it changed and where it comes from, and shows the changes as readers see them', async () => {
  const { body: made } = await ada.call('POST', '/api/articles', {
    title: 'Long way',
    excerpt: 'E',
    content: 'The *kick* is short.\n\nThe snare is loud.\n\nThe hat is open.\n',
    category: 'mixing',
  })
  const path = (await git('show', '--format=', '--name-only', 'HEAD')).trim()
  const write = async (change: (text: string) => string, message: string) => {
    await site.repository.write(path, change(await git('show', `HEAD:${path}`)))
    await site.repository.commit(message)
  }
  const first = await head()
  await ada.call('PATCH', `/api/articles/${made.id}`, { title: 'Longer way', tags: ['kick'] })
  // A writer may choose the words of the admin for other texts.
  await write(
    (text) => text.replace('short', 'tight').replace('open', 'shut'),
    'Update article: with care',
  )
  await write(
    (text) => text.replace(/(The \*kick\*[^\n]*)\n\n([\s\S]*)$/, '$2\n$1\n'),
    'Move the kick\n\nIt comes last.',
  )
  await ada.call('POST', `/api/articles/${made.id}/restore`, { commit: first })
  await ada.call('DELETE', `/api/articles/${made.id}`)
  const listed = () => ada.call<Array<Entry & Told>>('GET', `/api/articles/${made.id}/history`)
  await expect
    .poll(async () => (await listed()).body.every(({ change }) => change !== null))
    .toBe(true)
  const { body: history } = await listed()
  expect(
    history.map(({ origin, change }) => [origin, change?.kind, change?.fields, change?.blocks]),
  ).toEqual([
    ['admin', 'deleted', [], []],
    [
      'restore',
      'edited',
      ['title', 'tags'],
      expect.arrayContaining([expect.objectContaining({ change: 'moved' })]),
    ],
    ['git', 'edited', [], [{ change: 'moved', kind: 'paragraph', count: 1 }]],
    ['git', 'edited', [], [{ change: 'changed', kind: 'paragraph', count: 2 }]],
    ['admin', 'edited', ['title', 'tags'], []],
    ['admin', 'created', [], []],
  ])
  const versionAt = async (at: number, query = '') =>
    (await ada.call('GET', `/api/articles/${made.id}/history/${history[at]?.commit}${query}`)).body
  const version = await versionAt(3)
  // The first version and one of deleted content have nothing beside them.
  expect(await versionAt(5)).toMatchObject({ comparedWith: 'nothing', change: { kind: 'created' } })
  expect(await versionAt(3, '?against=now')).toMatchObject({
    comparedWith: 'nothing',
    item: { title: 'Longer way' },
  })
  expect(
    (await ada.call('POST', `/api/articles/${made.id}/restore`, { commit: history[1]?.commit }))
      .status,
  ).toBe(200)
  expect(await versionAt(3, '?against=now')).toMatchObject({
    comparedWith: 'now',
    comparison: {
      fields: [{ name: 'title', before: 'Long way', after: 'Longer way' }, { name: 'tags' }],
    },
    diff: expect.stringContaining('+title: Longer way'),
  })
  expect(await versionAt(1, '?against=now')).toMatchObject({
    comparison: { fields: [], text: [] },
    diff: '',
  })
  const { comparison } = version as unknown as {
    comparison: { text: Array<{ change: string; runs: Array<object> }> }
  }
  expect(comparison.text.map(({ change }) => change)).toEqual(['changed', 'same', 'changed'])
  expect(comparison.text[0]?.runs).toEqual([
    { text: 'The ', marks: [], change: 'same' },
    { text: 'kick', marks: ['emphasis'], change: 'same' },
    { text: ' is ', marks: [], change: 'same' },
    { text: 'short', marks: [], change: 'removed' },
    { text: 'tight', marks: [], change: 'added' },
    { text: '.', marks: [], change: 'same' },
  ])
})

test('a save that only rewrote links is of the admin too, and a long history is told in parts', async () => {
  const files = (at: number) => ({
    'many.md': articleFile(
      { id: '77', title: 'Many' },
      `To [it](/article/linked).\n\nVersion ${at}.`,
    ),
    'linked.md': articleFile({ id: '78', title: 'Linked' }),
  })
  const stream = Array.from({ length: 120 }, (_, at) => {
    const changes = Object.entries(files(at)).map(
      ([name, text]) =>
        `M 100644 inline content/articles/${name}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
    )
    const from = at === 0 ? 'from refs/heads/main^0\n' : ''
    return `commit refs/heads/imported\ncommitter W <w@example.org> ${1_790_000_000 + at} +0000\ndata 1\nx\n${from}${changes.join('')}\n`
  })
  await nativeGit(site.repository.root, ['fast-import', '--quiet'], undefined, stream.join(''))
  await git('merge', '-q', '--ff-only', 'imported')
  await expect.poll(async () => (await ask(site.url, '/article/many')).status).toBe(200)
  expect(
    (await ada.call('POST', '/api/articles/78/move', { slug: 'goes', rewriteLinks: true })).status,
  ).toBe(200)
  const origins = async () => {
    const { body } = await ada.call<Array<Entry & Told>>('GET', '/api/articles/77/history')
    return body.map(({ origin, change }) => (change === null ? 'not compared yet' : origin))
  }
  // Each of several replicas compares the 120 versions for itself.
  await expect.poll(origins, { timeout: 120_000 }).toEqual(['admin', ...Array(120).fill('git')])
})
