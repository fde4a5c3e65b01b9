import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { randomText } from '../../../tests/random-text.ts'
import { readFrontmatter } from '../frontmatter/frontmatter.ts'
import { findReferences } from '../markdown/references.ts'
import { createMarkdownRenderer } from '../markdown/render.ts'
import { assignIds, withId } from './assign-ids.ts'
import { checkFolder } from './check-folder.ts'
import { createInspector } from './inspect-file.ts'

const renderer = createMarkdownRenderer()
const now = new Date('2026-11-21T12:00:00Z')
const site = 'name: S\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n'
const article = (body: string, lines = 'id: 1') =>
  `---\ntitle: T\nexcerpt: E\ncategory: mixing\npublishedAt: 2026-01-01\n${lines}\n---\n${body}\n`

async function folderOf(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'check-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries({ 'site.yaml': site, ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

async function check(files: Record<string, string | Uint8Array>) {
  return shown(await folderOf(files))
}

async function shown(folder: string) {
  const render = (markdown: string) => renderer({ markdown, dimensions: {} })
  const { faults, warnings, files, state } = await checkFolder({
    folder,
    now,
    inspector: (rules) => createInspector(folder, rules, render),
    render,
    soundFault: (path) => (path.includes('damaged') ? 'This sound is damaged or incomplete' : null),
    isPicture: async (bytes) => Buffer.from(bytes).toString() === 'x',
  })
  const text = (problems: typeof faults) =>
    problems.map(({ path, line, message }) => `${path}:${line}: ${message}`)
  return { faults: text(faults), warnings: text(warnings), files, state }
}

test.each([
  ['a date that can not be read', 'publishedAt: tomorrow-ish', "'tomorrow-ish' is not a date"],
  ['a frontmatter that can not be read', 'tags: [a', 'articles/b.md:'],
])('%s does not hide what the links of a file miss', async (_, line, fault) => {
  const text =
    '## Here\n\n[a](/article/a) [own](#here) [gone](/nowhere)\n\n[bad](#nothing)\n\n![](/media/gone.png)\n'
  const { faults, warnings } = await check({
    'articles/a.md': article('Text.'),
    'articles/b.md': `---\ntitle: B\nexcerpt: E\ncategory: mixing\n${line}\n---\n${text}`,
  })
  expect(faults).toEqual([expect.stringContaining(fault)])
  expect(warnings).toEqual([
    "articles/b.md:9: The link '/nowhere' leads nowhere",
    "articles/b.md:11: The link '#nothing' names no heading of that page",
    "articles/b.md:13: The picture '/media/gone.png' has no text that says what it shows",
    "articles/b.md:13: The file '/media/gone.png' is missing",
  ])
})

test('a snippet is not checked', async () => {
  const snippets = { 'snippets/a.md': '[a](/nowhere)', 'snippets/torn.md': '---\ntitle: [\n---\n' }
  expect(await check(snippets)).toMatchObject({ faults: [], warnings: [], files: 0 })
})

test('links and pictures of the file of an author are checked', async () => {
  const { faults, warnings } = await check({
    'authors/jane.md':
      '---\nname: Jane\npicture: /media/gone.png\n---\n\n[a](/article/a) [here](#her-life) [me](/author/jane) [gone](/nowhere)\n\n## Her life\n\n[bad](#nothing)\n',
    'articles/a.md': article('[Jane](/author/jane) [John](/author/john)'),
  })
  expect(faults).toEqual([])
  expect(warnings).toEqual([
    "articles/a.md:8: The link '/author/john' leads nowhere",
    "authors/jane.md:3: The file '/media/gone.png' is missing",
    "authors/jane.md:6: The link '/nowhere' leads nowhere",
    "authors/jane.md:10: The link '#nothing' names no heading of that page",
  ])
})

test('a file that is there but not sent to visitors is a warning, with the reason', async () => {
  const lfs = 'version https://git-lfs.github.com/spec/v1\noid sha256:0123\nsize 5\n'
  const { faults, warnings } = await check({
    'articles/a.md': article(
      '![a](/media/p.avif) [b](/media/sheet.pdf) [m](/media/riff.mid) ![l](/media/lfs.png)\n\n![e](/media/empty.png) ![h](/media/photo.heic) ![bad](/media/bad.jpg) ![good](/media/good.png)\n\n[v](/media/talk.avi) ![s](/media/a%5Cb.png)',
      'imageUrl: /media/lfs.png\nimageAlt: A wave',
    ),
    'authors/jane.md': '---\nname: Jane\npicture: /media/empty.png\n---\n',
    'media/p.avif': 'x',
    'media/sheet.pdf': 'x',
    'media/riff.mid': 'x',
    'media/lfs.png': lfs,
    'media/empty.png': '',
    'media/photo.heic': 'x',
    'media/bad.jpg': 'y',
    'media/good.png': 'x',
    'media/talk.avi': 'x',
    'media/a\\b.png': 'x',
  })
  const [lfsReason, kind] = [
    'it is a pointer of Git LFS, which the site does not follow; commit the file itself',
    'the site serves no files of this kind',
  ]
  const notSent = (place: string, file: string, reason: string) =>
    `${place}: Visitors don't get the file '${file}': ${reason}`
  expect(faults).toEqual([])
  expect(warnings.toSorted()).toEqual(
    [
      notSent('articles/a.md:6', '/media/lfs.png', lfsReason),
      notSent('articles/a.md:9', '/media/p.avif', kind),
      notSent('articles/a.md:9', '/media/lfs.png', lfsReason),
      notSent(
        'articles/a.md:13',
        '/media/a%5Cb.png',
        'its path has a dot before a name, a backslash or a control character',
      ),
      notSent('articles/a.md:11', '/media/empty.png', 'it is empty'),
      notSent('articles/a.md:11', '/media/photo.heic', kind),
      notSent('articles/a.md:11', '/media/bad.jpg', 'it is damaged, too large, or no picture'),
      notSent('articles/a.md:13', '/media/talk.avi', kind),
      notSent('authors/jane.md:3', '/media/empty.png', 'it is empty'),
    ].toSorted(),
  )
})

test('a folder without a fault has nothing to say', async () => {
  const { faults, warnings, files } = await check({
    'articles/2026/a.md': article(
      '## Loud Parts\n\n[b](/article/b) [b, part](/article/b#one-two) [here](#loud-parts) [Here](#Loud-Parts) [top](/) [c](/category/sound_design)\n[n](/news/4?utm=1) [l](/newsletter/5#inner) [p](/about) [o](/old-b) [all](/category/all) [pack](/downloads/pack) [out](https://example.org/x) [m](mailto:a@b.example)\n\n![A wave](/media/a%20b.png) [file](/media/a%20b.png)\n\n<p align="center"><a href="/news">News</a> <img src="/media/a b.png" alt="A wave"></p>',
      'id: 1\nimageUrl: /media/a b.png\nimageAlt: A wave',
    ),
    'articles/b.md': article('## One two', 'id: 2\naliases: [/old-b]'),
    'news/n.md': article('x', 'id: 4'),
    'newsletters/l.md':
      '---\ntitle: L\nid: 5\npublishedAt: 2026-01-01\narticles:\n  - title: P\n    content: |\n      ## Inner\n---\n',
    'pages/about.md': '---\ntitle: About\n---\nText',
    'downloads/pack.md': '---\ntitle: Pack\nid: 1\n---\n',
    'downloads/pack.zip': 'x',
    'media/a b.png': 'x',
  })
  expect({ faults, warnings, files }).toEqual({ faults: [], warnings: [], files: 6 })
})

test('broken links, anchors, files and missing texts are warnings at their lines', async () => {
  const { faults, warnings } = await check({
    'articles/a.md': article(
      'First [x](/article/nothing)\n\n[y](/article/b#no) and [z](#no)\n\n[rel](b) ![](/media/none.png)\n\n<div>\n<a href="/category/dancing">c</a>\n<img src="/media/none.gif">\n</div>\n\n[ref][1] [d](/article/draft) [e]() [n](/news/abc) [t](/about) [p](/downloads/none)\n\n[1]: /newsletter/77',
      'id: 1\ncover: /media/cover.png',
    ),
    'articles/b.md': article('x', 'id: 2'),
    'articles/draft.md': article('[own](#no)', 'id: 3\ndraft: true'),
    'newsletters/l.md':
      '---\ntitle: L\nid: 5\npublishedAt: 2026-01-01\narticles:\n  - title: P\n    content: |\n      Good\n\n      [bad](/bad)\n---\n',
    'downloads/d.md':
      '---\ntitle: D\nid: 1\nimageUrl: /media/d.png\npreview: /media/d.mp3\ntempo: fast\n---\n',
    'downloads/d.zip': 'x',
  })
  expect(faults).toEqual([])
  expect(warnings).toEqual([
    "articles/a.md:7: The picture '/media/cover.png' has no text that says what it shows",
    "articles/a.md:7: The file '/media/cover.png' is missing",
    "articles/a.md:9: The link '/article/nothing' leads nowhere",
    "articles/a.md:11: The link '/article/b#no' names no heading of that page",
    "articles/a.md:11: The link '#no' names no heading of that page",
    "articles/a.md:13: The link 'b' depends on where it stands; start it with '/' (or 'https://' for another site)",
    "articles/a.md:13: The picture '/media/none.png' has no text that says what it shows",
    "articles/a.md:13: The file '/media/none.png' is missing",
    "articles/a.md:16: The link '/category/dancing' leads nowhere",
    "articles/a.md:17: The picture '/media/none.gif' has no text that says what it shows",
    "articles/a.md:17: The file '/media/none.gif' is missing",
    "articles/a.md:20: The link '/article/draft' leads to a page that is not published",
    'articles/a.md:20: A link leads nowhere: its address is empty',
    "articles/a.md:20: The link '/news/abc' leads nowhere",
    "articles/a.md:20: The link '/about' leads nowhere",
    "articles/a.md:20: The link '/downloads/none' leads nowhere",
    "articles/a.md:22: The link '/newsletter/77' leads nowhere",
    "articles/draft.md:9: The link '#no' names no heading of that page",
    "downloads/d.md:4: The picture '/media/d.png' has no text that says what it shows",
    "downloads/d.md:4: The file '/media/d.png' is missing",
    "downloads/d.md:5: The file '/media/d.mp3' is missing",
    "downloads/d.md:6: tempo can't be read; 'fast' is ignored",
    "newsletters/l.md:10: The link '/bad' leads nowhere",
  ])
})

test('broken files are faults, links on the disk are not followed, and a text too deep to show is a fault as in the admin', async () => {
  const folder = await folderOf({
    'articles/js.md': '---js\n{title: (globalThis.pwned = 1)}\n---\nx',
    'articles/large.md': Buffer.alloc(5 * 1024 * 1024, 'a'),
    'articles/deep.md': article(`${'> '.repeat(60)}x`),
    'articles/nested/.git/HEAD': 'ref: refs/heads/main\n',
    'articles/nested/b.md': article('x'),
    '.git/HEAD': 'ref: refs/heads/main\n',
  })
  await symlink('/etc/hostname', join(folder, 'articles/link.md'))
  await symlink('/etc', join(folder, 'news'))
  const { faults, warnings } = await shown(folder)
  expect(faults).toEqual([
    'articles/deep.md:8: Line 1 nests lists, quotes or HTML too deeply to be shown; the page shows its source',
    "articles/js.md:1: Frontmatter in 'js' is not read; only YAML between '---' lines is",
    'articles/large.md:1: The file is larger than 1 MB (5.0 MB)',
    'articles/link.md:1: A symbolic link is never followed; put the file itself here',
    'articles/nested:1: A repository inside the content folder is not read',
    'news:1: A symbolic link is never followed; put the file itself here',
  ])
  expect(warnings).toEqual([])
  expect(globalThis).not.toHaveProperty('pwned')
})

test('missing settings are a warning, wrong ones a fault', async () => {
  const folder = await folderOf({})
  await rm(join(folder, 'site.yaml'))
  expect(await shown(folder)).toMatchObject({
    faults: [],
    warnings: ['site.yaml:1: The file is missing; defaults are used'],
  })
  await writeFile(join(folder, 'site.yaml'), 'name: [\n')
  expect((await shown(folder)).faults).toEqual([
    expect.stringMatching(/^site.yaml:\d: Invalid YAML/),
  ])
})

test('references are found in Markdown and in inline HTML, with their lines', () => {
  const text =
    '[a](/a)\n\n![b](/b.png "t") <a class=\'x\' href=\'/c\'>c</a>\n\n`[no](/no)`\n\n```\n[no](/no)\n```\n\n<p>\n<img alt="" src=/d.png>\n</p>\n\nhttps://example.org'
  expect(findReferences(text).map(({ kind, url, line, alt }) => [kind, url, line, alt])).toEqual([
    ['link', '/a', 1, null],
    ['picture', '/b.png', 3, 'b'],
    ['link', '/c', 3, null],
    ['picture', '/d.png', 12, ''],
    ['link', 'https://example.org', 15, null],
  ])
})

test('missing ids are assigned after the highest of their kind, oldest first, and nothing else changes', async () => {
  const before = {
    'articles/a.md': article('x', 'tags: []'),
    'articles/b.md': article('x', 'id: 41').replace('2026-01-01', '2025-01-01'),
    'articles/c.md': article('x', 'tags: [c]').replace('2026-01-01', '2025-06-01'),
    'articles/d.md': article('x', 'id: 5000000000'),
    'news/windows.md':
      '\uFEFF---\r\ntitle: T # a title\r\nexcerpt: "E"\r\n---\r\nBody\r\n---\r\nmore',
    'newsletters/flow.md': '---\n{title: L}\n---\n',
    'articles/broken.md': '---\ntitle: [\n---\nx',
  }
  const folder = await folderOf(before)
  const { state } = await shown(folder)
  expect([...assignIds(folder, state)].toSorted()).toEqual([
    ['articles/a.md', 43],
    ['articles/c.md', 42],
    ['news/windows.md', 1],
  ])
  const after = (path: string) => readFileSync(join(folder, path), 'utf8')
  expect(after('articles/a.md')).toBe(
    before['articles/a.md'].replace('tags: []\n', 'tags: []\nid: 43\n'),
  )
  expect(after('news/windows.md')).toBe(
    before['news/windows.md'].replace('"E"\r\n', '"E"\r\nid: 1\r\n'),
  )
  for (const path of [
    'articles/b.md',
    'articles/d.md',
    'newsletters/flow.md',
    'articles/broken.md',
  ] as const)
    expect(after(path)).toBe(before[path])
  expect(assignIds(folder, (await shown(folder)).state).size).toBe(0)
})

test('adding an id adds one line to any file or is not done', () => {
  const lines = fc.array(
    fc.constantFrom(
      'title: A',
      'a: |',
      '  text',
      '',
      '# note',
      'b: >-',
      'c: [1,',
      '  2]',
      'd:',
      '- x',
      'e: "q"',
      'id:',
    ),
    { maxLength: 10 },
  )
  fc.assert(
    fc.property(lines, randomText(), fc.constantFrom('\n', '\r\n'), (head, body, end) => {
      const bytes = Buffer.from(['---', ...head, '---', body].join(end))
      const after = withId(bytes, 7)
      if (!after) return
      expect(after.length).toBe(bytes.length + `id: 7${end}`.length)
      expect(after.toString().replace(`id: 7${end}---`, '---')).toBe(bytes.toString())
      expect(readFrontmatter(after)).toMatchObject({ kind: 'frontmatter', data: { id: 7 } })
    }),
    { numRuns: 400 },
  )
})

test('an id that stands in two files of one kind is a fault of both, with the lines of the ids', async () => {
  const item = (title: string) =>
    `---\ntitle: ${title}\nexcerpt: E\ncategory: updates\npublishedAt: 2026-01-01\nid: 7\n---\nText.\n`
  const { faults } = await check({
    'news/2026/one.md': item('One'),
    'news/2026/two.md': item('Two'),
    'articles/2026/three.md': article('Text.', 'id: 7'),
  })
  expect(faults).toEqual([
    "news/2026/one.md:6: The id '7' also stands in news/2026/two.md",
    "news/2026/two.md:6: The id '7' already belongs to news/2026/one.md; this file is left out",
  ])
})

test('device settings with a fault are warnings with their line, also in a piece of an issue', async () => {
  const wrong = '```device\ndevice: Compressor\nAttack: 2000 ms\n```'
  const { faults, warnings } = await check({
    'articles/a.md': article(
      `Text\n\n${wrong}\n\n\`\`\`device\ndevice: Compressor\nAttack: 30 ms\n\`\`\``,
    ),
    'newsletters/l.md': `---\ntitle: L\nid: 5\npublishedAt: 2026-01-01\narticles:\n  - title: P\n    content: |\n${wrong.replace(/^/gm, '      ').replace('2000 ms', '"1 ms')}\n---\n`,
  })
  expect(faults).toEqual([])
  expect(warnings).toEqual([
    "articles/a.md:12: Attack of Compressor is from 0.01 to 1000 ms; '2000 ms' is outside; the page shows the settings as code",
    expect.stringMatching(
      /^newsletters\/l\.md:11: The settings are no valid YAML: .*; the page shows the settings as code$/,
    ),
  ])
})

test('a sound is checked like a picture: missing, damaged, or without a title', async () => {
  const { warnings, faults } = await check({
    'articles/a.md': article(
      '![Dry](/media/dry.mp3)\n\n![](/media/damaged.ogg) ![Gone](/media/gone.wav)',
    ),
    'media/dry.mp3': 'x',
    'media/damaged.ogg': 'x',
  })
  expect([faults, warnings]).toEqual([
    [],
    [
      "articles/a.md:10: The sound '/media/damaged.ogg' has no title",
      "articles/a.md:10: The file '/media/gone.wav' is missing",
      'media/damaged.ogg:1: This sound is damaged or incomplete',
    ],
  ])
})
