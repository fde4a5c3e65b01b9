import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Category, publicCategories } from '#domain/categories.ts'
import { slugify } from '#domain/slug.ts'
import { createRandom, type Random } from './random.ts'
import { createVocabulary } from './vocabulary.ts'

/** A generated article: its file and the values in it. */
export interface GeneratedArticle {
  /** Relative to the content folder. */
  path: string
  markdown: string
  /** The Markdown after the frontmatter. */
  body: string
  meta: {
    id: number
    title: string
    slug: string
    excerpt: string
    category: Category
    tags: Array<string>
    publishedAt: string
  }
}

const newest = Date.UTC(2026, 10, 20, 9)
const oldest = Date.UTC(2019, 0, 1, 9)
const levels = ['beginner', 'intermediate', 'advanced']

/**
 * `count` articles of 500–900 words, the same for the same seed: words by Zipf's law, rare names in
 * the long tail, headings, lists, a table, code, links to earlier articles. The first `n` articles
 * do not depend on `count`, except for their dates.
 */
export function* generateArticles(count: number, seed: number): Generator<GeneratedArticle> {
  const random = createRandom(seed)
  const writer = createWriter(random)
  const slugs = new Set<string>()
  const earlier: Array<string> = []
  for (let index = 0; index < count; index++) {
    const title = writer.title(random.between(4, 8))
    let slug = slugify(title)
    for (let number = 2; slugs.has(slug); number++) slug = `${slugify(title)}-${number}`
    const excerpt = writer.sentence(random.between(14, 22))
    const category = random.pick(publicCategories)
    const tags = [...new Set(Array.from({ length: random.between(2, 5) }, writer.topic))]
    const age = index * ((newest - oldest) / count)
    const publishedAt = new Date(Math.floor((newest - age) / 60_000) * 60_000).toISOString()
    const body = writer.body(earlier)
    const meta = {
      id: index + 1,
      title,
      slug,
      excerpt,
      category,
      tags,
      publishedAt,
    }
    const fields = {
      ...meta,
      readTime: random.between(3, 6),
      featured: index % 500 === 3,
      techniqueLevel: random.pick(levels),
    }
    const lines = Object.entries(fields).map(
      ([name, value]) => `${name}: ${JSON.stringify(value)}\n`,
    )
    const path = `articles/${publishedAt.slice(0, 4)}/${slug}.md`
    yield {
      path,
      markdown: `---\n${lines.join('')}---\n\n${body}`,
      body,
      meta,
    }
    slugs.add(slug)
    earlier.push(slug)
  }
}

/**
 * Writes the articles of `generateArticles`, each as `decorate` returns it, and a `site.yaml` into
 * a content folder; other files stay.
 */
export function writeArticles(
  contentDir: string,
  count: number,
  seed: number,
  decorate = ({ markdown }: GeneratedArticle) => markdown,
): void {
  for (const article of generateArticles(count, seed))
    writeIn(contentDir, article.path, decorate(article))
  writeIn(
    contentDir,
    'site.yaml',
    'name: Generated Notes\ntagline: Made to be measured\ndescription: Generated articles.\ndisclaimer: Not a real site.\nabout: Generated.\n',
  )
}

function writeIn(contentDir: string, name: string, text: string): void {
  mkdirSync(dirname(join(contentDir, name)), { recursive: true })
  writeFileSync(join(contentDir, name), text)
}

/** Writes texts of random words. */
function createWriter(random: Random) {
  const { common, rare, topic } = createVocabulary(random)
  const many = (low: number, high: number, make: () => string) =>
    Array.from({ length: random.between(low, high) }, make)
  const phrase = (length: number) => Array.from({ length }, common).join(' ')
  const title = (length: number) => phrase(length).replace(/^./, (first) => first.toUpperCase())
  const sentence = (length: number) => `${title(length)}.`

  function paragraph(slugs: ReadonlyArray<string>): string {
    const sentences = many(3, 5, () => sentence(random.between(8, 16)))
    if (slugs.length > 0 && random.chance(0.25))
      sentences.push(`See [${phrase(3)}](/article/${random.pick(slugs)}).`)
    if (random.chance(0.4)) sentences.push(`Ask ${rare()} about **${rare()}**.`)
    return sentences.join(' ')
  }

  /**
   * A block other than a paragraph; one kind per section, so that every long article has all of
   * them.
   */
  function extra(section: number): string {
    const items = many(3, 5, () => sentence(random.between(5, 9)))
    const kinds = [
      () => items.map((item) => `- ${item}`).join('\n'),
      () => items.map((item, at) => `${at + 1}. ${item}`).join('\n'),
      () =>
        `| ${topic()} | ${topic()} |\n| --- | ---: |\n${items.map((item) => `| ${item} | ${random.between(1, 200)} |`).join('\n')}`,
      () =>
        `\`\`\`js\n${items.map(() => `const ${common()} = ${random.between(1, 999)}`).join('\n')}\n\`\`\``,
      () => `> [!TIP]\n> ${items[0]}`,
    ]
    return kinds[section % 5]!()
  }

  return {
    title,
    sentence,
    topic,
    /** `slugs` are those of articles that it may link to. */
    body(slugs: ReadonlyArray<string>): string {
      const blocks = [paragraph(slugs)]
      const sections = random.between(3, 5)
      for (let section = 0; section < sections; section++) {
        blocks.push(`## ${title(random.between(2, 5))}`, ...many(1, 2, () => paragraph(slugs)))
        blocks.push(extra(section), paragraph(slugs))
      }
      return `${blocks.join('\n\n')}\n`
    },
  }
}
