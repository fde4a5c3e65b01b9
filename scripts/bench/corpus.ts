import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Category, publicCategories } from '#domain/categories.ts'
import { slugify } from '#domain/slug.ts'
import { createRandom, type Random } from './random.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** A generated article: its file and the values in it. */
export interface GeneratedArticle {
  /** Relative to the content folder. */
  path: string
  markdown: string
  /** The Markdown after the frontmatter. */
  body: string
  meta: {
    id: number
    slug: string
    title: string
    excerpt: string
    category: Category
    tags: Array<string>
    publishedAt: string
  }
}

const newest = Date.UTC(2026, 10, 20, 9)
const oldest = Date.UTC(2019, 0, 1, 9)
const levels = ['beginner', 'intermediate', 'advanced'] as const

/**
 * `count` articles of 500–900 words, the same for the same seed: words by Zipf's law, rare names in the long tail,
 * headings, lists, a table, code, links to earlier articles. The first `n` articles do not depend on `count`, except
 * for their dates.
 */
export function* generateArticles(count: number, seed: number): Generator<GeneratedArticle> {
  const random = createRandom(seed)
  const words = createVocabulary(random)
  const taken = new Set<string>()
  const slugs: Array<string> = []
  for (let index = 0; index < count; index++) {
    const article = generateArticle(random, words, index, count, slugs, taken)
    slugs.push(article.meta.slug)
    yield article
  }
}

/**
 * Writes the articles of `generateArticles`, each as `decorate` returns it, and a `site.yaml` into a content folder; other
 * files stay.
 */
export function writeArticles(
  contentDir: string,
  count: number,
  seed: number,
  decorate = ({ markdown }: GeneratedArticle) => markdown,
): void {
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(contentDir, name)), { recursive: true })
    writeFileSync(join(contentDir, name), text)
  }
  for (const article of generateArticles(count, seed)) write(article.path, decorate(article))
  write(
    'site.yaml',
    'name: Generated Notes\ntagline: Made to be measured\ndescription: Generated articles.\ndisclaimer: Not a real site.\nabout: Generated.\n',
  )
}

function generateArticle(
  random: Random,
  words: Vocabulary,
  index: number,
  count: number,
  slugs: ReadonlyArray<string>,
  taken: Set<string>,
): GeneratedArticle {
  const title = capital(phrase(words, random.between(4, 8)))
  let slug = slugify(title)
  for (let number = 2; taken.has(slug); number++) slug = `${slugify(title)}-${number}`
  taken.add(slug)
  const excerpt = sentence(words, random.between(14, 22))
  const category = random.pick(publicCategories)
  const tags = Array.from({ length: random.between(2, 5) }, () => words.topic())
  const step = (newest - oldest) / Math.max(count, 1)
  const publishedAt = new Date(Math.floor((newest - index * step) / 60_000) * 60_000).toISOString()
  const body = generateBody(random, words, slugs)
  const frontmatter = [
    '---',
    `id: ${index + 1}`,
    `title: ${JSON.stringify(title)}`,
    `slug: ${slug}`,
    `excerpt: ${JSON.stringify(excerpt)}`,
    `category: ${category}`,
    `tags: [${[...new Set(tags)].join(', ')}]`,
    `readTime: ${random.between(3, 6)}`,
    `featured: ${index % 500 === 3}`,
    `techniqueLevel: ${random.pick(levels)}`,
    `publishedAt: ${publishedAt}`,
    '---',
    '',
    '',
  ].join('\n')
  return {
    path: `articles/${publishedAt.slice(0, 4)}/${slug}.md`,
    markdown: frontmatter + body,
    body,
    meta: { id: index + 1, slug, title, excerpt, category, tags: [...new Set(tags)], publishedAt },
  }
}

function generateBody(random: Random, words: Vocabulary, slugs: ReadonlyArray<string>): string {
  const blocks = [paragraph(random, words, slugs)]
  const sections = random.between(3, 5)
  for (let section = 0; section < sections; section++) {
    blocks.push(`## ${capital(phrase(words, random.between(2, 5)))}`)
    for (let left = random.between(1, 2); left > 0; left--) blocks.push(paragraph(random, words, slugs))
    blocks.push(extra(random, words, section))
    blocks.push(paragraph(random, words, slugs))
  }
  return `${blocks.join('\n\n')}\n`
}

/** A block other than a paragraph; one kind per section, so that every long article has all of them. */
function extra(random: Random, words: Vocabulary, section: number): string {
  const items = Array.from({ length: random.between(3, 5) }, () => sentence(words, random.between(5, 9)))
  switch (section % 5) {
    case 0:
      return items.map((item) => `- ${item}`).join('\n')
    case 1:
      return items.map((item, number) => `${number + 1}. ${item}`).join('\n')
    case 2:
      return `| ${words.topic()} | ${words.topic()} |\n| --- | ---: |\n${items
        .map((item) => `| ${item} | ${random.between(1, 200)} |`)
        .join('\n')}`
    case 3:
      return `\`\`\`js\n${items.map(() => `const ${words.common()} = ${random.between(1, 999)}`).join('\n')}\n\`\`\``
    default:
      return `> [!TIP]\n> ${items[0]}`
  }
}

function paragraph(random: Random, words: Vocabulary, slugs: ReadonlyArray<string>): string {
  const sentences = Array.from({ length: random.between(3, 5) }, () => sentence(words, random.between(8, 16)))
  if (slugs.length > 0 && random.chance(0.25))
    sentences.push(`See [${phrase(words, 3)}](/article/${random.pick(slugs)}).`)
  if (random.chance(0.4)) sentences.push(`Ask ${words.rare()} about **${words.rare()}**.`)
  return sentences.join(' ')
}

function sentence(words: Vocabulary, length: number): string {
  return `${capital(phrase(words, length))}.`
}

function phrase(words: Vocabulary, length: number): string {
  return Array.from({ length }, () => words.common()).join(' ')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
