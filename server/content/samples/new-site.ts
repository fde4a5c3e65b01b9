import { newCategoryColor, tonesOfColor } from '#domain/site/category-tones.ts'
import type { IconName } from '#domain/site/icon-names.ts'
import { type Parts, tonesOf } from '#domain/site/look-settings.ts'
import { languageTags } from '#domain/site/texts/languages.ts'
import { keyOfLabel } from '#domain/slug.ts'

/** The answers that a new `site.yaml` is made of. */
export interface NewSite {
  name: string
  /** What the site is about, in a sentence; may be empty. */
  description: string
  language: string
  /** Labels, in order. */
  categories: ReadonlyArray<string>
  /** #rrggbb */
  color: string
  parts: Parts
  timeZone: string
}

/** Icons that suit any subject. */
const icons: ReadonlyArray<IconName> = [
  'leaf',
  'star',
  'bookmark',
  'flag',
  'heart',
  'book',
  'compass',
  'tag',
]

/**
 * A commented `site.yaml`, which a writer goes on with. The colors are made so that texts can be
 * read in both themes.
 */
export function newSite(site: NewSite): string {
  const { name, description, language, color, parts, timeZone } = site
  const [light, dark] = tonesOfColor(color, tonesOf({}).sunk).text
  const keys = new Set<string>()
  const categories = site.categories.map((label, index) => {
    const key = freeKey(keyOfLabel(label, language, 36), index, keys)
    const [own, icon] = [newCategoryColor(index), icons[index % icons.length]]
    return `  - {key: ${key}, label: ${yaml(label)}, color: '${own}', icon: ${icon}}`
  })
  return `# The site's own words and looks. content/README.md describes every key; npm run content:check names what is wrong.
name: ${yaml(name)}
# Beside the name in the title of the home page.
tagline: ${yaml(description)}
# What search engines show of the home page.
description: ${yaml(description)}
# Both stand in the footer of every page.
about: ${yaml(description)}
disclaimer: ""

# Below the titles of the lists of news and of newsletter issues.
newsIntro: ""
newslettersIntro: ""

# The language of the public pages: ${languageTags.join(', ')}. Another one is a file in src/domain/site/texts.
language: ${yaml(language)}
# The time zone of all dates and schedules.
timeZone: ${yaml(timeZone)}

# Where visitors can write to, and the sender's postal address, without which no newsletter is sent.
# email: you@example.org
# postalAddress: |
#   1 Example Street
#   12345 Example Town

# The categories of articles, in the order of all lists. The key is part of addresses and stands in files; the icons are
# listed in src/domain/site/icon-names.ts. With sidebar: false, the sidebar leaves one out.
categories:
${categories.join('\n')}

# The levels of articles, such as [easy, hard], and the versions that they name: a list, or free for any text.
levels: []
versions: []

theme:
  colors:
    accent: '${color}'
    accent-ink: {light: '${light}', dark: '${dark}'}
  # fonts: {headings: serif, text: sans}
# logo: /media/logo.png
# favicon: /media/icon.png

# A part that is off has no pages, links or feeds.
parts: {${Object.entries(parts)
    .map(([name, isOn]) => `${name}: ${isOn}`)
    .join(', ')}}

# Links in the footer: - {name: Mastodon, url: https://example.social/@you}
social: []

# Own words in place of those of the public pages, by the keys of src/domain/site/texts/en.ts.
# texts:
#   articles: Guides
`
}

/** A text in YAML: a JSON text is one, whatever signs it contains. */
const yaml = (text: string) => JSON.stringify(text)

/** The key of a category, which no other has. */
function freeKey(words: string, index: number, taken: Set<string>): string {
  const wanted = words === '' || words === 'all' ? `category_${index + 1}` : words
  const key = taken.has(wanted) ? `${wanted}_${index + 1}` : wanted
  taken.add(key)
  return key
}
