import { symlink } from 'node:fs/promises'
import path from 'node:path'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { importKinds } from '#domain/import/mapping.ts'
import { importSite } from './import-fixture.ts'
import { ghostExport, wxr, wxrItem } from './sample-exports.ts'
import { everyByte } from './write-lane-fixture.ts'

const items = (count: number) => Array.from({ length: count }, (_, at) => wxrItem(at + 1))

test('of a file of WordPress that is cut off, the whole items come in, and the place of the cut is named', async () => {
  await using site = await importSite()
  const whole = wxr(items(5))
  const { report } = await site.import('wordpress', {
    'export.xml': whole.slice(0, whole.indexOf('Words of post 4')),
  })
  expect(report.rows.map(({ title }) => title)).toEqual(['Post 1', 'Post 2', 'Post 3'])
  expect(report.complaints).toContainEqual({
    place: expect.stringMatching(/^export\.xml:\d+$/),
    message: expect.stringMatching(/^The file ends within the item that starts on line \d+/),
  })
})

test('items behind broken XML come in, and each fault is named with its line', async () => {
  await using site = await importSite()
  const [one = '', two = '', three = ''] = items(3)
  const { report } = await site.import('wordpress', {
    'export.xml': wxr([one, '<item><title>A & B <wp:post_type>post</item>', two, '<p', three]),
  })
  const titles = report.rows.map(({ title }) => title)
  expect(titles).toContain('Post 1')
  expect(titles).toContain('Post 3')
  expect(
    report.complaints
      .filter(({ message }) => message.startsWith('Broken XML'))
      .map(({ place }) => place),
  ).toContainEqual(expect.stringMatching(/^export\.xml:\d+$/))
})

test('entities do not grow, and files outside are not read', async () => {
  await using site = await importSite()
  const lol =
    '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
  const text = wxr([
    wxrItem(1).replace('<![CDATA[Words of post 1.]]>', 'One &b; two &c; three'),
  ]).replace('?>', `?>${lol}`)
  const { report } = await site.import('wordpress', { 'export.xml': text })
  expect(report.fresh).toBe(1)
  const imported = await site.text('articles/2020/post-1.md')
  expect(imported).not.toMatch(/aaaaaaaaaa|root:/)
  expect(imported).toMatch(/One .* two .* three/)
})

test('script does not come in, and is named', async () => {
  await using site = await importSite()
  const body =
    '<p onclick="steal()">Words</p><script>steal()</script><a href="javascript:steal()">link</a><img src="x" onerror="steal()"><svg><script>steal()</script></svg><iframe srcdoc="<script>steal()</script>"></iframe>'
  const { report } = await site.import('wordpress', { 'export.xml': wxr([wxrItem(1, { body })]) })
  expect(await site.text('articles/2020/post-1.md')).not.toContain('steal')
  expect(report.complaints.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      'A script was left out',
      'A script of <p> was left out',
      expect.stringContaining("'javascript:'"),
    ]),
  )
})

test('an old address that is one of the site does not redirect, and is named', async () => {
  await using site = await importSite()
  const link = 'https://old.example.org/about/'
  const file = await site.write('own', { 'export.xml': wxr([wxrItem(1, { name: 'about', link })]) })
  const { report } = await site.import('wordpress', file)
  expect(report.complaints.map(({ message }) => message)).toEqual([
    "The old address '/about/' is one of this site; it leads there",
  ])
  expect(await site.text('articles/2020/about.md')).toContain('aliases: [/?p=1]\n')
})

test('a gallery without a list shows the pictures that are attached to its text', async () => {
  await using site = await importSite()
  const picture = (id: number, parent: number) =>
    wxrItem(id, {
      type: 'attachment',
      parent,
      attachment: `https://old.example.org/picture-${id}.jpg`,
    })
  const items = [
    wxrItem(1, { body: '[gallery columns="2"]' }),
    picture(2, 1),
    picture(3, 1),
    picture(4, 9),
  ]
  await site.import('wordpress', { 'export.xml': wxr(items) })
  const text = await site.text('articles/2020/post-1.md')
  expect(text.match(/picture-\d/g)).toEqual(['picture-2', 'picture-3'])
})

test('other versions are read and named, and other files are refused in one sentence', async () => {
  await using site = await importSite()
  const newer = await site.import('wordpress', {
    'export.xml': wxr(items(1)).replace('<wp:wxr_version>1.2', '<wp:wxr_version>9.9'),
  })
  expect(newer.report.fresh).toBe(1)
  expect(newer.report.complaints).toContainEqual({
    place: 'export.xml:1',
    message: expect.stringContaining('9.9'),
  })
  const other = await site.write('other', { 'notes.txt': 'Nothing.' })
  for (const system of ['wordpress', 'ghost', 'substack', 'mailchimp', 'buttondown'] as const)
    await expect(site.dryRun(system, other)).rejects.toMatchObject({ name: 'ImportRefused' })
  await expect(site.dryRun('markdown', `${other}-missing`)).rejects.toThrow('There is no file')
})

test('of an export of Ghost that is cut off or broken, the posts before the fault are listed', async () => {
  await using site = await importSite()
  const whole = ghostExport(
    ['One', 'Two', 'Three'].map((title) => ({
      title,
      slug: title.toLowerCase(),
      html: '<p>Words.</p>',
    })),
  )
  const cut = await site.dryRun(
    'ghost',
    await site.write('cut', { 'ghost.json': whole.slice(0, whole.indexOf('"Three"')) }),
  )
  expect(cut.rows.map(({ title }) => title)).toEqual(['One', 'Two'])
  expect(cut.complaints).toContainEqual({
    place: expect.stringMatching(/^ghost\.json:\d+, byte \d+$/),
    message: 'The file is cut off: its end is missing',
  })
  const broken = await site.dryRun(
    'ghost',
    await site.write('broken', { 'ghost.json': whole.replace('"Three"', '"Thr}ee') }),
  )
  expect(broken.rows.map(({ title }) => title)).toEqual(['One', 'Two'])
  expect(broken.complaints).toContainEqual({
    place: expect.any(String),
    message: expect.stringMatching(/Broken JSON|cut off/),
  })
})

test('an export without a text, foreign or empty, is refused for each system in one sentence, and nothing is written', async () => {
  await using site = await importSite()
  const inner = zipSync({ 'a.md': Buffer.from('# A\n') })
  const archives = await site.write('archives', { 'x.zip': zipSync({ 'inner.zip': inner }) })
  const links = path.dirname(await site.write('links', { 'notes.bin': Buffer.from([0, 1, 2]) }))
  await symlink('..', path.join(links, 'up'))
  await symlink('self', path.join(links, 'self'))
  const empty = await site.write('empty', {
    'wp.xml': wxr([]),
    'ghost.json': ghostExport([]),
    'posts.csv': 'post_id,title\n',
    'feed.xml': '<rss><channel></channel></rss>',
  })
  for (const kind of importKinds)
    for (const source of [archives, links, path.join(links, 'self'), empty])
      await expect(site.dryRun(kind, source), `${kind} ${source}`).rejects.toThrow(
        /^[^\n]{10,400}\.$/,
      )
  expect(await site.files()).toEqual([])
})

test('an archive that is cut off, or whose names lead out of it, is read as far as possible', async () => {
  await using site = await importSite()
  const text = (title: string) =>
    new TextEncoder().encode(`---\ntitle: ${title}\ndate: 2020-01-01\n---\n\nWords of ${title}.\n`)
  const zip = zipSync(
    {
      'a.md': text('A'),
      '../../out.md': text('Out'),
      'b.md': text('B'),
      'c.md': new Uint8Array(300_000).map(() => Math.random() * 256),
    },
    { level: 0 },
  )
  const report = await site.dryRun(
    'markdown',
    await site.write('cut', { 'notes.zip': zip.slice(0, zip.length - 200_000) }),
  )
  expect(report.rows.map(({ title }) => title)).toEqual(['A', 'B'])
  expect(report.complaints.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      'The name leads out of the archive; the file is left out',
      'The archive ends within this file',
    ]),
  )
})

test('of an archive, the files whose names the disk can’t have are named, and those behind them come in', async () => {
  await using site = await importSite()
  const text = (title: string) =>
    new TextEncoder().encode(`---\ntitle: ${title}\n---\n\nWords of ${title}.\n`)
  const japanese = `${'日'.repeat(100)}.md`
  const zip = zipSync({
    'a.md': text('A'),
    [japanese]: text('Too long in bytes'),
    'b.md': text('B'),
    [`${`${'d'.repeat(200)}/`.repeat(25)}c.md`]: text('Too deep'),
    'c.md': text('C'),
    file: text('File'),
    'file/inside.md': text('Inside of a file'),
    'folder/inside.md': text('Inside'),
    folder: text('Folder'),
    [`${'日'.repeat(80)}.md`]: text('Just short enough'),
  })
  const report = await site.dryRun('markdown', await site.write('names', { 'notes.zip': zip }))
  expect(report.rows.map(({ title }) => title).sort()).toEqual([
    'A',
    'B',
    'C',
    'Inside',
    'Just short enough',
  ])
  const tooLong = 'The name is too long; the file is left out'
  const clash = 'The archive has a file and a folder of the same name; this file is left out'
  expect(report.complaints.filter(({ place }) => place.startsWith('notes.zip/'))).toEqual([
    { place: `notes.zip/${japanese}`, message: tooLong },
    { place: expect.stringMatching(/^notes\.zip\/d{200}$/), message: tooLong },
    { place: 'notes.zip/file/inside.md', message: clash },
    { place: 'notes.zip/folder', message: clash },
  ])
})

test('a text that no parser can read comes in as its source; a faulty frontmatter is named, and its text comes in as a draft', async () => {
  await using site = await importSite()
  const folder = await site.write('notes', {
    'deep.md': `---\ntitle: Deep\ndate: 2020-01-01\n---\n\n${'> '.repeat(500)}words\n`,
    'yaml.md': '---\ntitle: [\ndate: x\n---\n\n# Faulty\n\nWords.\n',
    'toml.md': '+++\ntitle = \n+++\n\nWords.\n',
    'script.md': '---js\nconst title = "Script"\n---\n\nWords.\n',
    'binary.md': new Uint8Array([1, 0, 2]),
    'huge.md': `---\ntitle: Huge\ndate: 2020-01-01\n---\n\n${'words '.repeat(300_000)}\n`,
  })
  const { report } = await site.import('markdown', folder)
  const states = Object.fromEntries(
    report.rows.map(({ source, state, status }) => [source, `${state} ${status}`]),
  )
  expect(states).toEqual({
    'markdown deep.md': 'new published',
    'markdown huge.md': 'refused published',
    'markdown script.md': 'new draft',
    'markdown toml.md': 'new draft',
    'markdown yaml.md': 'new draft',
  })
  const places = report.complaints.map(({ place }) => place)
  expect(places).toEqual(
    expect.arrayContaining([
      'huge.md:1',
      expect.stringMatching(/^yaml\.md:[23]$/),
      expect.stringMatching(/^toml\.md:2$/),
    ]),
  )
  expect(report.files.slice(0, 2)).toEqual([
    { file: 'binary.md', fate: 'left-out', reason: 'The file is binary, not text' },
    {
      file: 'huge.md',
      fate: 'left-out',
      reason: 'The text can’t be written here; see the remarks',
    },
  ])
  expect(await site.text('articles/2020/deep.md')).toContain('words')
})

/** The bytes that are in use when no more can be freed. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let [before, now] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  do {
    collect()
    const { used_heap_size, external_memory } = getHeapStatistics()
    ;[before, now] = [now, used_heap_size + external_memory]
  } while (now < before - 50_000)
  return now
}

test('an export is read item by item: what stays in memory does not grow with its texts', async () => {
  await using site = await importSite()
  const long = 'Words of a long post. '.repeat(1_500)
  // Pages are listed and left out. V8 cuts the titles from the texts around them.
  const longItems = Array.from({ length: 150 }, (_, at) => {
    const isPost = at % 15 === 0
    return wxrItem(at + 1, {
      title: `A title that V8 cuts from the text around it: ${at}`,
      body: isPost ? 'Some words.' : long + at,
      type: isPost ? 'post' : 'page',
    })
  })
  const file = await site.write('long', { 'export.xml': wxr(longItems) })
  const inUse: Record<string, number> = {
    'reading 20': 0,
    'reading 130': 0,
    'converting 2': 0,
    'converting 9': 0,
  }
  const report = await site.dryRun(
    'wordpress',
    file,
    { kinds: { page: 'skip' } },
    ({ step, done }) => {
      if (inUse[`${step} ${done}`] === 0) inUse[`${step} ${done}`] = memoryInUse()
    },
  )
  expect(report).toMatchObject({ texts: 150, fresh: 10, skipped: 140 })
  const [early = 0, late = 0, second = 0, last = 0] = Object.values(inUse)
  // Between two of these, 3 MB of texts are read.
  expect([early > 0, late - early < 1_000_000, last - second < 1_000_000]).toEqual([
    true,
    true,
    true,
  ])
})

test('while an import is prepared, the repository stays as it is, so that a kill leaves nothing half imported', async () => {
  await using site = await importSite()
  const { repository } = site
  const file = await site.write('kill', { 'export.xml': wxr(items(3)) })
  const before = everyByte(repository.root)
  const steps: Array<string> = []
  await site.dryRun('wordpress', file, {}, ({ step }) => {
    steps.push(step)
    expect(everyByte(repository.root)).toEqual(before)
  })
  expect(new Set(steps)).toEqual(new Set(['reading', 'converting']))
  expect(everyByte(repository.root)).toEqual(before)
})
