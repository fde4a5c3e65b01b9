import { afterAll, expect, test } from 'vitest'
import { ask, post } from './http-client.ts'
import { articleFile, eventually, isCluster } from './running-site.ts'
import { signIn, siteWithAdministrator } from './signed-in-site.ts'

/** An article that the forms would not take. */
const whole = {
  id: '77',
  title: 'Whole',
  publishedAt: '2026-01-02T03:04:05.678Z',
  excerpt: 'x'.repeat(2500),
}

const listing = (id: string, title: string) =>
  articleFile({ id, title, tags: '[a, b] # as they come' }, 'One.\n\n* Two\n* Three')

const site = await siteWithAdministrator({
  'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
  'articles/2026/first.md': listing('7', 'First'),
  'articles/2026/edited.md': listing('21', 'Edited'),
  'articles/2026/rich.md': listing('22', 'Rich'),
  'articles/2026/merged.md': listing('23', 'Merged'),
  'articles/2026/windows.md': articleFile(
    { id: '31', title: 'Windows' },
    'One.\n\nTwo.',
  ).replaceAll('\n', '\r\n'),
  'articles/2026/whole.md': articleFile(whole, 'Text.'),
  'articles/2026/derived.md': articleFile({ title: 'Derived' }),
  'news/2026/item.md': '---\nid: 3\ntitle: Item\nexcerpt: E\npublishedAt: 2026-01-02\n---\nText.\n',
  'newsletters/2026/001-issue.md':
    '---\nid: 4\ntitle: Issue\ndescription: D\nissueNumber: 1\npublishedAt: 2026-01-02\narticles:\n  - title: Piece\n    excerpt: E\n    content: |\n      Some *words*.\n---\n\nHello.\n',
})
afterAll(() => site[Symbol.asyncDispose]())
const ada = await signIn(site)

const git = (...args: Array<string>) => site.repository.git(...args)
const head = async () => (await git('rev-parse', 'HEAD')).trim()
const lastSubject = async () => (await git('log', '-1', '--format=%s')).trim()
const diffLines = async () =>
  (await git('show', '--format=', '-U0', 'HEAD'))
    .split('\n')
    .filter((line) => /^[+-](?![+-]{2})/.test(line))

const article = (fields: object = {}) => ({
  title: 'A new one',
  excerpt: 'What it says.',
  content: 'Some **text**.\n',
  category: 'mixing',
  ...fields,
})

interface Issue extends Record<string, unknown> {
  articles?: Array<{ markdown: string }>
}

test('a new article is committed, answered whole and shown', async () => {
  const { body: others } = await ada.call<Array<{ id: number }>>('GET', '/api/articles')
  const reply = await ada.call('POST', '/api/articles', article({ tags: ['live', ' ', 'push'] }))
  expect(reply.status).toBe(201)
  const { id, slug, revision } = reply.body
  expect(reply.headers.location).toBe(`/api/articles/${id}`)
  expect(reply.headers['cache-control']).toBe('private, no-store')
  // Ids from a path are larger, and those of deleted articles are not given again.
  expect(id).toBeGreaterThan(
    Math.max(...others.map((one) => one.id).filter((one) => one < 1_000_000_000)),
  )
  expect(reply.body).toMatchObject({
    slug: 'a-new-one',
    url: '/article/a-new-one',
    status: 'published',
    tags: ['live', 'push'],
    markdown: 'Some **text**.\n',
    content: '<p>Some <strong>text</strong>.</p>',
    formattedContent: reply.body.content,
  })
  const year = new Date().getUTCFullYear()
  expect((await git('rev-parse', `HEAD:content/articles/${year}/${slug}.md`)).trim()).toBe(revision)
  expect((await git('log', '-1', '--format=%s|%an|%ae')).trim()).toBe(
    'Create article: A new one|ada|ada@localhost',
  )
  expect((await ask(site.url, '/article/a-new-one')).text).toContain('Some <strong>text</strong>.')
  expect(await git('status', '--porcelain')).toBe('')
})

test('an edit changes its lines alone, and saving the same again makes no commit', async () => {
  const before = await ada.call('GET', '/api/articles/21')
  const edited = { ...before.body, title: 'Edited again', content: before.body.markdown }
  const reply = await ada.call('PATCH', '/api/articles/21', edited)
  expect([reply.status, reply.body.title]).toEqual([200, 'Edited again'])
  expect(await diffLines()).toEqual(['-title: Edited', '+title: Edited again'])
  expect(await lastSubject()).toBe('Update article: Edited again')
  const commit = await head()
  for (const again of [
    reply.body,
    { ...reply.body, content: reply.body.markdown },
    {},
    { excerpt: 'What it says.' },
  ])
    expect((await ada.call('PATCH', '/api/articles/21', again)).status).toBe(200)
  expect(await head()).toBe(commit)
})

test('rich text that equals the page is no change, and an edit of it keeps the other blocks', async () => {
  const before = await ada.call('GET', '/api/articles/22')
  const commit = await head()
  await ada.call('PATCH', '/api/articles/22', {
    content: before.body.content,
    contentFormat: 'html',
  })
  await ada.call('PATCH', '/api/articles/22', { content: before.body.content })
  expect(await head()).toBe(commit)
  const content = String(before.body.content).replace('One.', 'One and a half.')
  const reply = await ada.call('PATCH', '/api/articles/22', { content })
  expect(reply.body.markdown).toBe('One and a half.\n\n* Two\n* Three\n')
  expect(await diffLines()).toEqual(['-One.', '+One and a half.'])
})

test('Markdown is stored byte for byte', async () => {
  const content = '\nNo end of line,  two spaces  \nand\ttab ***'
  const reply = await ada.call('PATCH', '/api/news/3', { content, contentFormat: 'markdown' })
  expect(reply.body.markdown).toBe(content)
  expect((await git('show', 'HEAD:content/news/2026/item.md')).endsWith(`---\n\n${content}`)).toBe(
    true,
  )
})

test('the first save of a file without an id writes the id that it has', async () => {
  const { body: list } = await ada.call<Array<{ id: number; title: string }>>(
    'GET',
    '/api/articles',
  )
  const { id } = list.find(({ title }) => title === 'Derived') ?? { id: 0 }
  expect(id).toBeGreaterThanOrEqual(1_000_000_000)
  const reply = await ada.call('PATCH', `/api/articles/${id}`, { excerpt: 'Another.' })
  expect(reply.body.id).toBe(id)
  expect(await diffLines()).toEqual(
    expect.arrayContaining(['-excerpt: What it says.', '+excerpt: Another.', `+id: ${id}`]),
  )
  expect((await diffLines()).length).toBe(3)
})

test('edits of different fields and blocks are merged; for the same ones the answer contains all three versions', async () => {
  const { body: start } = await ada.call('GET', '/api/articles/23')
  await ada.call('PATCH', '/api/articles/23', {
    excerpt: 'Theirs.',
    content: String(start.markdown).replace('Two', 'Second'),
  })
  const mine = { title: 'Mine', content: String(start.markdown).replace('Three', 'Third') }
  const merged = await ada.call('PATCH', '/api/articles/23', mine, {
    'If-Match': `"${start.revision}"`,
  })
  expect(merged.status).toBe(200)
  expect(merged.body).toMatchObject({ title: 'Mine', excerpt: 'Theirs.' })
  expect(merged.body.markdown).toContain('* Second\n* Third')
  const commit = await head()
  const late = await ada.call('PATCH', '/api/articles/23', {
    excerpt: 'Late.',
    revision: start.revision,
  })
  expect(late.status).toBe(409)
  expect(late.body).toMatchObject({
    base: { excerpt: 'What it says.', revision: start.revision },
    theirs: { excerpt: 'Theirs.', revision: merged.body.revision },
    yours: { excerpt: 'Late.' },
    conflicts: [{ key: 'excerpt', base: 'What it says.', yours: 'Late.', theirs: 'Theirs.' }],
  })
  expect(await head()).toBe(commit)
})

test('an alias of a key is read and never written over', async () => {
  await site.repository.write(
    'content/news/2026/aliased.md',
    '---\nid: 30\ntitle: Aliased\ndescription: Both # a comment\ndate: 2026-01-02\nimage: /media/a.png\n---\n\nText.\n',
  )
  await git('add', 'content/news/2026/aliased.md')
  await git('commit', '-q', '-m', 'Aliased')
  await eventually(async () => (await ada.call('GET', '/api/news/30')).status === 200)
  const { body } = await ada.call('GET', '/api/news/30')
  expect(body).toMatchObject({ excerpt: 'Both', metaDescription: 'Both', imageUrl: '/media/a.png' })
  const commit = await head()
  await ada.call('PATCH', '/api/news/30', body)
  expect(await head()).toBe(commit)
  const reply = await ada.call('PATCH', '/api/news/30', {
    imageUrl: null,
    metaDescription: '',
    publishedAt: null,
  })
  expect(reply.body).toMatchObject({
    imageUrl: null,
    metaDescription: null,
    publishedAt: null,
    status: 'draft',
  })
  const lines = await diffLines()
  expect(lines.filter((line) => line.startsWith('-'))).toEqual([])
  expect(lines.length).toBe(3)
})

test('a file that gets another name while it is edited keeps it, and the save changes its own lines alone', async () => {
  const path = 'content/articles/2026/early-name.md'
  await site.repository.write(
    path,
    articleFile({ id: '61', title: 'Named', draft: 'true' }, 'Text.'),
  )
  await site.repository.commit('Write')
  const open = () => ada.call('GET', '/api/articles/61')
  const { body: item } = await eventually(async () => {
    const answer = await open()
    return answer.status === 200 && answer
  })
  await git('mv', path, path.replace('early', 'late'))
  await site.repository.commit('Rename')
  await eventually(async () => (await open()).body.slug === 'late-name')
  const whole = { ...item, content: 'Text, edited.\n' }
  expect((await ada.call('PATCH', '/api/articles/61', whole)).body.slug).toBe('late-name')
  expect(await diffLines()).toEqual(['-Text.', '+Text, edited.'])
  await git('mv', path.replace('early', 'late'), path.replace('early', 'third'))
  await site.repository.commit('Rename again')
  await eventually(async () => (await open()).body.slug === 'third-name')
  const typed = await ada.call('PATCH', '/api/articles/61', {
    ...(await open()).body,
    slug: 'late-name',
  })
  expect(typed.body.slug).toBe('late-name')
})

test('a file keeps its CRLF line ends', async () => {
  const reply = await ada.call('PATCH', '/api/articles/31', {
    title: 'Doors',
    content: 'One.\n\nThree.\n',
  })
  expect(reply.body.markdown).toBe('One.\r\n\r\nThree.\r\n')
  expect((await diffLines()).sort()).toEqual(
    ['+Three.\r', '+title: Doors\r', '-Two.\r', '-title: Windows\r'].sort(),
  )
})

test('a changed slug keeps the old address, without chains or loops', async () => {
  const { body: made } = await ada.call(
    'POST',
    '/api/articles',
    article({ title: 'Moving', slug: 'place-a' }),
  )
  const rename = (slug: string) => ada.call('PATCH', `/api/articles/${made.id}`, { slug })
  expect((await rename('place-b')).body.slug).toBe('place-b')
  expect((await git('show', '--stat', '--format=', 'HEAD')).trim()).toContain('1 file changed')
  const moved = await ask(site.url, '/article/place-a')
  expect([moved.status, moved.headers.location]).toEqual([301, '/article/place-b'])
  await rename('place-a')
  expect((await ask(site.url, '/article/place-a')).status).toBe(200)
  const back = await ask(site.url, '/article/place-b')
  expect([back.status, back.headers.location]).toEqual([301, '/article/place-a'])
  const taken = await ada.call('POST', '/api/articles', article({ slug: 'place-b' }))
  expect([taken.status, taken.body.issues]).toEqual([
    422,
    [{ path: 'slug', message: expect.stringContaining('place-b') }],
  ])
})

test('slugs: taken, empty, reserved, and made of titles', async () => {
  const create = (fields: object) =>
    ada.call<{ id: number; slug: string; issues?: Array<{ path: string }> }>(
      'POST',
      '/api/articles',
      article(fields),
    )
  const taken = await create({ slug: 'first' })
  expect([taken.status, taken.body.issues?.[0]?.path]).toEqual([422, 'slug'])
  expect((await create({ title: 'First' })).body.slug).toBe('first-2')
  for (const fields of [{ slug: '' }, { slug: 'con' }, { title: '♫ ♪' }]) {
    const { body } = await create(fields)
    expect(body.slug).toBe(`article-${body.id}`)
  }
})

test('a deleted item is gone from the site and stays in git', async () => {
  const { body: made } = await ada.call('POST', '/api/articles', article({ title: 'Short-lived' }))
  const stale = await ada.call('DELETE', `/api/articles/${made.id}`, undefined, {
    'If-Match': `"${'0'.repeat(40)}"`,
  })
  expect(stale.status).toBe(409)
  const reply = await ada.call('DELETE', `/api/articles/${made.id}`, undefined, {
    'If-Match': `"${made.revision}"`,
  })
  expect([reply.status, reply.body]).toEqual([
    200,
    { deleted: true, id: made.id, commit: await head() },
  ])
  expect(await lastSubject()).toBe('Delete article: Short-lived')
  expect((await ask(site.url, '/article/short-lived')).status).toBe(404)
  expect((await ada.call('DELETE', `/api/articles/${made.id}`)).status).toBe(404)
  const next = await ada.call('POST', '/api/articles', article({ title: 'Next' }))
  expect(next.body.id).toBe(Number(made.id) + 1)
})

test('only administrators see drafts and scheduled items', async () => {
  const draft = (
    await ada.call('POST', '/api/news', {
      title: 'Draft',
      excerpt: 'E',
      content: 'T',
      publishedAt: null,
    })
  ).body
  const marked = (
    await ada.call('POST', '/api/news', {
      title: 'Marked',
      excerpt: 'E',
      content: 'T',
      draft: true,
    })
  ).body
  const later = (
    await ada.call('POST', '/api/news', {
      title: 'Later',
      excerpt: 'E',
      content: 'T',
      publishedAt: '2999-01-01T00:00:00Z',
    })
  ).body
  expect([draft.status, marked.status, later.status]).toEqual(['draft', 'draft', 'scheduled'])
  for (const { id } of [draft, marked, later]) {
    expect((await ask(site.url, `/api/news/${id}`)).status).toBe(404)
    expect((await ask(site.url, `/news/${id}`)).status).toBe(404)
    expect((await ada.call('GET', `/api/news/${id}`)).status).toBe(200)
  }
  const titles = (list: Array<{ title: string }>) => list.map(({ title }) => title)
  const seen = titles((await ada.call<Array<{ title: string }>>('GET', '/api/news')).body)
  expect(seen).toEqual(expect.arrayContaining(['Draft', 'Marked', 'Later', 'Item']))
  const open = titles(JSON.parse((await ask(site.url, '/api/news')).text))
  expect(open).toEqual(['Item'])
  const published = await ada.call('PATCH', `/api/news/${marked.id}`, { draft: false })
  expect(published.body).toMatchObject({ status: 'published' })
  expect((await ask(site.url, `/api/news/${marked.id}`)).status).toBe(200)
})

test('a newsletter: `excerpt` means its description, and the pieces keep their Markdown', async () => {
  const { body: before } = await ada.call('GET', '/api/newsletters/4')
  expect(before.articles).toEqual([
    {
      title: 'Piece',
      excerpt: 'E',
      content: '<p>Some <em>words</em>.</p>',
      markdown: 'Some *words*.\n',
    },
  ])
  const commit = await head()
  await ada.call('PATCH', '/api/newsletters/4', before)
  expect(await head()).toBe(commit)
  const reply = await ada.call('PATCH', '/api/newsletters/4', { ...before, excerpt: 'New words' })
  expect(reply.body.description).toBe('New words')
  expect(await diffLines()).toEqual(['-description: D', '+description: New words'])
  const articles = [{ title: 'Piece', excerpt: 'E', content: '<p>Some <em>other words</em>.</p>' }]
  await ada.call('PATCH', '/api/newsletters/4', { articles })
  expect(await diffLines()).toEqual(['-      Some *words*.', '+      Some *other words*.'])
  const made = await ada.call('POST', '/api/newsletters', {
    title: 'Only a title',
    issueNumber: 12,
  })
  expect([made.status, made.body.markdown]).toEqual([201, ''])
  expect(await git('show', '--name-only', '--format=')).toMatch(
    /newsletters\/\d{4}\/012-only-a-title\.md/,
  )
})

test('pieces of an issue that two people write at the same time are merged, and only their lines change', async () => {
  const piece = (title: string, content: string) => ({ title, excerpt: 'E', content })
  const [one, two, three] = [
    piece('One', 'First.\n\nMore.\n'),
    piece('Two', 'Second.\n'),
    piece('Three', 'Third.\n'),
  ]
  const { body: issue } = await ada.call('POST', '/api/newsletters', {
    title: 'For two',
    articles: [one, two],
  })
  const { id, revision } = issue
  await ada.call('PATCH', `/api/newsletters/${id}`, {
    revision,
    articles: [piece('One', 'First, by Bob.\n\nMore.\n'), two, three],
  })
  const yours = [piece('One', 'First.\n\nMore, by Ada.\n'), piece('Two', 'Second, by Ada.\n')]
  const merged = await ada.call<Issue>('PATCH', `/api/newsletters/${id}`, {
    revision,
    articles: yours,
  })
  expect([merged.status, merged.body.articles?.map(({ markdown }) => markdown)]).toEqual([
    200,
    ['First, by Bob.\n\nMore, by Ada.\n', 'Second, by Ada.\n', 'Third.\n'],
  ])
  expect(await diffLines()).toEqual([
    '-      More.',
    '+      More, by Ada.',
    '-      Second.',
    '+      Second, by Ada.',
  ])
  const late = await ada.call('PATCH', `/api/newsletters/${id}`, {
    revision,
    articles: [piece('One', 'Late.\n'), two],
  })
  expect(late.body.conflicts).toMatchObject([{ key: 'articles' }])
})

test('an issue starts as a draft with the next free number, and is not published while it is empty', async () => {
  const why = 'This issue has no text yet. Write it before it is published or sent.'
  const { status, body } = await ada.call('POST', '/api/newsletters', { title: 'Next one' })
  const { id, issueNumber } = body
  const highest = Math.max(
    ...(await ada.call<Array<{ id: number; issueNumber: number }>>('GET', '/api/newsletters')).body
      .filter((one) => one.id !== id)
      .map((one) => one.issueNumber),
  )
  expect([status, body.status, issueNumber]).toEqual([201, 'draft', highest + 1])
  expect((await ask(site.url, `/newsletter/${id}`)).status).toBe(404)
  const commit = await head()
  const date = { publishedAt: '2026-01-02T00:00:00.000Z' }
  for (const refused of [
    await ada.call('POST', '/api/newsletters', { title: 'Empty', ...date }),
    await ada.call('POST', '/api/newsletters', {
      title: 'Empty',
      ...date,
      content: ' \n',
      articles: [{ title: 'A' }],
    }),
    await ada.call('PATCH', `/api/newsletters/${id}`, date),
    await ada.call('PATCH', `/api/newsletters/${id}`, { publishedAt: '2099-01-02' }),
    // Published texts cannot be emptied either.
    await ada.call('PATCH', '/api/newsletters/4', { content: '', articles: [] }),
  ])
    expect([refused.status, refused.body.issues]).toEqual([
      422,
      [{ path: 'content', message: why }],
    ])
  expect(await head()).toBe(commit)
  expect(
    (await ada.call('POST', '/api/newsletters', { title: 'With text', content: 'Text' })).body
      .status,
  ).toBe('draft')
  const written = await ada.call('PATCH', `/api/newsletters/${id}`, {
    content: 'At last.',
    ...date,
  })
  expect([written.status, written.body.status]).toEqual([200, 'published'])
  expect((await ask(site.url, `/newsletter/${id}`)).text).toContain('At last.')
})

test('a PATCH of the whole item changes only the fields that differ from the item as read', async () => {
  const { body: read } = await ada.call('GET', '/api/articles/77')
  const { revision, markdown } = read
  const names = [
    'title',
    'slug',
    'excerpt',
    'metaDescription',
    'category',
    'tags',
    'readTime',
    'featured',
    'imageUrl',
  ]
  const sent = {
    ...Object.fromEntries([...names, 'publishedAt'].map((name) => [name, read[name]])),
    content: markdown,
    contentFormat: 'markdown',
    revision,
  }
  const unchanged = await head()
  expect((await ada.call('PATCH', '/api/articles/77', sent)).status).toBe(200)
  expect(await head()).toBe(unchanged)
  expect((await ada.call('PATCH', '/api/articles/77', { ...sent, title: 'Wholly' })).status).toBe(
    200,
  )
  expect(await diffLines()).toEqual(['-title: Whole', '+title: Wholly'])
  // Based on the previous version; the other's title stays.
  const late = await ada.call('PATCH', '/api/articles/77', { ...sent, metaDescription: 'Late.' })
  expect([late.status, late.body.title, late.body.metaDescription]).toEqual([
    200,
    'Wholly',
    'Late.',
  ])
  const clash = await ada.call('PATCH', '/api/articles/77', { ...sent, title: 'Another' })
  expect([
    clash.status,
    (clash.body.conflicts as Array<{ key: string }>).map(({ key }) => key),
  ]).toEqual([409, ['title']])
  // Changed fields are validated.
  const wrong = await ada.call('PATCH', '/api/articles/77', { ...sent, excerpt: 'y'.repeat(2500) })
  expect([wrong.status, wrong.body.issues]).toEqual([
    422,
    [expect.objectContaining({ path: 'excerpt' })],
  ])
})

test('a taken slug gets a number if it is the slug of the title; any other is refused', async () => {
  const create = (fields: object) => ada.call('POST', '/api/articles', article(fields))
  expect((await create({ title: 'Numbered', slug: 'numbered' })).body.slug).toBe('numbered')
  const second = await create({ title: 'Numbered', slug: 'numbered', publishedAt: null })
  expect([second.status, second.body.slug]).toEqual([201, 'numbered-2'])
  expect((await create({ title: 'Other', slug: 'numbered' })).body.issues).toEqual([
    { path: 'slug', message: expect.stringContaining('taken') },
  ])
  const renamed = await create({ title: 'Renamed', publishedAt: null })
  const patch = { title: 'Numbered', slug: 'numbered', revision: renamed.body.revision }
  const { status, body } = await ada.call('PATCH', `/api/articles/${renamed.body.id}`, patch)
  expect([status, body.slug]).toEqual([200, 'numbered-3'])
})

const faults: Array<[string, object, string]> = [
  ['title', { title: '  ' }, 'Title is required'],
  ['excerpt', { excerpt: '' }, 'Excerpt is required'],
  ['content', { content: ' \n' }, 'Content is required'],
  ['category', { category: '' }, 'Category is required'],
  ['category', { category: 'polka' }, 'This category is not one of the allowed values'],
  ['readTime', { readTime: 0 }, 'Reading time is at least 1 minute'],
  ['metaDescription', { metaDescription: 'x'.repeat(321) }, ''],
  [
    'slug',
    { slug: '../../etc/passwd' },
    'A slug has lowercase letters, digits, hyphens and underscores only',
  ],
  ['slug', { slug: 'a/b' }, ''],
  [
    'imageUrl',
    { imageUrl: 'javascript:alert(1)' },
    'An image is a path that starts with / or an http(s) address',
  ],
  ['publishedAt', { publishedAt: '2026-02-31' }, 'The publication date is not a date'],
  ['techniqueLevel', { techniqueLevel: 'guru' }, ''],
  ['tags.0', { tags: [5] }, ''],
  ['featured', { featured: 'yes' }, ''],
]

test.each(faults)(
  'a bad %s is refused with its issue, on POST and PATCH (%o)',
  async (path, fields, message) => {
    const commit = await head()
    for (const reply of [
      await ada.call<{ issues: Array<{ path: string; message: string }> }>(
        'POST',
        '/api/articles',
        article(fields),
      ),
      await ada.call<{ issues: Array<{ path: string; message: string }> }>(
        'PATCH',
        '/api/articles/7',
        fields,
      ),
    ]) {
      expect(reply.status).toBe(422)
      expect(reply.body.issues).toContainEqual({ path, message: message || expect.any(String) })
    }
    expect(await head()).toBe(commit)
  },
)

test('bad requests write nothing and get an explanation', async () => {
  const commit = await head()
  const own = JSON.stringify(article())
  const rows: Array<[number, string, string, unknown, Record<string, string>?]> = [
    [400, 'POST', '/api/articles', '{"title":'],
    [422, 'POST', '/api/articles', '[]'],
    [422, 'POST', '/api/articles', own.replace('{', '{"__proto__":{"admin":true},')],
    [422, 'POST', '/api/articles', own.replace('{', '{"constructor":{},')],
    [422, 'POST', '/api/articles', article({ nonsense: 1 })],
    [422, 'POST', '/api/articles', {}],
    [413, 'POST', '/api/articles', article({ content: 'x'.repeat(4_000_000) })],
    [422, 'POST', '/api/articles', article({ content: 'x '.repeat(700_000) })],
    [400, 'PATCH', '/api/articles/seven', { title: 'x' }],
    [404, 'PATCH', '/api/articles/99999', { title: 'x' }],
    [400, 'PATCH', '/api/articles/7', { title: 'x' }, { 'If-Match': 'nonsense' }],
    [422, 'PATCH', '/api/articles/7', { title: 'x', revision: 'HEAD' }],
    [404, 'POST', '/api/nothing', { title: 'x' }],
    [400, 'POST', '/api/downloads', { title: 'x' }],
    [403, 'PATCH', '/api/articles/7', { title: 'x' }, { Origin: 'https://evil.example' }],
  ]
  for (const [status, method, path, body, headers] of rows) {
    const reply = await ada.call(method, path, body, headers)
    expect([method, path, reply.status]).toEqual([method, path, status])
    expect(reply.body.message).toMatch(/\w/)
    expect(JSON.stringify(reply.body)).not.toMatch(/at .*\.(js|ts):/)
  }
  const stranger = await post(site.url, '/api/articles', own)
  expect(stranger.status).toBe(401)
  expect(await head()).toBe(commit)
  expect(({} as { admin?: boolean }).admin).toBeUndefined()
})

test('saves and commits made with git at the same time all arrive', async () => {
  const saves = Array.from({ length: 10 }, async (_, index) => {
    const key = { 'Idempotency-Key': `parallel-${index}` }
    for (;;) {
      const reply = await ada.call(
        'POST',
        '/api/articles',
        article({ title: `Parallel ${index}` }),
        key,
      )
      // Replicas make one push of each new article, and ask for some of so many again, as browsers
      // do by themselves.
      if (!isCluster || reply.status !== 503) return reply
    }
  })
  const commits = (async () => {
    for (let index = 0; index < 10; index += 1) {
      await site.repository.write(
        `content/articles/2026/native-${index}.md`,
        articleFile({ title: `Native ${index}` }),
      )
      await nativeCommit(`content/articles/2026/native-${index}.md`, `Native ${index}`)
    }
  })()
  const replies = await Promise.all(saves)
  await commits
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201))
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(10)
  const subjects = (await git('log', '--format=%s')).split('\n')
  for (let index = 0; index < 10; index += 1) {
    expect(subjects).toContain(`Create article: Parallel ${index}`)
    expect(subjects).toContain(`Native ${index}`)
  }
  expect(await git('fsck', '--strict', '--no-dangling', '--no-progress')).toBe('')
  expect(await git('status', '--porcelain')).toBe('')
})

/** Retries while the lock is held, as a writer does. */
async function nativeCommit(path: string, message: string): Promise<void> {
  await eventually(async () => {
    try {
      await git('add', path)
      await git('commit', '-q', '-m', message, '--', path)
      return true
    } catch (error) {
      if (!/index\.lock|cannot lock ref|unable to create/i.test(String(error))) throw error
      return false
    }
  })
}
