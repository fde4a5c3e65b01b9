import type { ContentType } from '#domain/content.ts'
import { itemTypes } from '#domain/item/types.ts'
import { type SiteProfile, specifiedProfile } from '#domain/site/site-profile.ts'
import { subjectData } from '#domain/site/subject-data.ts'
import { isSlug, slugify } from '#domain/slug.ts'

/** The categories to choose from, in lines of a comment. */
function categoryNote(categories: ReadonlyArray<string>): Array<string> {
  return (
    anyOf(categories)
      .match(/.{1,104}(?:\s|$)/g)
      ?.map((line) => `# ${line.trim()}`) ?? []
  )
}

function anyOf(words: ReadonlyArray<string>) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/** The lines of level and version, on a site that has them. */
function technique({ levels, versions }: SiteProfile): Array<string> {
  const [level] = levels.keys
  const version = versions.offered.at(-1)
  return [
    ...(level === undefined ? [] : [`# ${anyOf(levels.keys)}`, `techniqueLevel: ${level}`]),
    ...(version === undefined
      ? []
      : [`abletonVersion: ${/^[a-z]\w*$/.test(version) ? version : JSON.stringify(version)}`]),
  ]
}

export interface NewFile {
  /** Relative to the content folder. */
  path: string
  text: string
}

/**
 * A valid draft with a title, for a writer to continue, in the words of the site. `issueNumber` is
 * the number of a new newsletter.
 */
export function newFile(
  type: ContentType,
  title: string,
  now: Date,
  issueNumber: number,
  profile: SiteProfile = specifiedProfile,
): NewFile {
  const { category = profile.categories.stored[0], tags } = subjectData[profile.subject].newArticle
  const made = slugify(title, profile.language)
  const moment = now.toISOString()
  const slug = isSlug(made)
    ? made
    : `${itemTypes[type].singular}-${moment.slice(0, 16).replace(/[T:]/g, '-')}`
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
          ...categoryNote(profile.categories.stored),
          `category: ${category}`,
          '# Three are shown; two or more make an article easier to find.',
          `tags: [${tags.join(', ')}]`,
          '# Minutes',
          'readTime: 5',
          'featured: false',
          ...technique(profile),
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
