import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { writeArticles } from './corpus.ts'
import { createRandom } from './random.ts'

/** The number of pictures that the articles share. */
const pictures = 200

/**
 * Writes `count` realistic articles into a content folder: those of `generateArticles`, with
 * pictures, reference links, links to headings of other articles, footnotes, quotes, HTML, nested
 * lists, and occasionally a dead link, a picture without a text or an old spelling of the
 * frontmatter. The same for the same seed.
 */
export async function writeRichArticles(
  contentDir: string,
  count: number,
  seed: number,
): Promise<void> {
  const random = createRandom(seed + 1)
  const picture = () => pictureAt(random.between(0, pictures - 1))
  const earlier: Array<{ slug: string; anchor: string }> = []
  writeArticles(contentDir, count, seed, ({ markdown, body, meta }) => {
    const blocks = [`${markdown}\n![A screenshot of the device](${picture()})`]
    if (earlier.length > 0) {
      const { slug, anchor } = random.pick(earlier)
      blocks.push(
        `More in [the other article][more], in [its part](/article/${slug}#${anchor}) and on [a site](https://example.com/${slug}?a=1&b=2).`,
        `> Somebody said: *“not like this”*.\n>\n> - a list in a quote\n> - with [a link](/article/${slug})`,
        `1. One\n   - nested ~~wrong~~ right\n   - \`code\` and **bold**\n\n   A paragraph in the item.\n2. Two[^1]\n\n[^1]: A note with <kbd>Ctrl</kbd>+<kbd>K</kbd>.\n\n[more]: /article/${slug} "More"`,
      )
    }
    const heading = /^## (.+)$/m.exec(body)?.[1] ?? ''
    earlier.push({ slug: meta.slug, anchor: heading.toLowerCase().replaceAll(' ', '-') })
    const sometimes = [
      [
        0.2,
        `<figure><img src="${picture()}" alt="A figure"><figcaption>A figure.</figcaption></figure>`,
      ],
      [0.1, '- [x] done\n- [ ] not done, see https://example.com/todo'],
      [0.02, 'A [dead link](/article/there-is-no-such-article) and ![](/media/2026/missing.png).'],
    ] as const
    for (const [share, block] of sometimes) if (random.chance(share)) blocks.push(block)
    const text = `${blocks.join('\n\n')}\n`
    return random.chance(0.05) ? text.replace(/^tags: .*$/m, `tags: ${meta.tags.join(', ')}`) : text
  })
  await mkdir(path.join(contentDir, 'media', '2026'), { recursive: true })
  for (let number = 0; number < pictures; number++)
    await writeFile(path.join(contentDir, pictureAt(number)), await plainPicture(16, 9, number))
}

/** A picture in one color, its number in a row. */
export function plainPicture(width: number, height: number, number: number): Promise<Buffer> {
  const background = {
    r: number,
    g: 120,
    b: 200,
  }
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background,
    },
  })
    .png()
    .toBuffer()
}

const pictureAt = (number: number) => `/media/2026/picture-${number}.png`
