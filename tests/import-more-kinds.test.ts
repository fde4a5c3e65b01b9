import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { importSite } from './import-fixture.ts'
import { photo } from './sample-pictures.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const bodyOf = (text: string) => text.split('---\n').slice(2).join('---\n')

test('posts of Medium come in without their repeated title, and drafts stay drafts', async () => {
  await using site = await importSite()
  const post = (inner: string, footer: string) =>
    utf8(`<!DOCTYPE html><html><head><title>Roses</title><style>p{}</style></head><body><article class="h-entry">
<header><h1 class="p-name">Roses &amp; thorns</h1></header>
<section data-field="subtitle" class="p-summary">In short.</section>
<section data-field="body" class="e-content"><section name="a1" class="section section--body section--first"><div class="section-divider"><hr class="section-divider"></div><div class="section-content"><div class="section-inner sectionLayout--insetColumn"><h3 name="b1" class="graf graf--h3 graf--title">Roses &amp; thorns</h3>${inner}</div></div></section></section>
<footer>${footer}</footer></article></body></html>`)
  const footer =
    '<p>By <a href="https://medium.com/@wren" class="p-author h-card">Wren Writer</a> on <a href="https://medium.com/p/0123456789ab"><time class="dt-published" datetime="2020-01-02T10:00:00.000Z">January 2, 2020</time></a>.</p><p><a href="https://medium.com/@wren/roses-thorns-0123456789ab" class="p-canonical">Canonical link</a></p>'
  const zip = zipSync({
    'posts/2020-01-02_Roses---thorns-0123456789ab.html': post(
      '<p class="graf graf--p">Sow. <a href="https://medium.com/@wren/roses-thorns-0123456789ab">Here</a></p><pre class="graf graf--pre">a &lt; b</pre><figure class="graf graf--figure graf--iframe"><iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe></figure>',
      footer,
    ),
    'posts/draft_Peas-ba9876543210.html': post('<p class="graf graf--p">Peas.</p>', ''),
    'profile/profile.html': utf8('<html></html>'),
  })
  const { report } = await site.import('medium', { 'medium.zip': zip })
  expect(report.rows.map(({ status, addresses }) => [status, ...addresses].join(' '))).toEqual([
    'published /@wren/roses-thorns-0123456789ab /p/0123456789ab',
    'draft',
  ])
  expect(report.files.map(({ file, fate }) => `${fate} ${file}`)).toContain(
    'left-out profile/profile.html',
  )
  const text = await site.text('articles/2020/roses-thorns.md')
  expect(text).toContain('title: Roses & thorns\nexcerpt: In short.\n')
  expect(bodyOf(text)).toBe(
    '\nSow. [Here](/article/roses-thorns)\n\n```\na < b\n```\n\n<https://www.youtube.com/watch?v=abcdefghijk>\n',
  )
})

test('an export of Notion in parts comes in: names without numbers, links to pages here, databases named', async () => {
  await using site = await importSite()
  const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(32))
  const part = zipSync({
    [`Garden ${one}.md`]: utf8(
      `# Garden\n\nSee [Roses](Blog%20${two}/Roses%20${three}.md).\n\n<aside>\n💡 Water it.\n\n</aside>\n`,
    ),
    [`Blog ${two}.csv`]: utf8('Name,Date,Tags,constructor\nRoses,"January 2, 2020",red,kept\n'),
    [`Blog ${two}/Roses ${three}.md`]: utf8(
      '# Roses\n\nDate: January 2, 2020\nTags: red, climbing\nconstructor: kept\n\nNote: this is text.\n\n![A rose](Roses/rose.jpg)\n',
    ),
    [`Blog ${two}/Roses/rose.jpg`]: await photo('jpeg'),
    [`Plan ${'4'.repeat(32)}.html`]: utf8(
      `<html><body><article class="page"><header><h1 class="page-title">Plan</h1></header><div class="page-body"><p>To <a href="Garden%20${one}.md">the garden</a></p></div></article></body></html>`,
    ),
  })
  const file = await site.write('notion', {
    'export.zip': zipSync({ 'ExportBlock-1-Part-1.zip': part }),
  })
  const { report } = await site.import('notion', file)
  expect(
    report.rows.map(({ from, status, address, addresses }) => [
      from,
      status,
      address,
      ...addresses,
    ]),
  ).toEqual([
    ['Blog', 'published', '/article/roses', `/Roses-${three}`, `/${three}`],
    ['text', 'draft', '/article/garden', `/Garden-${one}`, `/${one}`],
    ['text', 'draft', '/article/plan', `/Plan-${'4'.repeat(32)}`, `/${'4'.repeat(32)}`],
  ])
  expect(
    report.files.map(({ file: name, fate }) => `${fate} ${name.replace(/ \d{32}/g, '')}`),
  ).toEqual([
    'left-out Blog.csv',
    'imported Blog/Roses.md',
    'imported Blog/Roses/rose.jpg',
    'imported Garden.md',
    'imported Plan.html',
  ])
  const roses = await site.text('articles/2020/roses.md')
  expect(roses).toContain('tags: [red, climbing]\n')
  expect(roses).toContain('constructor: kept\n')
  expect(bodyOf(roses)).toBe('\nNote: this is text.\n\n![A rose](/media/2020/rose.jpg)\n')
  const year = new Date().getUTCFullYear()
  expect(bodyOf(await site.text(`articles/${year}/garden.md`))).toBe(
    '\nSee [Roses](/article/roses).\n\n> [!NOTE]\n> 💡 Water it.\n',
  )
  expect(bodyOf(await site.text(`articles/${year}/plan.md`))).toBe(
    '\nTo [the garden](/article/garden)\n',
  )
})

test('a feed comes in, whole texts published and cut ones as drafts; a broken feed is named', async () => {
  await using site = await importSite()
  const rss = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaa">]><rss version="2.0" xmlns:content="c" xmlns:media="m" xmlns:dc="d"><channel><title>Old</title><link>https://old.example.org/</link>
<item><title>Roses &amp;amp; thorns</title><link>https://old.example.org/post/roses</link><guid isPermaLink="false">g1</guid><pubDate>Thu, 02 Jan 2020 10:00:00 GMT</pubDate><dc:creator>Wren Writer</dc:creator><category>__proto__</category><description>In short.</description><content:encoded><![CDATA[<p>Sow. <a href="/post/peas">Peas</a></p>]]></content:encoded></item>
<item><title>Peas</title><link>https://old.example.org/post/peas</link><pubDate>Fri, 03 Jan 2020 10:00:00 GMT</pubDate><description>&lt;p&gt;Peas are green…&lt;/p&gt;</description></item>
</channel></rss>`
  const { report } = await site.import('rss', { 'feed.xml': rss })
  expect(
    report.rows.map(({ status, category, addresses }) => [status, category, ...addresses]),
  ).toEqual([
    ['published', '__proto__', '/post/roses'],
    ['draft', '', '/post/peas'],
  ])
  expect(report.complaints.map(({ place, message }) => `${place} ${message}`)).toEqual([
    'feed.xml:3 The feed has only the beginning of this text; it comes in as a draft',
  ])
  const text = await site.text('articles/2020/roses.md')
  expect(text).toContain(
    'author: Wren Writer\npublishedAt: "2020-01-02T10:00:00Z"\naliases: [/post/roses]\n',
  )
  expect(bodyOf(text)).toBe('\nSow. [Peas](/article/peas)\n')

  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://old.example.org/"/><entry><title>Beans</title><id>urn:1</id><link rel="alternate" href="https://old.example.org/beans"/><published>2020-01-04T10:00:00Z</published><author><name>Ada</name></author><category term="green"/><content type="xhtml"><div xmlns="x"><p>A <b>bean</b> &lt;here&gt;</p></div></content></entry><entry><title>Cut`
  const second = await site.import('rss', { 'atom.xml': atom })
  expect(
    second.report.rows.map(({ title, category, status }) => [title, category, status]),
  ).toEqual([['Beans', 'green', 'published']])
  expect(second.report.complaints.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The feed is broken here; what is behind is left out/),
  ])
  expect(bodyOf(await site.text('articles/2020/beans.md'))).toBe('\nA **bean** \\<here>\n')

  const long = `<p>${'Hoe the bed. '.repeat(200)}</p>`
  const described = (texts: ReadonlyArray<string>) =>
    `<rss><channel><link>https://old.example.org/</link>${texts.map((text, at) => `<item><title>T${at}</title><link>https://old.example.org/t${at}</link><pubDate>Fri, 03 Jan 2020 10:00:00 GMT</pubDate><description><![CDATA[${text}]]></description></item>`).join('')}</channel></rss>`
  const statuses = async (texts: ReadonlyArray<string>) => {
    const { rows } = await site.dryRun(
      'rss',
      await site.write('described', { 'feed.xml': described(texts) }),
    )
    return rows.map(({ status }) => status)
  }
  expect(await statuses([long, '<p>A short note.</p>'])).toEqual(['published', 'published'])
  expect(await statuses([long, '<p>A note that goes on […]</p>'])).toEqual(['draft', 'draft'])
  expect(await statuses(['One sentence.', 'Another.'])).toEqual(['draft', 'draft'])

  const refused = (text: string) =>
    site.write('refused', { 'one.xml': text }).then((file) => site.dryRun('rss', file))
  await expect(refused('<urlset><url><loc>https://a.org/x</loc></url></urlset>')).rejects.toThrow(
    "The pages of the sitemap can't be fetched: Nothing is fetched from other sites in this run.",
  )
  await expect(refused('Words')).rejects.toThrow('is no feed')
  await expect(site.dryRun('rss', 'https://old.example.org/feed')).rejects.toThrow('feed as a file')
})
