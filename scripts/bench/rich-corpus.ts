import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { writeArticles } from './corpus.ts'
import { createRandom, type Random } from './random.ts'

/** The number of pictures that the articles share. */
const pictures = 200

/**
 * Writes `count` realistic articles into a content folder: those of `generateArticles`, with pictures, reference
 * links, links to headings of other articles, footnotes, quotes, HTML, nested lists, and occasionally a dead link, a
 * picture without a text or an old spelling of the frontmatter. The same for the same seed.
 */
export async function writeRichArticles(contentDir: string, count: number, seed: number): Promise<void> {
  const random = createRandom(seed + 1)
  const earlier: Array<{ slug: string; heading: string }> = []
  writeArticles(contentDir, count, seed, ({ markdown, body, meta }) => {
    const text = enriched(markdown, random, earlier)
    earlier.push({ slug: meta.slug, heading: /^## (.+)$/m.exec(body)?.[1] ?? '' })
    return text
  })
  await mkdir(path.join(contentDir, 'media', '2026'), { recursive: true })
  for (let number = 0; number < pictures; number++)
    await writeFile(path.join(contentDir, pictureAt(number)), await plainPicture(16, 9, number))
}

/** A picture in one color, its number in a row. */
export function plainPicture(width: number, height: number, number: number): Promise<Buffer> {
  const background = { r: number, g: 120, b: 200 }
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

const pictureAt = (number: number) => `/media/2026/picture-${number}.png`

function enriched(markdown: string, random: Random, earlier: ReadonlyArray<{ slug: string; heading: string }>): string {
  const picture = () => pictureAt(random.between(0, pictures - 1))
  const blocks = [`![A screenshot of the device](${picture()})`]
  if (earlier.length > 0) {
    const { slug, heading } = random.pick(earlier)
    const anchor = heading.toLowerCase().replace(/\s+/g, '-')
    blocks.push(
      `More in [the other article][more], in [its part](/article/${slug}#${anchor}) and on [a site](https://example.com/${slug}?a=1&b=2).`,
      `> Somebody said: *“not like this”*.\n>\n> - a list in a quote\n> - with [a link](/article/${slug})`,
      `1. One\n   - nested ~~wrong~~ right\n   - \`code\` and **bold**\n\n   A paragraph in the item.\n2. Two[^1]\n\n[^1]: A note with <kbd>Ctrl</kbd>+<kbd>K</kbd>.\n\n[more]: /article/${slug} "More"`,
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
