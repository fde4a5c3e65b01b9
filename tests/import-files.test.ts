import fc from 'fast-check'
import { expect, test } from 'vitest'
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
  const named = fc.constantFrom('a.md', 'constructor.md', 'b.mdx', 'rose.jpg', 'x.xyz', 'y.njk', 'list.csv', 'index.md')
  const settings = fc.constantFrom('_config.yml', 'hugo.toml', 'astro.config.mjs', '.eleventy.js', 'plain.txt')
  const files = fc.tuple(fc.array(fc.tuple(folder, named, text), { maxLength: 12 }), settings)
  let runs = 0
  await fc.assert(
    fc.asyncProperty(files, async ([written, setting]) => {
      const all: ExportFiles = { [setting]: '', 'one.md': '---\ntitle: One\n---\n\nOne.\n', '.git/HEAD': 'ref' }
      for (const [inside, name, words] of written) all[inside + name] = name.endsWith('.jpg') ? picture : words
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
      const imported = report.rows.filter(({ state }) => state === 'new').map(({ place }) => place.replace(/:\d+$/, ''))
      const texts = report.files.filter(({ file, fate }) => fate === 'imported' && !file.endsWith('.jpg'))
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
  await old.write('about.md', '---\ntitle: About\npermalink: /about/\nlayout: page\n---\n\nAbout.\n')
  await old.write('tags.md', '---\ntitle: All tags\n---\n\nTags.\n')
  await old.commit('First')
  const first = new Date((await old.git('log', '-1', '--format=%aI')).trim()).toISOString()
  await old.git('mv', '_posts/early.md', '_posts/late.md')
  await old.commit('Rename')
  await old.write('_posts/fresh.md', '---\ntitle: Fresh\n---\n\nNot committed.\n')
  const { report } = await site.import('markdown', old.root)
  const found = report.rows.map(({ title, to, status, address }) => [title, to, status, address].join(' '))
  expect(found).toEqual([
    'Fresh articles draft /article/fresh',
    'Early articles published /article/late',
    'About pages published /about',
    'All tags pages published /tags-page',
  ])
  expect(await site.text(`articles/${first.slice(0, 4)}/late.md`)).toContain(
    `publishedAt: "${first.replace('.000', '')}"`,
  )
  expect(await site.text('pages/about.md')).toBe('---\ntitle: About\nimportedFrom: markdown about.md\n---\n\nAbout.\n')
  expect(report.complaints).toEqual([
    { place: '_posts/fresh.md:1', message: 'The text has no date; it comes in as a draft' },
    { place: 'tags.md:1', message: "The site needs the address '/tags' itself; the page is at /tags-page" },
  ])
  const again = await site.dryRun('markdown', old.root)
  expect(again).toMatchObject({ fresh: 0, known: 4 })
})
