import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { scriptHere } from '../tests/script-here.ts'

/** Runs one of the scripts on a content folder. */
const run = (script: string, folder: string, ...args: Array<string>) =>
  scriptHere(script, args, { CONTENT_DIR: folder }, folder)

async function contentFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'content-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(
    path.join(folder, 'site.yaml'),
    'name: S\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
  )
  await mkdir(path.join(folder, 'articles'))
  return folder
}

test('faults are printed with file and line and fail, and --fix assigns ids', async () => {
  const folder = await contentFolder()
  const good = path.join(folder, 'articles', 'good.md')
  await mkdir(path.join(folder, 'newsletters'))
  for (const name of ['a', 'b'])
    await writeFile(
      path.join(folder, 'newsletters', `${name}.md`),
      `---\nid: ${name === 'a' ? 1 : 2}\ntitle: T\nissueNumber: 4\n---\nx\n`,
    )
  await writeFile(good, '---\ntitle: T\nexcerpt: E\ncategory: mixing\n---\n[x](/nowhere)\n')
  await writeFile(
    path.join(folder, 'articles', 'bad.md'),
    '---\nexcerpt: E\ncategory: dancing, 100%\ntitle:\n---\nx\n',
  )
  await writeFile(
    path.join(folder, 'articles', 'odd.md'),
    '---\ntitle: O\nexcerpt: E\ncategory: dancing, 100%\ntags: a b\nid: 7\n---\nx\n',
  )
  expect(await run('check-content', folder, '--fix')).toMatchObject({
    code: 1,
    out: [
      'articles/good.md: now has the id 8',
      "warning: articles/bad.md:3: Unknown category 'dancing, 100%'; this is on no category page",
      "warning: articles/good.md:7: The link '/nowhere' leads nowhere",
      "warning: articles/odd.md:4: Unknown category 'dancing, 100%'; this is on no category page",
      'warning: articles/odd.md:5: tags is read as [a, b]',
      'articles/bad.md:4: Title is required',
      'newsletters/a.md:4: The issue number 4 also stands in newsletters/b.md',
      'newsletters/b.md:4: The issue number 4 also stands in newsletters/a.md',
      '4 files checked: 3 faults, 4 warnings',
      '',
    ].join('\n'),
  })
  expect(await readFile(good, 'utf8')).toContain('category: mixing\nid: 8\n---\n')
  expect(await run('check-content', folder, '--format=github')).toMatchObject({
    code: 1,
    out: expect.stringContaining(
      `::warning file=articles/odd.md,line=4::Unknown category 'dancing, 100%25'; this is on no category page\n`,
    ),
  })
  expect(await run('check-content', folder, '--nonsense')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Usage:'),
  })
})

test('a new file is created once and passes the check, and warnings do not fail it', async () => {
  const folder = await contentFolder()
  await mkdir(path.join(folder, 'newsletters'))
  await writeFile(
    path.join(folder, 'newsletters', '004-four.md'),
    '---\ntitle: Four\nissueNumber: 4\n---\n[x](/nowhere)\n',
  )
  expect(await run('new-content', folder, 'article', 'Warp', 'Modes')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^articles\/\d{4}\/warp-modes\.md\n$/),
  })
  expect(await run('new-content', folder, 'article', 'Warp modes')).toMatchObject({
    code: 1,
    err: expect.stringContaining('has this address already'),
  })
  expect((await run('new-content', folder, 'newsletter', 'Five')).out).toMatch(/\/005-five\.md\n$/)
  expect(await run('check-content', folder)).toMatchObject({
    code: 0,
    out: expect.stringContaining('3 files checked: 0 faults, 1 warning\n'),
  })
})

test('many files are checked in threads, with the same results', async () => {
  const folder = await contentFolder()
  const article = (body: string) =>
    `---\ntitle: T\nexcerpt: E\ncategory: mixing\npublishedAt: 2026-01-01\n---\n${body}\n`
  for (let number = 0; number < 310; number++) {
    const [other, anchor] = [
      `article-${(number * 7) % 310}`,
      number === 50 ? 'nowhere' : 'a-heading',
    ]
    const body = `# A heading\n\nSee [that](/article/${other}#${anchor}).\n\n${number === 100 ? '[x](/no)' : ''}`
    await writeFile(path.join(folder, 'articles', `article-${number}.md`), article(body))
  }
  await writeFile(
    path.join(folder, 'articles', 'article-200.md'),
    article('## *A* heading').replace('title: T', 'title:'),
  )
  const { code, out } = await run('check-content', folder)
  expect([code, out.split('\n')]).toEqual([
    1,
    [
      "warning: articles/article-100.md:11: The link '/no' leads nowhere",
      "warning: articles/article-250.md:9: The link '/article/article-200#a-heading' leads nowhere",
      "warning: articles/article-50.md:9: The link '/article/article-40#nowhere' names no heading of that page",
      'articles/article-200.md:2: Title is required',
      '309 files checked: 1 fault, 3 warnings',
      '',
    ],
  ])
})

test('a text that the site shows as its source is a fault at its line', async () => {
  const folder = await contentFolder()
  const bodies: Record<string, string> = {
    html: `Before\n\n${'<div>'.repeat(300)}\n`,
    large: 'words '.repeat(90_000),
    links: '[long](/article/html#y)\n\n[one](/nowhere)',
    lists: `[x](/no)\n\n${'- '.repeat(60)}x`,
    many: 'Some *honest* words. '.repeat(100),
  }
  for (const [at, [name, body]] of Object.entries(bodies).entries())
    await writeFile(
      path.join(folder, 'articles', `${name}.md`),
      `---\nid: ${at + 1}\ntitle: T\nexcerpt: E\ncategory: mixing\npublishedAt: 2026-01-01\n---\n${body}\n`,
    )
  const { code, out } = await run('check-content', folder)
  const deep = 'nests lists, quotes or HTML too deeply to be shown'
  expect([code, out.split('\n')]).toEqual([
    1,
    [
      "warning: articles/links.md:8: The link '/article/html#y' names no heading of that page",
      "warning: articles/links.md:10: The link '/nowhere' leads nowhere",
      `articles/html.md:8: The text ${deep}; the page shows its source`,
      'articles/large.md:8: The text has 540001 bytes; at most 500000 can be shown; the page shows its source',
      `articles/lists.md:10: Line 3 ${deep}; the page shows its source`,
      '5 files checked: 3 faults, 2 warnings',
      '',
    ],
  ])
})

test('words that the site does not list are warnings at their lines, and cost no file', async () => {
  const folder = await contentFolder()
  await writeFile(
    path.join(folder, 'site.yaml'),
    'name: S\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\ncategories:\n  - {key: tools, label: Tools}\nlevels: [easy]\nversions: [11, 12]\n',
  )
  await writeFile(
    path.join(folder, 'articles', 'spade.md'),
    '---\nid: 1\ntitle: T\nexcerpt: E\ncategory: animals\nabletonVersion: 12.3\ntechniqueLevel: odd\npublishedAt: 2026-01-01\n---\nx\n',
  )
  const { code, out } = await run('check-content', folder)
  expect([code, out.split('\n')]).toEqual([
    0,
    [
      "warning: articles/spade.md:5: Unknown category 'animals'; this is on no category page",
      expect.stringMatching(/^warning: articles\/spade\.md:6: .*12\.3/),
      expect.stringMatching(/^warning: articles\/spade\.md:7: .*odd/),
      '1 file checked: 0 faults, 3 warnings',
      '',
    ],
  ])
})
