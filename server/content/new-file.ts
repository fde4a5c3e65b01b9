import { storedCategories } from '#domain/categories.ts'
import type { ContentType } from '#domain/content.ts'
import { itemTypes } from '#domain/item/types.ts'
import { isSlug, slugify } from '#domain/slug.ts'

/** The categories to choose from, in lines of a comment. */
const categoryNote =
  `${storedCategories.slice(0, -1).join(', ')} or ${storedCategories.at(-1)}`
    .match(/.{1,104}(?:\s|$)/g)
    ?.map((line) => `# ${line.trim()}`) ?? []

export interface NewFile {
  /** Relative to the content folder. */
  path: string
  text: string
}

/** A valid draft with a title, for a writer to continue. `issueNumber` is the number of a new newsletter. */
export function newFile(type: ContentType, title: string, now: Date, issueNumber: number): NewFile {
  const made = slugify(title)
  const moment = now.toISOString()
  const slug = isSlug(made) ? made : `${itemTypes[type].singular}-${moment.slice(0, 16).replace(/[T:]/g, '-')}`
  const year = moment.slice(0, 4)
  const text = (lines: Array<string>) => `${lines.join('\n')}\n`
  // A JSON text is a YAML text, whatever characters the title contains.
  const head = ['---', `title: ${JSON.stringify(title.trim())}`]
  const dates = [
    '# Take this line away to publish; a later publishedAt publishes by itself when its time comes.',
    'draft: true',
    `publishedAt: ${moment.slice(0, 10)}`,
  ]
  const picture = ['# imageUrl: /media/covers/NAME.png', '# imageAlt: What the picture shows.']
  const excerpt = [
    '# 100 to 150 characters read best; lists and search engines show them.',
    'excerpt: Say in one or two sentences what the reader can do afterwards.',
  ]
  switch (type) {
    case 'articles':
      return {
        path: `articles/${year}/${slug}.md`,
        text: text([
          ...head,
          ...excerpt,
          ...categoryNote,
          'category: workflow',
          '# Three are shown; two or more make an article easier to find.',
          'tags: [ableton, tutorial]',
          '# Minutes',
          'readTime: 5',
          'featured: false',
          '# beginner, intermediate or advanced',
          'techniqueLevel: beginner',
          'abletonVersion: live_12',
          ...picture,
          ...dates,
          '---',
          '',
          'Write here, in Markdown. Start sections with level-2 headings.',
          '',
          '## The first step',
        ]),
      }
    case 'news':
      return {
        path: `news/${year}/${slug}.md`,
        text: text([
          ...head,
          ...excerpt,
          'category: news',
          'tags: []',
          ...picture,
          ...dates,
          '---',
          '',
          'Write here, in Markdown.',
        ]),
      }
    case 'newsletters':
      return {
        path: `newsletters/${year}/${String(issueNumber).padStart(3, '0')}-${slug}.md`,
        text: text([
          ...head,
          `issueNumber: ${issueNumber}`,
          'description: Say in one sentence what this issue is about.',
          ...picture,
          '# The pieces of the issue; the text below the second line of dashes opens it.',
          'articles:',
          '  - title: The first piece',
          '    excerpt: What it is about.',
          '    content: |',
          '      Markdown, indented like this line.',
          ...dates,
          '---',
          '',
          'Greet your readers here, in Markdown.',
        ]),
      }
  }
}
