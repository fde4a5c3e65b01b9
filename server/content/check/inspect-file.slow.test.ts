import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { hostileText } from '../../../scripts/soak/hostile-texts.ts'
import { createMarkdownRenderer } from '../markdown/render.ts'
import { isDoubtful } from './inspect-file.ts'

const render = createMarkdownRenderer()
const levels = 240
/** `npm run soak -- properties` tries that many times as many texts as `npm test`. */
const times = Number(import.meta.env.PROPERTY_TIMES ?? 1)

/** Each nests more levels than a page may have, one kind of level each. */
const nested: Record<string, string> = {
  emphasis: `${'*a '.repeat(levels)}${'b*'.repeat(levels)}`,
  strong: `${'**a '.repeat(levels)}${'b**'.repeat(levels)}`,
  quotes: '>'.repeat(levels),
  lists: `${'- '.repeat(levels)}a`,
  numbers: `${'1. '.repeat(levels)}a`,
  'lists over lines': Array.from(
    { length: levels / 2 },
    (_, depth) => `${'  '.repeat(depth)}- a`,
  ).join('\n'),
  'lists with tabs': Array.from(
    { length: levels / 2 },
    (_, depth) => `${'\t'.repeat(depth)}- a`,
  ).join('\n'),
  footnotes: `${'[^a]: '.repeat(levels)}a`,
  HTML: '<div>'.repeat(levels),
  'HTML in paragraphs': '<div>\n\n'.repeat(levels),
  components: '<Note />\n\n'.repeat(levels),
}

test.each(Object.entries(nested))(
  'a short text with too many levels of %s is tried',
  async (_name, markdown) => {
    const refused = await render({ markdown, dimensions: {} }).then(
      () => false,
      () => true,
    )
    expect({ refused, doubtful: isDoubtful(markdown) }).toEqual({ refused: true, doubtful: true })
  },
)

test('of short texts of all kinds, every one that cannot be rendered is found', async () => {
  const passed: Array<string> = []
  for (let seed = 0; seed < 36 * times; seed += 1) {
    const markdown = hostileText(seed, 1_500)
    if (!isDoubtful(markdown))
      await render({ markdown, dimensions: {} }).catch(() => passed.push(markdown))
  }
  expect(passed).toEqual([])
})

test('no article of the site is tried', () => {
  const folder = path.join(import.meta.dirname, '../../../content/articles')
  const articles = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  )
  expect(
    articles.filter((name) => isDoubtful(readFileSync(path.join(folder, name), 'utf8'))),
  ).toEqual([])
})
