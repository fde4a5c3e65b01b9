import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { photo } from './sample-pictures.ts'

/** Files of an export by their paths. */
export type ExportFiles = Record<string, string | Uint8Array>

/** Writes an export into a folder. */
export async function writeFiles(folder: string, files: ExportFiles): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
  }
}

const day = (number: number) => new Date(Date.UTC(2019, 0, 1 + number, 9, 30)).toISOString()
const words = [
  'garden',
  'seed',
  'compost',
  'pruning',
  'soil',
  'harvest',
  'shade',
  'mulch',
  'frost',
  'bloom',
  'trellis',
]
const prose = (seed: number, count = 60) =>
  Array.from(
    { length: count },
    (_, at) => words[(seed * 7 + at * (3 + (seed % 5))) % words.length],
  ).join(' ')

/**
 * Texts with everything that this system's own Markdown has; `old` is the address that each had.
 */
interface SampleSite {
  files: ExportFiles
  old: Array<string>
}

/** A site of Jekyll: dates in file names, permalinks of its settings, Liquid, Kramdown. */
function jekyll(count: number): SampleSite {
  const files: ExportFiles = {
    'jekyll/_config.yml':
      'title: Beds\npermalink: /:year/:month/:day/:title/\ntimezone: Europe/Berlin\n',
  }
  const old: Array<string> = []
  for (let n = 0; n < count; n += 1) {
    const date = day(n).slice(0, 10)
    const extra =
      n % 10 === 0
        ? '\n{% highlight ruby %}\nputs "soil"\n{% endhighlight %}\n'
        : n % 10 === 1
          ? '\n{{< not hugo >}}\n'
          : ''
    const link =
      n > 0
        ? `\nBefore this: [the bed]({% post_url ${day(n - 1).slice(0, 10)}-bed-${n - 1} %}).\n`
        : ''
    files[`jekyll/_posts/${date}-bed-${n}.md`] =
      `---\nlayout: post\ntitle: "Bed ${n}"\ndate: ${date} 10:00:00 +0200\ncategories: [Beds, Sheds]\ntags: spring summer\nauthor: Wren Writer\nexcerpt: The excerpt of bed ${n}.\n---\n\n${prose(n)}\n${link}${extra}\n![The bed]({{ site.baseurl }}/assets/bed.jpg)\n\nA line.\n{: .note }\n`
    old.push(`/${date.replaceAll('-', '/')}/bed-${n}/`)
  }
  return { files, old }
}

/** A site of Hugo: frontmatter in TOML, YAML and JSON, page bundles, shortcodes. */
function hugo(count: number): SampleSite {
  const files: ExportFiles = {
    'hugo/hugo.toml': 'baseURL = "https://old.example.org/"\ntitle = "Plots"\n',
    'hugo/content/posts/_index.md': '---\ntitle: Posts\n---\n',
  }
  const old: Array<string> = []
  for (let n = 0; n < count; n += 1) {
    const body = `${prose(n)}\n\n{{< youtube abcdefghij${n % 10} >}}\n\n{{% notice tip %}}\nWater it early.\n{{% /notice %}}\n\n{{< figure src="plot.jpg" alt="A plot" caption="The plot in May" >}}\n`
    const head =
      n % 3 === 0
        ? `+++\ntitle = "Plot ${n}"\ndate = ${day(n)}\ntags = ["soil", "frost"]\ndescription = "What plot ${n} says."\naliases = ["/old/plot-${n}/"]\n+++\n`
        : n % 3 === 1
          ? `---\ntitle: "Plot ${n}"\ndate: ${day(n)}\ntags: [soil, frost]\ndescription: What plot ${n} says.\n---\n`
          : `{\n  "title": "Plot ${n}",\n  "date": "${day(n)}",\n  "tags": ["soil"],\n  "description": "What plot ${n} says."\n}\n`
    files[`hugo/content/posts/plot-${n}/index.md`] = `${head}\n${body}`
    old.push(`/posts/plot-${n}/`)
    if (n % 3 === 0) old.push(`/old/plot-${n}/`)
  }
  return { files, old }
}

/** A site of Eleventy: frontmatter with permalinks, Nunjucks. */
function eleventy(count: number): SampleSite {
  const files: ExportFiles = {
    'eleventy/.eleventy.js': 'module.exports = () => ({ dir: { input: "src" } })\n',
  }
  const old: Array<string> = []
  for (let n = 0; n < count; n += 1) {
    const permalink = n % 4 === 0 ? `permalink: /notes/shed-${n}/\n` : ''
    files[`eleventy/src/blog/${day(n).slice(0, 10)}-shed-${n}.md`] =
      `---\ntitle: Shed ${n}\n${permalink}date: ${day(n).slice(0, 10)}\ndescription: What shed ${n} says.\ntags:\n  - tools\n---\n\n${prose(n)}\n\n:::warning Sharp tools\nKeep the blades covered.\n:::\n\nThe end {{ page.url }} here.\n`
    old.push(n % 4 === 0 ? `/notes/shed-${n}/` : `/blog/shed-${n}/`)
  }
  return { files, old }
}

/** A site of Astro: a collection of content with pictures beside it, MDX. */
function astro(count: number): SampleSite {
  const files: ExportFiles = { 'astro/astro.config.mjs': 'export default {}\n' }
  const old: Array<string> = []
  for (let n = 0; n < count; n += 1) {
    files[`astro/src/content/blog/leaf-${n}.${n % 5 === 0 ? 'mdx' : 'md'}`] =
      `---\ntitle: Leaf ${n}\npubDate: ${day(n)}\ndescription: What leaf ${n} says.\nheroImage: ../../assets/leaf.jpg\nrating: 4\n---\n${n % 5 === 0 ? "import Box from '../../components/box.astro'\n" : ''}\n${prose(n)}\n\n> [!NOTE]\n> Leaves fall.\n\n[The next one](./leaf-${(n + 1) % count}.md)\n`
    old.push(`/blog/leaf-${n}/`)
  }
  return { files, old }
}

/**
 * A vault of Obsidian: links and embeds between notes, callouts with titles. It had no public
 * addresses but those in its frontmatter.
 */
function obsidian(count: number): SampleSite {
  const files: ExportFiles = {}
  const old: Array<string> = []
  for (let n = 0; n < count; n += 1) {
    files[`vault/Notes/Herb ${n}.md`] =
      `---\ndate: ${day(n)}\ndescription: What herb ${n} says.\ntags: [herbs]\naliases: [Herb number ${n}]\npermalink: /herbs/${n}\n---\n# Herb ${n}\n\n${prose(n)}\n\nSee [[Herb ${(n + 1) % count}|the next herb]] and [[Herb ${(n + 2) % count}]].\n\n![[herb.jpg|300]]\n\n> [!info]- Where it grows\n> In the sun.\n`
    old.push(`/herbs/${n}`)
  }
  return { files, old }
}

/** A folder of `5 × each` texts of five systems, with the addresses that they had. */
export async function mixedFolder(each: number): Promise<SampleSite> {
  const sites = [jekyll(each), hugo(each), eleventy(each), astro(each), obsidian(each)]
  const picture = await photo('jpeg')
  const files: ExportFiles = Object.assign({}, ...sites.map((site) => site.files), {
    'jekyll/assets/bed.jpg': picture,
    'astro/src/assets/leaf.jpg': await photo('jpeg', 6),
    'vault/attachments/herb.jpg': picture,
  })
  for (let n = 0; n < each; n += 1) files[`hugo/content/posts/plot-${n}/plot.jpg`] = picture
  return { files, old: sites.flatMap((site) => site.old) }
}

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

/** One `<item>` of a WXR file. */
export function wxrItem(
  id: number,
  fields: {
    type?: string
    title?: string
    link?: string
    body?: string
    excerpt?: string
    date?: string
    status?: string
    name?: string
    categories?: Array<string>
    tags?: Array<string>
    meta?: Record<string, string>
    attachment?: string
    /** The number of the text that an attachment belongs to. */
    parent?: number
  } = {},
): string {
  const {
    type = 'post',
    title = `Post ${id}`,
    body = `Words of post ${id}.`,
    excerpt = '',
    date = '2020-01-02 10:00:00',
    status = 'publish',
    name = `post-${id}`,
  } = fields
  const terms = [
    ...(fields.categories ?? []).map(
      (term) =>
        `<category domain="category" nicename="${term.toLowerCase()}">${cdata(term)}</category>`,
    ),
    ...(fields.tags ?? []).map(
      (term) =>
        `<category domain="post_tag" nicename="${term.toLowerCase()}">${cdata(term)}</category>`,
    ),
  ].join('')
  const meta = Object.entries(fields.meta ?? {})
    .map(
      ([key, value]) =>
        `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
    )
    .join('\n')
  const [day = ''] = date.split(' ')
  return `
<item>
<title>${cdata(title)}</title>
<link>${fields.link ?? `https://old.example.org/${day.slice(0, 7).replace('-', '/')}/${name}/`}</link>
<dc:creator>${cdata('wren')}</dc:creator>
<guid isPermaLink="false">https://old.example.org/?p=${id}</guid>
<content:encoded>${cdata(body)}</content:encoded>
<excerpt:encoded>${cdata(excerpt)}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id>
<wp:post_date>${cdata(date)}</wp:post_date>
<wp:post_date_gmt>${cdata(date)}</wp:post_date_gmt>
<wp:post_name>${cdata(name)}</wp:post_name>
<wp:status>${cdata(status)}</wp:status>
<wp:post_type>${cdata(type)}</wp:post_type>
<wp:post_parent>${fields.parent ?? 0}</wp:post_parent>
${fields.attachment ? `<wp:attachment_url>${cdata(fields.attachment)}</wp:attachment_url>` : ''}
${terms}
${meta}
</item>`
}

/** A WXR file (WordPress eXtended RSS 1.2) with these items. */
export function wxr(items: ReadonlyArray<string>): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Old Garden</title>
<link>https://old.example.org</link>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://old.example.org</wp:base_site_url>
<wp:base_blog_url>https://old.example.org</wp:base_blog_url>
<wp:author><wp:author_id>1</wp:author_id><wp:author_login>${cdata('wren')}</wp:author_login><wp:author_display_name>${cdata('Wren Writer')}</wp:author_display_name></wp:author>
${items.join('\n')}
</channel>
</rss>
`
}

/** An export of Ghost (version 5) with these posts. */
export function ghostExport(posts: ReadonlyArray<Record<string, unknown>>): string {
  return JSON.stringify(
    {
      db: [
        {
          meta: { exported_on: 1_700_000_000_000, version: '5.70.0' },
          data: {
            posts: posts.map((post, at) => ({
              id: `p${at}`,
              uuid: `uuid-${at}`,
              type: 'post',
              status: 'published',
              visibility: 'public',
              published_at: '2021-05-06T07:08:09.000Z',
              ...post,
            })),
            posts_meta: [
              {
                post_id: 'p0',
                meta_description: 'For search engines.',
                feature_image_alt: 'A rose',
              },
            ],
            posts_tags: [
              { post_id: 'p0', tag_id: 't1', sort_order: 0 },
              { post_id: 'p0', tag_id: 't2', sort_order: 1 },
            ],
            posts_authors: [{ post_id: 'p0', author_id: 'u1', sort_order: 0 }],
            tags: [
              { id: 't1', name: 'Roses', slug: 'roses' },
              { id: 't2', name: 'Climbers', slug: 'climbers' },
            ],
            users: [{ id: 'u1', name: 'Wren Writer', slug: 'wren' }],
            settings: [{ key: 'url', value: 'https://ghost.example.org/' }],
          },
        },
      ],
    },
    null,
    1,
  )
}
