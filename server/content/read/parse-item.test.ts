import fc from 'fast-check'
import { expect, test } from 'vitest'
import { derivedIdStart, type fileKinds } from '#domain/content.ts'
import { editFrontmatter } from '../frontmatter/frontmatter-edit.ts'
import { derivedId, pathKind, slugFromName } from './file-kind.ts'
import { parseItem } from './parse-item.ts'
import { plainRules } from './reading-rules.ts'

const parse = (
  text: string,
  {
    kind = 'articles',
    inner = '2026/a-name.md',
    timeZone = 'UTC',
  }: Partial<Record<'inner' | 'timeZone', string>> & { kind?: (typeof fileKinds)[number] } = {},
) => parseItem(kind, inner, Buffer.from(text), { ...plainRules, timeZone })
const entry = (...args: Parameters<typeof parse>) => {
  const parsed = parse(...args)
  if (parsed.kind === 'faulty')
    throw new Error(parsed.faults.map(({ line, message }) => `${line}: ${message}`).join('; '))
  return parsed.entry
}
const faults = (...args: Parameters<typeof parse>) => {
  const parsed = parse(...args)
  return parsed.kind === 'faulty'
    ? parsed.faults.map(({ line, message }) => `${line}: ${message}`)
    : []
}
const warnings = (...args: Parameters<typeof parse>) => {
  const parsed = parse(...args)
  return parsed.kind === 'entry'
    ? parsed.warnings.map(({ line, message }) => `${line}: ${message}`)
    : ['a fault']
}
const article = (lines: string, body = 'Body') =>
  `---\ntitle: T\nexcerpt: E\ncategory: mixing\n${lines}\n---\n${body}`

test('an article is read with all its fields', () => {
  expect(
    entry(
      article(
        'id: 12\npublishedAt: 2026-03-04\ntags: [warp, 808]\nreadTime: 6\nfeatured: true\ntechniqueLevel: advanced\nabletonVersion: live_12\nseries: Two Parts\nauthor: Jane Doe\nimageUrl: /media/x.png\nimageAlt: An x\nmetaDescription: M\naliases: [/old]\nunknown: {deep: [1]}',
      ),
    ),
  ).toEqual({
    kind: 'articles',
    item: {
      id: 12,
      slug: 'a-name',
      title: 'T',
      excerpt: 'E',
      category: 'mixing',
      tags: ['warp', '808'],
      readTime: 6,
      featured: true,
      techniqueLevel: 'advanced',
      abletonVersion: 'live_12',
      series: 'Two Parts',
      author: ['Jane Doe'],
      fields: {},
      publishedAt: '2026-03-04T00:00:00.000Z',
      imageUrl: '/media/x.png',
      imageAlt: 'An x',
    },
    metaDescription: 'M',
    updatedAt: null,
    aliases: ['/old'],
    draft: false,
    explicitId: true,
    authorLine: 13,
    idLine: 5,
    slugLine: 1,
    aliasesLine: 17,
  })
})

test.each([
  ['date: 2026-01-02', { publishedAt: '2026-01-02T00:00:00.000Z' }],
  ['pubDate: 2026-01-02T10:00', { publishedAt: '2026-01-02T10:00:00.000Z' }],
  ['publishedAt: 2026-01-03\ndate: 2026-01-02', { publishedAt: '2026-01-03T00:00:00.000Z' }],
  ['publishedAt:\ndate: 2026-01-02', { publishedAt: null }],
  ['image: /media/a.png', { imageUrl: '/media/a.png' }],
  ['cover: /media/a.png', { imageUrl: '/media/a.png' }],
  ['heroImage: /media/a.png', { imageUrl: '/media/a.png' }],
  ['imageUrl: /media/b.png\ncover: /media/a.png', { imageUrl: '/media/b.png' }],
  ['summary: S', { excerpt: 'E' }],
])('%s is understood', (lines, expected) => {
  expect(entry(article(lines))).toMatchObject({ item: expected })
})

test.each<[string, object, string | null]>([
  ['summary: S', { excerpt: 'S' }, null],
  ['description: D', { excerpt: 'D' }, 'D'],
  ['excerpt: ""\ndescription: D', { excerpt: 'D' }, 'D'],
  ['summary: S\ndescription: D', { excerpt: 'S' }, 'D'],
  ['summary: S\ndescription: D\nmetaDescription: M', { excerpt: 'S' }, 'M'],
])('%s gives excerpt and meta description of news', (lines, item, metaDescription) => {
  const text = `---\ntitle: T\n${lines}\n---\nBody`
  expect(entry(text, { kind: 'news' })).toMatchObject({ item, metaDescription })
})

test('the date of the last change is that of the file, and a wrong one costs that value alone', () => {
  expect(entry(article('updatedAt: 2026-03-04'))).toMatchObject({
    updatedAt: '2026-03-04T00:00:00.000Z',
  })
  expect(entry(article('updatedAt: often'))).toMatchObject({ updatedAt: null })
  expect(entry('---\ntitle: T\nupdatedAt: 2026-03-04\n---\n', { kind: 'pages' })).toMatchObject({
    updatedAt: '2026-03-04T00:00:00.000Z',
  })
})

test('old addresses are read from redirect_from, one or several', () => {
  expect(entry(article('redirect_from: /old'))).toMatchObject({ aliases: ['/old'] })
  expect(entry(article('redirect_from: [/old, /older]'))).toMatchObject({
    aliases: ['/old', '/older'],
  })
})

test('a description of a newsletter is its own field', () => {
  expect(entry('---\ntitle: T\ndescription: D\n---\n', { kind: 'newsletters' })).toMatchObject({
    item: { description: 'D', issueNumber: 1 },
    metaDescription: null,
  })
})

test.each([
  ['2026-07-01', 'Europe/Berlin', '2026-06-30T22:00:00.000Z'],
  ['"2026-07-01"', 'UTC', '2026-07-01T00:00:00.000Z'],
  ['2026-07-01 09:00', 'America/New_York', '2026-07-01T13:00:00.000Z'],
  ['2026-07-01T09:00:00+02:00', 'America/New_York', '2026-07-01T07:00:00.000Z'],
])('the date %s in %s is %s', (date, timeZone, instant) => {
  expect(entry(article(`publishedAt: ${date}`), { ...plainRules, timeZone })).toMatchObject({
    item: { publishedAt: instant },
  })
})

test.each([
  ['abletonVersion: 11.0', '11.0'],
  ['abletonVersion: 12', '12.0'],
  ['abletonVersion: "12.0"', '12.0'],
  ['abletonVersion: live_9', 'live_9'],
  ['abletonVersion:', null],
])('%s is the version %s', (line, version) => {
  expect(entry(article(line))).toMatchObject({ item: { abletonVersion: version } })
})

test.each<[string, Array<string>]>([
  [
    'publishedAt: yesterday',
    ["5: 'yesterday' is not a date; write it like 2026-11-21 or 2026-11-21T18:30"],
  ],
  [
    'date: 2024-13-45',
    ["5: '2024-13-45' is not a date; write it like 2026-11-21 or 2026-11-21T18:30"],
  ],
  [
    'date: 03/04/2024',
    ["5: '03/04/2024' is not a date; write it like 2026-11-21 or 2026-11-21T18:30"],
  ],
  [
    'publishedAt: [2026-01-01]',
    ['5: This is not a date; write it like 2026-11-21 or 2026-11-21T18:30'],
  ],
])('%s is a fault at its line', (lines, expected) => {
  expect(faults(article(lines))).toEqual(expected)
})

test('without a title a file is left out, with the line and the reason', () => {
  expect(faults('---\nid: 1\ntitle:\ncategory: dancing\n---\nBody')).toEqual([
    '3: Title is required',
  ])
  expect(faults('---\nid: 1\n---\nBody')).toEqual(['1: Title is required'])
})

test.each<[string, object, Array<string>]>([
  [
    'tags: warp, live  set',
    { tags: ['warp', 'live  set'] },
    ['5: tags is read as [warp, live  set]'],
  ],
  ['tags: a b', { tags: ['a', 'b'] }, ['5: tags is read as [a, b]']],
  [
    'tags: [a, "", {b: c}]',
    { tags: ['a'] },
    ['5: tags has entries that are no text; they are left out'],
  ],
  ['tags: {a: b}', { tags: [] }, ["5: tags can't be read; this is ignored"]],
  [
    'date: 2024/02/15',
    { publishedAt: '2024-02-15T00:00:00.000Z' },
    ["5: The date '2024/02/15' is read as 2024-02-15T00:00Z; write it like 2026-11-21T18:30"],
  ],
  [
    'slug: Warp Modes',
    { slug: 'warp-modes' },
    ["5: 'Warp Modes' can't be an address; 'warp-modes' is taken instead"],
  ],
  [
    'slug: guides/live/Warp',
    { slug: 'warp' },
    ["5: 'guides/live/Warp' can't be an address; 'warp' is taken instead"],
  ],
  [
    'slug: ../../etc/passwd',
    { slug: 'passwd' },
    ["5: '../../etc/passwd' can't be an address; 'passwd' is taken instead"],
  ],
  ['slug: edit', { slug: 'a-name' }, ["5: 'edit' can't be an address; 'a-name' is taken instead"]],
  ['slug: [a]', { slug: 'a-name' }, ["5: slug can't be read; this is ignored"]],
  [
    'id: 1.5',
    { id: derivedId('2026/a-name.md') },
    ["5: id is a whole number above 0; '1.5' is ignored"],
  ],
  [
    'id: post-7',
    { id: derivedId('2026/a-name.md') },
    ["5: id is a whole number above 0; 'post-7' is ignored"],
  ],
  ['id: "7"', { id: 7 }, ['5: id is read as 7']],
  ['readTime: 6 min read', { readTime: 6 }, ['5: readTime is read as 6']],
  [
    'readTime: soon',
    { readTime: 5 },
    ["5: readTime is a whole number of minutes; 5 stands in for 'soon'"],
  ],
  [
    'featured: sometimes',
    { featured: false },
    ["5: featured is true or false; 'sometimes' counts as false"],
  ],
  ['cover: {image: /media/a.png, alt: A}', { imageUrl: '/media/a.png' }, []],
  [
    'heroImage: a.png',
    { imageUrl: null },
    ["5: heroImage is a path that starts with / or an http(s) address; 'a.png' is not shown"],
  ],
  ['techniqueLevel: Advanced', { techniqueLevel: 'advanced' }, []],
  [
    'techniqueLevel: expert',
    { techniqueLevel: 'expert' },
    ["5: Unknown level 'expert'; it is shown as it is written"],
  ],
  [
    'abletonVersion: 12.3',
    { abletonVersion: '12.3' },
    ["5: Unknown version '12.3'; it is shown as it is written"],
  ],
])('%s is read all the same, with a warning where that is not plain', (lines, item, expected) => {
  expect(entry(article(lines))).toMatchObject({ item })
  expect(warnings(article(lines))).toEqual(expected)
})

test.each<[string, Array<string>, Array<string>]>([
  ['aliases: [old-post]', ['/old-post'], ["5: The alias 'old-post' is read as '/old-post'"]],
  ['redirect_from: old/', ['/old/'], ["5: The alias 'old/' is read as '/old/'"]],
  ['aliases: ./a', ['/a'], ["5: The alias './a' is read as '/a'"]],
  [
    'aliases: [Another name, /b, https://example.com/c, //d]',
    ['/b'],
    ["5: An alias is a path on this site that starts with /; 'Another name' is none"],
  ],
])('%s leads here', (lines, aliases, expected) => {
  expect(entry(article(lines))).toMatchObject({ aliases })
  expect(warnings(article(lines))).toEqual(expected)
})

test.each([
  ['draft: maybe', true],
  ['draft: "yes"', true],
  ['draft: "no"', false],
  ['published: false', true],
  ['published: true', false],
  ['published: 2024-01-01', false],
  ['draft:\npublished: false', false],
])('%s: what may be unfinished counts as a draft', (lines, draft) => {
  expect(entry(article(lines))).toMatchObject({ draft })
})

test('a text is not public before a later date, nor after one that has passed, and each is told', () => {
  const later = article('publishedAt: 2024-01-01\nembargo: 2099-01-01')
  expect(entry(later)).toMatchObject({ item: { publishedAt: '2099-01-01T00:00:00.000Z' } })
  expect(warnings(later)).toEqual(["6: 'embargo' keeps this back until its date"])
  const over = article('date: 2024-01-01\nexpires: 2024-02-01')
  expect(entry(over)).toMatchObject({ draft: true })
  expect(warnings(over)).toEqual(["6: 'expires' keeps this back, as 'draft: true' does"])
  expect(warnings(article('publishDate: 2024-01-01\nexpires: 2099-02-01'))).toEqual([])
  expect(entry(article('embargo: 2099-01-01'))).toMatchObject({
    item: { publishedAt: '2099-01-01T00:00:00.000Z' },
  })
  expect(entry('---\ntitle: T\nembargo: 2099-01-01\n---\n', { kind: 'pages' })).toMatchObject({
    draft: true,
  })
})

test('a category that is not listed, or missing, is a warning', () => {
  const text = (line: string) => `---\ntitle: T\nexcerpt: E\n${line}\n---\nBody`
  expect(entry(text('category: dancing'))).toMatchObject({ item: { category: 'dancing' } })
  expect(warnings(text('category: dancing'))).toEqual([
    "4: Unknown category 'dancing'; this is on no category page",
  ])
  expect(entry(text('x: y'))).toMatchObject({ item: { category: '' } })
  expect(warnings(text('x: y'))).toEqual(['1: There is no category'])
  expect(entry(text('categories: [Sound Design, x]'))).toMatchObject({
    item: { category: 'sound_design' },
  })
})

test('a missing excerpt is the first paragraph of the text', () => {
  const text = `---\ntitle: T\ncategory: mixing\n---\n# Title\n\n![cover](a.png)\n\n- a list\n\n\`\`\`js\ncode\n\`\`\`\n\n**Warp** the [clip](/article/clip)\nagain. ${'word '.repeat(60)}\n\nMore.`
  expect(entry(text)).toMatchObject({
    item: { excerpt: expect.stringMatching(/^Warp the clip again\. word .{100,}…$/) },
  })
  expect(warnings(text)).toEqual([
    '1: There is no excerpt; the first words of the text stand in for it',
  ])
})

const cut = (key: string, rest: string, line = 2) =>
  `${line}: ${key} ends before '${rest}', which is a comment in YAML; put the text in quotes if it goes on there`

test.each([
  ['title: Mixing in F# minor # 2\nexcerpt: E', [cut('title', '# 2')]],
  ['title: T\nexcerpt: Track #4 of it', [cut('excerpt', '#4 of it', 3)]],
  ['title: T\nDescription:  D\t#1\r', [cut('Description', '#1', 3)]],
  ['title: T\nexcerpt: E\nmetaDescription: >-\n  a # b\nseries: S # 1', [cut('series', '# 1', 6)]],
  [
    'title: T\nexcerpt: E\ntags:\n  - a\n  - b #c\nauthor: Ann #2',
    [cut('tags', '#c', 6), cut('author', '#2', 7)],
  ],
  ['title: "T" # a note\nexcerpt: E # F\n  # a note', [cut('excerpt', '# F', 3)]],
  [
    "title: C#\nexcerpt: 'E' #1\nreadTime: 5 # minutes\nseries: S  # a note\ndraft: true # not yet\n# all of it",
    [],
  ],
])('a text without quotes that a # cuts is a warning: %j', (lines, expected) => {
  expect(warnings(`---\n${lines}\ncategory: mixing\n---\nBody`)).toEqual(expected)
})

test('a title that is only a comment is missing, and says why', () => {
  const text = '---\ntitle: #1 tip\nexcerpt: E\ncategory: mixing\n---\nBody'
  expect(faults(text)).toEqual(['2: Title is required'])
  expect(parse(text).warnings.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    cut('title', '#1 tip'),
  ])
})

test.each([
  'No',
  'yes',
  'null and void',
  '007',
  '1e3',
  '0x1F',
  '2024-01-02',
  '1_000',
  '.5',
  '12:30',
  'true',
  '3.10',
])('the title %s is the text as it is written', (title) => {
  expect(
    entry(`---\ntitle: ${title}\nexcerpt: ${title}\ntags: [${title}]\ncategory: mixing\n---\nBody`),
  ).toMatchObject({
    item: { title, excerpt: title, tags: [title] },
  })
})

test('keys are read in any capitals, after the one that is spelled as the site does', () => {
  const text =
    '---\nTitle: T\nDESCRIPTION: D\nCategory: mixing\nTags: [a]\nDate: 2026-01-02\nDraft: true\n---\nBody'
  expect(entry(text)).toMatchObject({
    item: {
      title: 'T',
      excerpt: 'D',
      category: 'mixing',
      tags: ['a'],
      publishedAt: '2026-01-02T00:00:00.000Z',
    },
    draft: true,
  })
  expect(warnings(text)).toEqual([])
  expect(entry('---\nTITLE: A\ntitle: B\n---\n')).toMatchObject({ item: { title: 'B' } })
})

test.each(['articles', 'news'] as const)('an empty body is a warning of %s', (kind) => {
  expect(entry(article('id: 3', ' \n\n'), { kind })).toMatchObject({ item: { id: 3 } })
  expect(warnings(article('id: 3', ' \n\n'), { kind })).toEqual(['7: The text is empty'])
})

test('newsletters, pages and downloads may have an empty body', () => {
  expect(faults('---\ntitle: T\n---\n', { kind: 'newsletters' })).toEqual([])
  expect(faults('---\ntitle: T\n---\n', { kind: 'downloads' })).toEqual([])
  expect(faults('---\ntitle: T\n---\n', { kind: 'pages', inner: 'about.md' })).toEqual([])
})

test('a fault in a piece of a newsletter names its line', () => {
  const text =
    '---\ntitle: T\narticles:\n  - title: One\n    content: x\n  - excerpt: no title\n---\n'
  expect(faults(text, { kind: 'newsletters' })).toEqual(['6: Title is required'])
})

test.each([
  ['articles', '2026/warp-modes.md', 'warp-modes'],
  ['articles', 'warp-modes.md', 'warp-modes'],
  ['articles', '2026/2026-11-02-warp-modes.md', 'warp-modes'],
  ['articles', '12-tips.md', '12-tips'],
  ['articles', 'Warp Modes!.md', 'warp-modes'],
  ['articles', '日本.md', '日本'],
  ['articles', '2026-11-02-Питч и шифтинг.md', 'питч-и-шифтинг'],
  ['articles', 'и\u0306од.md', 'йод'],
  ['articles', 'Müller über 日本.md', 'muller-uber'],
  ['articles', '🔥.md', null],
  ['articles', 'edit.md', null],
  ['news', '2026/2026-11-02-out-now.md', 'out-now'],
  ['newsletters', '2026/007-slow-down.md', 'slow-down'],
  ['newsletters', '2026/2026-11-02-slow-down.md', 'slow-down'],
  ['newsletters', '2026/007.md', '007'],
] as const)('in %s the file %s has the slug %s', (kind, inner, slug) => {
  expect(slugFromName(kind, inner)).toBe(slug)
})

test('a file whose name gives no slug is called by its id', () => {
  expect(entry(article('id: 5'), { inner: '🔥.md' })).toMatchObject({ item: { slug: 'article-5' } })
})

test('a derived id is a stable safe integer in its own range', () => {
  expect(derivedId('2026/warp-modes.md')).toBe(derivedId('2026/warp-modes.md'))
  fc.assert(
    fc.property(fc.string(), (inner) => {
      const id = derivedId(inner)
      expect(Number.isSafeInteger(id) && id >= derivedIdStart).toBe(true)
    }),
  )
  const ids = new Set(
    Array.from({ length: 10_000 }, (_, index) => derivedId(`2026/article-${index}.md`)),
  )
  expect(ids.size).toBe(10_000)
  expect(entry(article('tags: []'), { inner: '2026/x.md' })).toMatchObject({
    explicitId: false,
    item: { id: derivedId('2026/x.md') },
  })
})

test.each([
  ['articles/2026/a.md', 'articles'],
  ['articles/a.md', 'articles'],
  ['articles/2025/11/a.md', 'articles'],
  ['news/a.md', 'news'],
  ['newsletters/2026/001-a.md', 'newsletters'],
  ['downloads/pack.md', 'downloads'],
  ['pages/about.md', 'pages'],
  ['site.yaml', 'settings'],
  ['articles/README.md', 'articles'],
  ['pages/README.md', 'asset'],
  ['README.md', 'asset'],
  ['articles/2026/.draft.md', 'asset'],
  ['articles/.obsidian/note.md', 'asset'],
  ['media/covers/a.png', 'asset'],
  ['media/note.md', 'asset'],
  ['downloads/pack.zip', 'asset'],
  ['articles/2026/photo.png', 'asset'],
  ['articles.md', 'asset'],
  ['pages/contact.md', 'pages'],
  ['pages/deep/about.md', 'pages'],
  ['pages/search.md', 'misplaced'],
  ['pages/admin/help.md', 'misplaced'],
  ['pages/Contact.md', 'misplaced'],
  ['pages/a/b/c/d/e/f/g.md', 'misplaced'],
  ['articles/a.markdown', 'misplaced'],
  ['articles/a.mdx', 'misplaced'],
  ['news/A.MD', 'misplaced'],
])('%s is of the kind %s', (path, kind) => {
  expect(pathKind(path).kind).toBe(kind)
})

test('a field written beside its alias wins over it, also without a value', () => {
  const source = '---\ntitle: A\nexcerpt: e\ncategory: mixing\ndate: 2026-01-01\n---\nText\n'
  const dated = (publishedAt: string | null) => ({ item: { publishedAt } })
  expect(entry(source)).toMatchObject(dated('2026-01-01T00:00:00.000Z'))
  const written = editFrontmatter(source, { publishedAt: '2026-03-03T10:00:00Z' })
  expect(entry(written)).toMatchObject(dated('2026-03-03T10:00:00.000Z'))
  expect(entry(editFrontmatter(source, { publishedAt: null }))).toMatchObject(dated(null))
})
