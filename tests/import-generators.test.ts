import { expect, test } from 'vitest'
import { importSite } from './import-fixture.ts'
import type { ExportFiles } from './sample-exports.ts'

interface Case {
  files: ExportFiles
  /** The texts that come in: what each becomes, its day, and its old addresses. */
  rows: ReadonlyArray<string>
  /** What the report says of some. */
  remark?: string
}

const dated = (more = '') => `---\ntitle: Roses\ndate: 2020-01-02\n${more}---\n\nRoses.\n`

const cases: Readonly<Record<string, Case>> = {
  hexo: {
    files: {
      '_config.yml': "permalink: :year/:month/:day/:title/\ntimezone: ''\n",
      'scaffolds/post.md': '---\ntitle: {{ title }}\n---\n',
      'source/_posts/roses.md': 'title: Roses\ndate: 2020-01-02 10:00:00\n---\n\nRoses.\n',
      'source/about/index.md': '---\ntitle: About\n---\n\nAbout.\n',
      'source/themes/plain.md': '---\ntitle: Plain\n---\n\nPlain.\n',
    },
    rows: [
      'articles published /2020/01/02/roses/',
      'pages published /about/ /about',
      'pages published /themes/plain.html /themes/plain',
    ],
  },
  'hexo without posts, with its texts elsewhere': {
    files: {
      '_config.yml': 'source_dir: src\n',
      'src/guide/index.md': '---\ntitle: Guide\n---\n\nGuide.\n',
      'src/guide/first.md': '---\ntitle: First\n---\n\nFirst.\n',
    },
    rows: ['pages published /guide/first.html /guide/first', 'pages published /guide/ /guide'],
  },
  'jekyll with patterns for its collections and folders': {
    files: {
      '_config.yml':
        'permalink: pretty\ncollections:\n  docs: { output: true, permalink: "/:collection/:path/" }\n  posts: { permalink: "/news/:year/:title/" }\n  constructor: { output: true }\ndefaults:\n  - { scope: { path: help }, values: { permalink: "/h/:path:output_ext" } }\n',
      '_posts/2020-01-02-roses.md': '---\ntitle: Roses\n---\n\nRoses.\n',
      '_docs/start/first.md': '---\ntitle: First\nredirect_from: [begin, /start/]\n---\n\nFirst.\n',
      '_constructor/build.md': '---\ntitle: Build\n---\n\nBuild.\n',
      'help/faq.md': '---\ntitle: Questions\n---\n\nQuestions.\n',
      'about.md': '---\ntitle: About\n---\n\nAbout.\n',
    },
    rows: [
      'pages published /constructor/build/',
      'pages published /docs/start/first/ /begin /start/',
      'articles published /news/2020/roses/',
      'pages published /about/',
      'pages published /h/help/faq.html',
    ],
  },
  'zola with the day in paths': {
    files: {
      'config.toml': 'base_url = "https://old.example.org"\n',
      'content/_index.md': '+++\n+++\n',
      'content/Roses.md':
        '+++\ntitle = "Roses"\npath = "2020/01/02/Roses"\naliases = ["2020/01/02/Roses.html"]\n+++\n\nRoses.\n',
      'content/about.md': '+++\ntitle = "About"\n+++\n\nAbout.\n',
    },
    rows: [
      'articles published /2020/01/02/Roses/ /2020/01/02/Roses.html',
      'pages published /about/',
    ],
  },
  'hugo with its usual language in a folder': {
    files: {
      'hugo.toml':
        '[module]\n[[module.mounts]]\nsource = "content/en"\ntarget = "content"\n[languages.en]\ncontentDir = "content/en"\n[permalinks]\nposts = "/:year/:slug/"\n',
      'content/en/posts/_index.md': '---\ntitle: Posts\n---\n\nAll.\n',
      'content/en/about.md': '---\ntitle: About\npublishDate: 2099-01-01\n---\n\nAbout.\n',
      'content/en/posts/roses.md': dated(),
      'content/fr/posts/roses.md': dated(),
    },
    rows: [
      'pages draft /about/',
      'pages published /posts/',
      'articles published /2020/roses/',
      'articles published /fr/posts/roses/',
    ],
  },
  zola: {
    files: {
      'config.toml': 'base_url = "https://old.example.org"\n',
      'content/_index.md': '+++\ntitle = "Home"\n+++\n',
      'content/posts/2020-01-02-roses.md':
        '+++\ntitle = "Roses"\n[taxonomies]\ntags = ["red"]\n+++\n\nRoses.\n',
      'content/posts/404.md': '+++\ntitle = "The status 404"\ndate = 2020-01-02\n+++\n\nNothing.\n',
      'content/posts/peas.md':
        '+++\ntitle = "Peas"\ndate = 2020-01-02\npath = "peas-for-all"\n+++\n\nPeas.\n',
      'content/posts/_index.md': '+++\ntitle = "Posts"\n+++\n',
      'content/help/_index.md': '+++\ntitle = "Help"\n+++\n\nStart here.\n',
      'content/help/more/_index.md': '+++\ntitle = "More"\n+++\n',
      'content/help/more/tools/index.md': '+++\ntitle = "Tools [all]"\n+++\n\nTools.\n',
      'content/help/more/none/_index.md': '+++\n+++\n',
    },
    rows: [
      'pages published /help/',
      'pages published /help/more/',
      'articles draft /help/more/tools/',
      'articles published /posts/roses/',
      'articles published /posts/404/',
      'pages published /posts/',
      'articles published /peas-for-all/',
    ],
  },
  'hugo in a folder of its host and in two languages': {
    files: {
      'hugo.toml': 'baseURL = "https://old.example.org/garden/"\ndefaultContentLanguage = "en"\n',
      'content/posts/Roses.md': dated(),
      'content/posts/peas.md': dated('url: 2020/peas\n'),
      'content/posts/roses.fr.md': dated(),
      'content/about.md': '---\ntitle: About\n---\n\nAbout.\n',
    },
    rows: [
      'pages published /about/ /garden/about/',
      'articles published /posts/roses/ /garden/posts/roses/',
      'articles published /2020/peas /garden/2020/peas',
      'articles published /fr/posts/roses/ /garden/fr/posts/roses/',
    ],
  },
  eleventy: {
    files: {
      'eleventy.config.js':
        "export default () => ({ dir: { input: 'content' }, pathPrefix: '/garden/' })\n",
      'content/404.md': '---\ntitle: Nothing here\n---\n',
      'content/about.md': '---\ntitle: About\n---\n\nAbout.\n',
      'content/blog/roses/roses.md': dated(),
      'content/index.md': 'Hello.\n',
      'content/peas.md': '---\ntitle: Peas\ndate: 2020-01-02\n---\n\nPeas.\n',
      'content/posts/beans.md':
        '---js\nconst title = "Beans";\nconst date = "2020-01-02";\nconst eleventyNavigation = {\n  key: 1\n};\n---\n\nBeans.\n',
      'content/posts/corn.md':
        '---js\nconst draft = isLate();\nconst date = "2020-01-02";\n---\n\nCorn.\n',
    },
    rows: [
      'pages published /about/ /garden/about/',
      'articles published /blog/roses/ /garden/blog/roses/',
      'pages published / /garden/',
      'articles published /peas/ /garden/peas/',
      'articles published /posts/beans/ /garden/posts/beans/',
      'articles draft /posts/corn/ /garden/posts/corn/',
    ],
  },
  docusaurus: {
    files: {
      'site/docusaurus.config.js':
        "module.exports = { presets: [['classic', { docs: { path: '../docs' } }]] }\n",
      'site/blog/2020-01-02-roses/index.md': '---\ntitle: Roses\n---\n\nRoses.\n',
      'site/blog/2020/01-02.md': '---\ntitle: Beans\n---\n\nBeans.\n',
      'site/blog/2020/peas.md': dated('slug: all-peas\n'),
      'docs/01-guide/02-first.md': '# First\n\nFirst.\n',
      'docs/01-guide/second.md': '---\nslug: /all/second\n---\n\n# Second\n\nSecond.\n',
      'docs/01-guide/third.md': '---\nid: last\n---\n\n# Third\n\nThird.\n',
      'site/versioned_docs/version-1.0/01-guide/02-first.md': '# First\n',
      'site/versioned_docs/version-1.0/02-first.md': '# First\n',
      // About the repository around the site.
      '.github/PULL_REQUEST_TEMPLATE.md': '# What changes\n',
      'plugin/tests/one.md': '# One\n',
    },
    rows: [
      'pages published /docs/guide/first /docs/1.0/guide/first /docs/next/guide/first',
      'pages published /docs/all/second',
      'pages published /docs/guide/last',
      'articles published /blog/2020/01/02/roses',
      'articles published /blog/2020/01/02',
      'articles published /blog/all-peas',
    ],
    remark: 'no present one has the same path: /02-first.md',
  },
  'docusaurus with folders and routes of its own': {
    files: {
      'docusaurus.config.js':
        "module.exports = { baseUrl: '/garden/', presets: [['classic', { docs: { path: 'texts/manual', routeBasePath: '/' }, blog: { routeBasePath: 'news' } }]] }\n",
      'blog/2020-01-02-roses.md': '---\ntitle: Roses\n---\n\nRoses.\n',
      'texts/manual/first/index.md': '# First\n\nFirst.\n',
      'versioned_docs/version-1.0/first/index.md': '# First\n',
      'versioned_docs/version-1.0/gone.md': '# Gone\n',
    },
    rows: [
      'articles published /news/2020/01/02/roses /garden/news/2020/01/02/roses',
      'pages published /first /1.0/first /next/first /garden/first /garden/1.0/first /garden/next/first',
    ],
    remark: 'no present one has the same path: /gone.md',
  },
  gatsby: {
    files: { 'gatsby-config.js': 'module.exports = {}\n', 'content/blog/roses/index.md': dated() },
    rows: ['articles published /roses/ /blog/roses/'],
  },
  'gatsby with a program for its addresses': {
    files: {
      'gatsby-config.js': 'module.exports = {}\n',
      'gatsby-node.js': "exports.onCreateNode = require('./gatsby/onCreateNode')\n",
      'gatsby/onCreateNode.js': `slug = \`/blog/${['year', 'month', 'day', 'filename'].map((name) => `\${${name}}`).join('/')}.html\`;\n`,
      'content/blog/2020-01-02-roses.md': '---\ntitle: Roses\n---\n\nRoses.\n',
      'content/docs/first.md':
        '---\ntitle: First\npermalink: docs/begin.html\nredirect_from: [first.html]\n---\n\nFirst.\n',
      'content/posts/peas/index.md': dated('slug: /garden/peas\n'),
    },
    rows: [
      'articles published /blog/2020/01/02/roses.html /roses/ /blog/2020-01-02-roses/',
      'pages published /docs/begin.html /first.html',
      'articles published /garden/peas/',
    ],
  },
  next: {
    files: {
      'contentlayer.config.ts': 'export default {}\n',
      'next.config.js': 'module.exports = {}\n',
      'app/page.mdx': 'Hello.\n',
      'data/authors/wren.mdx': '---\nname: Wren\n---\n',
      'data/blog/2020/roses.mdx': dated(),
      'content/pages/about.mdx': '---\ntitle: About\n---\n\nAbout.\n',
    },
    rows: [
      'pages published /',
      'pages published /about /pages/about',
      'articles published /blog/2020/roses',
    ],
  },
  vitepress: {
    files: {
      '.vitepress/config.ts': 'export default {}\n',
      'index.md': '---\nlayout: home\n---\n',
      'posts/roses.md': dated(),
      'about/README.md': '# About\n\nAbout.\n',
    },
    rows: [
      'pages published /about/README.html /about/README',
      'articles published /posts/roses.html /posts/roses',
    ],
  },
  'vitepress that rewrites its paths': {
    files: {
      '.vitepress/config.ts':
        "export default { srcDir: './docs', rewrites: { 'en/:rest*': ':rest*', ':kind/notes/:name': ':name' } }\n",
      'docs/en/guide/first.md': '# First\n\nFirst.\n',
      'docs/team/notes/work.md': '# Work\n\nWork.\n',
    },
    rows: ['pages published /guide/first.html /guide/first', 'pages published /work.html /work'],
  },
  nuxt: {
    files: {
      'nuxt.config.ts': 'export default {}\n',
      'content/1.index.md': '# Home\n\nHome.\n',
      'content/4.beans.md':
        '---\ntitle: Beans\ncreated_at: 2020-01-02\nslug: all-beans\n---\n\nBeans.\n',
      'content/3.about.md': '# About\n\nAbout.\n',
      'content/2.blog/1.roses.md': dated(),
    },
    rows: [
      'pages published /',
      'articles published /blog/roses',
      'pages published /about',
      'articles published /beans /all-beans',
    ],
  },
  'astro with the documents of Starlight': {
    files: {
      'astro.config.mjs':
        'export default defineConfig({ integrations: [starlight({ title: "Old" })] })\n',
      'src/content/docs/guides/first.mdx': '---\ntitle: First\n---\n\nFirst.\n',
    },
    rows: ['pages published /guides/first/'],
  },
  'astro with its texts elsewhere': {
    files: {
      'astro.config.mjs': 'export default {}\n',
      'content/blog/roses.md': dated(),
      'src/data/notes/peas.md': dated(),
      'src/content/tags/red.md': '---\ntitle: Red\n---\n\nRed.\n',
    },
    rows: ['articles published /blog/roses/', 'articles published /notes/peas/'],
  },
}

test.each(Object.entries(cases))(
  'the texts of %s come in from their folders, with the addresses that they had',
  async (_, { files, rows, remark = '' }) => {
    await using site = await importSite()
    const report = await site.dryRun('markdown', await site.write('old', files))
    expect(
      report.rows.map(({ to, status, addresses }) => [to, status, ...addresses].join(' ')),
    ).toEqual(rows)
    expect(report.files.map(({ file }) => file).sort()).toEqual(Object.keys(files).sort())
    expect(report.complaints.map(({ message }) => message).join('\n')).toContain(remark)
  },
)

test('authors have their names, the date of a change is kept, and a mark ends the excerpt and leaves the text', async () => {
  await using site = await importSite()
  const source = await site.write('old', {
    'docusaurus.config.js': 'module.exports = {}\n',
    'blog/authors.yml': 'wren:\n  name: Wren Writer\n  url: https://wren.example\n',
    'blog/2020-01-02-roses.md':
      '---\ntitle: Roses\nauthors: [wren, jo]\nlast_update: { date: 2021-03-04 }\n---\n\nRed *ones*.\n\n{/* truncate */}\n\n```\n<!-- truncate -->\n```\n',
    'blog/2020-01-03-peas.md':
      '---\ntitle: Peas\nupdated: 2020-01-03\n---\n\nPeas.\n\n<!--truncate-->\n\nMore.\n',
  })
  const { report } = await site.import('markdown', source)
  expect(report.files.find(({ file }) => file === 'blog/authors.yml')?.fate).toBe('imported')
  const roses = await site.text('articles/2020/roses.md')
  expect(roses).toContain('author: [Wren Writer, jo]\n')
  expect(roses).toContain('excerpt: Red ones.\n')
  expect(roses).toContain('updatedAt: "2021-03-04T00:00:00Z"\n')
  expect(roses).not.toContain('{/*')
  expect(roses).toContain('```\n<!-- truncate -->\n```')
  const peas = await site.text('articles/2020/peas.md')
  expect(peas).not.toMatch(/truncate|updatedAt/)
})

const feed =
  '<rss><channel><link>https://old.example.org/</link><item><link>https://old.example.org/garden/roses</link></item></channel></rss>'
const sitemap = `<urlset>${['', '2020/roses.html', 'peas/', 'gone', 'garden/herbs/'].map((path) => `<url><loc>https://old.example.org/${path}</loc></url>`).join('')}</urlset>`

test('the addresses of an old sitemap lead to the only texts that have their names, and the others are named', async () => {
  await using site = await importSite()
  const source = await site.write('old', {
    'roses.md': dated(),
    'peas.md': '---\ntitle: Peas\ndate: 2020-01-02\ndraft: true\n---\n\nPeas.\n',
    'a/herbs.md': dated(),
    'b/herbs.md': dated(),
    'feed.xml': feed,
    'public/sitemap.xml': sitemap,
  })
  const { report } = await site.import('markdown', source, { addresses: '/{year}/{month}/{slug}' })
  expect(report.old).toEqual({
    pattern: '/{year}/{month}/{slug}',
    list: 'public/sitemap.xml',
    total: 5,
    covered: 2,
    missing: ['/peas/', '/gone', '/garden/herbs/'],
  })
  expect(report.files.filter(({ file }) => file.endsWith('.xml')).map(({ fate }) => fate)).toEqual([
    'left-out',
    'left-out',
  ])
  expect(await site.text('articles/2020/roses.md')).toContain(
    'aliases: [/2020/01/roses, /2020/roses.html]\n',
  )
})

test('a feed stands in for a sitemap, but its template does not, and a given list counts alone', async () => {
  await using site = await importSite()
  const files = {
    'roses.md': dated(),
    'rss.xml': feed,
    'sitemap.xml': '<urlset>{% for post in posts %}</urlset>',
  }
  const source = await site.write('old', files)
  expect((await site.dryRun('markdown', source)).old).toMatchObject({
    list: 'rss.xml',
    total: 1,
    covered: 1,
  })
  const list = await site.write('list', {
    'urls.txt': '# All\n/roses\nhttps://old.example.org/thorns\n',
  })
  const { old } = await site.dryRun('markdown', source, {}, undefined, list)
  expect(old).toEqual({ pattern: '', list: 'urls.txt', total: 2, covered: 1, missing: ['/thorns'] })
})

test('the text of the old home page has no name of a folder of the generator', async () => {
  await using site = await importSite()
  const source = await site.write('old', {
    '_config.yml': '',
    'source/_posts/roses.md': dated(),
    'source/index.md': 'Hello.\n',
  })
  const { rows } = await site.dryRun('markdown', source)
  expect(rows.find(({ to }) => to === 'pages')?.address).toBe('/home')
})
