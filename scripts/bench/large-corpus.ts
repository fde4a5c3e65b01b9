import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { pngChunk, pngSignature } from '../../tests/sample-pictures.ts'
import { generateArticles } from './corpus.ts'
import { createRandom, type Random } from './random.ts'

/** The number of pictures that the articles share. */
const pictures = 200

/**
 * Writes `count` realistic articles into a content folder: those of `generateArticles`, with pictures, reference
 * links, links to headings of other articles, footnotes, quotes, HTML, nested lists, and occasionally a dead link, a
 * picture without a text or an old spelling of the frontmatter. The same for the same seed. Returns the path and slug
 * of each.
 */
export function writeLargeSite(contentDir: string, count: number, seed: number): Array<{ path: string; slug: string }> {
  const random = createRandom(seed + 1)
  const written: Array<{ path: string; slug: string; heading: string }> = []
  const folders = new Set<string>()
  for (const article of generateArticles(count, seed)) {
    const file = path.join(contentDir, article.path)
    if (!folders.has(path.dirname(file))) mkdirSync(path.dirname(file), { recursive: true })
    folders.add(path.dirname(file))
    writeFileSync(file, withRealLife(article.markdown, random, written))
    const heading = /^## (.+)$/m.exec(article.body)?.[1] ?? ''
    written.push({ path: article.path, slug: article.meta.slug, heading })
  }
  mkdirSync(path.join(contentDir, 'media', '2026'), { recursive: true })
  for (let number = 0; number < pictures; number++)
    writeFileSync(path.join(contentDir, pictureAt(number).slice(1)), smallPng(number))
  writeFileSync(
    path.join(contentDir, 'site.yaml'),
    'name: Generated Notes\ntagline: Made to be measured\ndescription: Generated articles.\ndisclaimer: Not a real site.\nabout: Generated.\n',
  )
  return written
}

const pictureAt = (number: number) => `/media/2026/picture-${number}.png`

function withRealLife(
  markdown: string,
  random: Random,
  earlier: ReadonlyArray<{ slug: string; heading: string }>,
): string {
  const picture = () => pictureAt(random.between(0, pictures - 1))
  const blocks = [`![A screenshot of the device](${picture()})`]
  const other = earlier.length > 0 ? random.pick(earlier) : null
  if (other) {
    const anchor = other.heading.toLowerCase().replace(/\s+/g, '-')
    blocks.push(
      `More in [the other article][more], in [its part](/article/${other.slug}#${anchor}) and on [a site](https://example.com/${other.slug}?a=1&b=2).`,
      `> Somebody said: *“not like this”*.\n>\n> - a list in a quote\n> - with [a link](/article/${other.slug})`,
      `1. One\n   - nested ~~wrong~~ right\n   - \`code\` and **bold**\n\n   A paragraph in the item.\n2. Two[^1]\n\n[^1]: A note with <kbd>Ctrl</kbd>+<kbd>K</kbd>.\n\n[more]: /article/${other.slug} "More"`,
    )
  }
  if (random.chance(0.2))
    blocks.push(`<figure><img src="${picture()}" alt="A figure"><figcaption>A figure.</figcaption></figure>`)
  if (random.chance(0.1)) blocks.push(`- [x] done\n- [ ] not done, see https://example.com/todo`)
  if (random.chance(0.02))
    blocks.push('A [dead link](/article/there-is-no-such-article) and ![](/media/2026/missing.png).')
  const text = `${markdown}\n${blocks.join('\n\n')}\n`
  return random.chance(0.05) ? text.replace(/^tags: \[(.*)\]$/m, 'tags: $1') : text
}

/** A picture of 16 × 9 pixels in one color. */
function smallPng(number: number): Buffer {
  const header = Buffer.from([0, 0, 0, 16, 0, 0, 0, 9, 8, 2, 0, 0, 0])
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(48, number)])
  const data = deflateSync(Buffer.concat(Array.from({ length: 9 }, () => row)))
  return Buffer.concat([pngSignature, pngChunk('IHDR', header), pngChunk('IDAT', data), pngChunk('IEND')])
}
