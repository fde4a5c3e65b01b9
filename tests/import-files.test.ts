import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { reportLines } from '../server/import/report-lines.ts'
import { importSite } from './import-fixture.ts'
import type { ExportFiles } from './sample-exports.ts'
import { photo } from './sample-pictures.ts'
import { temporaryRepository } from './temp-repository.ts'

test('every file of a generated folder is in exactly one row of the report, whichever generator it is like', async () => {
  await using site = await importSite()
  const picture = await photo('jpeg')
  const folder = fc.constantFrom(
    '',
    'content/posts/',
    '_posts/',
    'src/content/blog/',
    'source/_posts/',
    '_layouts/',
    'a b/',
  )
  const text = fc.constantFrom(
    '---\ntitle: A\ndate: 2020-01-02\n---\n\n![](rose.jpg)\n',
    'No title',
    '---\nbroken',
    '\0',
  )
  const named = fc.constantFrom(
    'a.md',
    'constructor.md',
    'b.mdx',
    'rose.jpg',
    'x.xyz',
    'y.njk',
    'list.csv',
    'index.md',
  )
  const settings = fc.constantFrom(
    '_config.yml',
    'hugo.toml',
    'astro.config.mjs',
    '.eleventy.js',
    'plain.txt',
  )
  const files = fc.tuple(fc.array(fc.tuple(folder, named, text), { maxLength: 12 }), settings)
  let runs = 0
  await fc.assert(
    fc.asyncProperty(files, async ([written, setting]) => {
      const all: ExportFiles = {
        [setting]: '',
        'one.md': '---\ntitle: One\n---\n\nOne.\n',
        '.git/HEAD': 'ref',
      }
      for (const [inside, name, words] of written)
        all[inside + name] = name.endsWith('.jpg') ? picture : words
      runs += 1
      const source = await site.write(`run-${runs}`, all)
      const asked = site.dryRun('markdown', source)
      const report = await asked.catch((error: Error) => error)
      if (report instanceof Error) {
        expect(report.message).toMatch(/^No text was found \(.+\)\.$/)
        return
      }
      const expected = Object.keys(all).map((file) => (file === '.git/HEAD' ? '.git/' : file))
      expect(report.files.map(({ file }) => file).sort()).toEqual(expected.sort())
      const imported = report.rows
        .filter(({ state }) => state === 'new')
        .map(({ place }) => place.replace(/:\d+$/, ''))
      const texts = report.files.filter(
        ({ file, fate }) => fate === 'imported' && !file.endsWith('.jpg'),
      )
      expect(texts.map(({ file }) => file)).toEqual(imported.sort())
    }),
    { numRuns: 12, seed: 31 },
  )
})

test('a source without a single text is refused with one sentence that says what its files are', async () => {
  await using site = await importSite()
  const source = await site.write('none', { 'hugo.toml': '', 'notes/a.md': 'Words', 'b.xyz': '' })
  await expect(site.dryRun('markdown', source)).rejects.toThrow(
    /^No text was found \(1 file: .*; 1 file: .*; 1 file: .*\)\.$/,
  )
})

test('a text without a date gets that of the first commit of its file, else it is a draft; pages need none', async () => {
  await using site = await importSite()
  await using old = await temporaryRepository()
  await old.write('_config.yml', 'title: Old\n')
  await old.write('_posts/early.md', '---\ntitle: Early\n---\n\nA text about roses.\n')
  await old.write(
    'about.md',
    '---\ntitle: About\npermalink: /about/\nlayout: page\n---\n\nAbout.\n',
  )
  await old.write('tags.md', '---\ntitle: All tags\n---\n\nTags.\n')
  await old.commit('First')
  const instant = async (commit: string) =>
    new Date((await old.git('log', '-1', '--format=%aI', commit)).trim()).toISOString()
  const first = await instant('HEAD')
  // The same text came twice, and the later line is the first parent of the merge.
  const twin = { file: '_posts/twin.md', text: '---\ntitle: Twin\n---\n\nA text about twins.\n' }
  await old.git('branch', 'squashed')
  await old.write(twin.file, twin.text)
  const twinFirst = await instant(await old.commit('Twin'))
  await old.git('checkout', '-q', 'squashed')
  await old.write(twin.file, twin.text)
  await old.commit('Twin again')
  await old.git(
    '-c',
    'user.name=W',
    '-c',
    'user.email=w@example.org',
    'merge',
    '-q',
    '--no-edit',
    'main',
  )
  await old.git('mv', '_posts/early.md', '_posts/late.md')
  await old.commit('Rename')
  await old.write('_posts/fresh.md', '---\ntitle: Fresh\n---\n\nNot committed.\n')
  const { report } = await site.import('markdown', old.root)
  const found = report.rows.map(({ title, to, status, address }) =>
    [title, to, status, address].join(' '),
  )
  expect(found).toEqual([
    'Fresh articles draft /article/fresh',
    'Early articles published /article/late',
    'Twin articles published /article/twin',
    'About pages published /about',
    'All tags pages published /tags-page',
  ])
  expect(await site.text(`articles/${first.slice(0, 4)}/late.md`)).toContain(
    `publishedAt: "${first.replace('.000', '')}"`,
  )
  expect(await site.text(`articles/${twinFirst.slice(0, 4)}/twin.md`)).toContain(
    twinFirst.replace('.000', ''),
  )
  expect(await site.text('pages/about.md')).toBe(
    '---\ntitle: About\nimportedFrom: markdown about.md\n---\n\nAbout.\n',
  )
  expect(report.complaints).toEqual([
    { place: '_posts/fresh.md:1', message: 'The text has no date; it comes in as a draft' },
    {
      place: 'tags.md:1',
      message: "The site needs the address '/tags' itself; the page is at /tags-page",
    },
  ])
  const again = await site.dryRun('markdown', old.root)
  expect(again).toMatchObject({ fresh: 0, known: 5 })
})

test('a drawing comes in as pixels, and a video or PDF of the export as a file that its text links', async () => {
  await using site = await importSite()
  const secret = await site.write('secret', { 'secret.png': await photo('png') })
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="#080"/><image href="${secret}" width="400" height="200"/></svg>`
  const text = `---
title: Moving
date: 2020-01-02
---

![A plan](plan.svg)

<video controls src="bed.mp4"></video>

![](bed.mp4) and [the list](list.pdf), [another](https://old.example.org/other.pdf)

![Gone](gone.svg)
`
  const source = await site.write('media', {
    'moving.mdx': text.replace('<video controls src="bed.mp4"></video>', '<video src="bed.mp4" />'),
    'moving-on.md': text,
    'plan.svg': drawing,
    'gone.svg': '<svg>',
    'bed.mp4': 'film',
    'list.pdf': '%PDF',
  })
  const { report } = await site.import('markdown', source)
  const body = `
![A plan](/media/2020/plan.png)

[bed.mp4](/media/2020/bed.mp4)

[bed.mp4](/media/2020/bed.mp4) and [the list](/media/2020/list.pdf), [another](https://old.example.org/other.pdf)

![Gone](gone.svg)
`
  for (const name of ['moving', 'moving-on'])
    expect(
      (await site.text(`articles/2020/${name}.md`)).split('---\n')[2]?.replace(/\n{3,}/g, '\n\n'),
    ).toBe(body)
  expect(report.pictures.missing.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^This drawing can't be drawn: /),
  ])
  expect(report.complaints.map(({ message }) => message)).toEqual(
    Array(2).fill("The video 'bed.mp4' comes in as a file that the text links"),
  )
  const fates = report.files.map(({ file, fate, reason }) => `${fate} ${file} ${reason}`)
  expect(fates.filter((row) => row.includes('/media/') || row.includes('media/'))).toEqual([
    'imported bed.mp4 media/2020/bed.mp4',
    'imported list.pdf media/2020/list.pdf',
    'imported plan.svg media/2020/plan.png',
  ])
  const png = await readFile(site.repository.path('content/media/2020/plan.png'))
  const { width, height } = await sharp(png).metadata()
  expect([width, height]).toEqual([800, 400])
  // The picture that the drawing names on this disk is not in it.
  const { channels } = await sharp(png).stats()
  expect(channels.slice(0, 3).map(({ min, max }) => [min, max])).toEqual([
    [0, 0],
    [136, 136],
    [0, 0],
  ])
})

test('notes of a vault are drafts until the type is mapped, and links with an alias work in tables', async () => {
  await using site = await importSite()
  const note = (more: string, body: string) => `---\ndate: 2020-01-02\n${more}---\n\n${body}\n`
  const source = await site.write('vault', {
    '.obsidian/app.json': '{}',
    'Rose.md': note('', 'Red.'),
    'Open.md': note(
      'publish: true\n',
      '| A | B |\n| - | - |\n| [[Rose\\|the rose]] | ![[rose.jpg\\|300]] |',
    ),
    'rose.jpg': await photo('jpeg'),
  })
  const asked = await site.dryRun('markdown', source)
  expect(asked.rows.map(({ title, status }) => `${title} ${status}`)).toEqual([
    'Open published',
    'Rose draft',
  ])
  expect(reportLines(asked).summary).toContain(
    "  note (1) → drafts (map the type to 'articles' to publish them)",
  )
  const { report } = await site.import('markdown', source, { kinds: { note: 'articles' } })
  expect(report.rows.map(({ title, status }) => `${title} ${status}`)).toEqual([
    'Open published',
    'Rose published',
  ])
  expect(await site.text('articles/2020/open.md')).toContain(
    '| [the rose](/article/rose) | ![](/media/2020/rose.jpg) |',
  )
})
