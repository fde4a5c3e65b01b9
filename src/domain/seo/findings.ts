import { counted } from '../count-words.ts'
import { nameSlug, slugify } from '../slug.ts'
import { type Finding, finding, good, type SeoItem } from './finding.ts'
import type { Keyword } from './keywords.ts'
import type { SeoText } from './seo-text.ts'
import { shownDescriptionLength } from './snippet.ts'
import {
  headingFinding,
  headingsFrom,
  linkFinding,
  openingFinding,
  pictureFinding,
  titleLengthFinding,
} from './text-findings.ts'

const fullLength = 300
const shortestDescription = 70

/** The findings about an item, the most severe first. */
export function seoFindings(
  item: SeoItem,
  text: SeoText,
  keywords: ReadonlyArray<Keyword>,
): Array<Finding> {
  const found = [
    lengthFinding(text.words),
    titleFinding(item.title, keywords),
    titleLengthFinding(item.title),
    overuseFinding(keywords),
    headingFinding(text),
    descriptionFinding(item),
    linkFinding(item, text),
    openingFinding(text),
    pictureFinding(item.content),
    ...primaryFindings(item, text, keywords),
  ].filter((finding) => finding !== null)
  const order = ['problem', 'improve', 'good']
  return found.sort((one, other) => order.indexOf(one.level) - order.indexOf(other.level))
}

function lengthFinding(words: number): Finding {
  const why =
    'A text of 300 words or more gives readers and search engines enough to answer a question.'
  const what = `The text has ${counted(words, 'word', 'words')}.`
  if (words >= fullLength) return good(what, why)
  const missing = `Write about ${counted(fullLength - words, 'more word', 'more words')}: a step, an example, a reason.`
  return finding(words < fullLength / 2 ? 'problem' : 'improve', what, why, missing)
}

function titleFinding(title: string, keywords: ReadonlyArray<Keyword>): Finding | null {
  if (title.trim() === '' || keywords.length === 0) return null
  const matching = keywords.filter(({ inTitle }) => inTitle)
  const why = 'People and search engines expect the words of a title in the text under it.'
  if (matching.length > 0) {
    const named = quoted(matching.slice(0, 3))
    return good(`The title shares keywords with the text: ${named}.`, why)
  }
  const most = keywords[0] as Keyword
  return finding(
    'problem',
    'No word of the title is a keyword of the text.',
    why,
    `Name the subject in the title, for example “${most.term}”, or use the title's words in the text.`,
  )
}

function overuseFinding(keywords: ReadonlyArray<Keyword>): Finding | null {
  const over = keywords.filter(({ rating }) => rating === 'Overused')
  if (over.length === 0) return null
  return finding(
    'improve',
    `${over.length === 1 ? 'A keyword makes' : `${over.length} keywords make`} up more than 2.5% of the words: ${quoted(over.slice(0, 3))}.`,
    'A word that stands everywhere reads like an advertisement; search engines count it less.',
    'Replace some of them by other words, or write more around them.',
  )
}

function descriptionFinding({ metaDescription, excerpt }: SeoItem): Finding | null {
  if (metaDescription === undefined) return null
  const { length } = metaDescription.trim()
  const why = 'It is the text under the title in search results; a good one brings more readers.'
  if (length === 0)
    return finding(
      'improve',
      excerpt?.trim()
        ? 'The excerpt stands in for the meta description.'
        : 'There is no meta description.',
      why,
      `Say in ${shortestDescription} to ${shownDescriptionLength} characters what a reader gets.`,
    )
  const what = `The meta description has ${counted(length, 'character', 'characters')}.`
  if (length > shownDescriptionLength)
    return finding(
      'improve',
      what,
      why,
      `Cut it to ${shownDescriptionLength}: the rest is not shown.`,
    )
  if (length < shortestDescription)
    return finding(
      'improve',
      what,
      why,
      `There is room for ${shownDescriptionLength - length} more: say what a reader gets.`,
    )
  return good(what, why)
}

/** The words of a slug that was made of a text, by any rule that slugs were made by. */
function inSlugs(text: string): Array<string> {
  return [slugify(text), slugify(text, 'de'), nameSlug(text)].map((slug) =>
    slug.replace(/[-_]+/g, ' '),
  )
}

function primaryFindings(
  item: SeoItem,
  text: SeoText,
  keywords: ReadonlyArray<Keyword>,
): Array<Finding> {
  const primary = item.primaryKeyword?.trim().toLowerCase()
  if (!primary) return []
  const why = 'The primary keyword is what people type to find this page.'
  const places: Array<[where: string, text: string | undefined, todo: string]> = [
    ['the title', item.title, 'Use it in the title, near the start.'],
    ['the first paragraph', text.opening, 'Name the subject in the first paragraph.'],
    [
      'the meta description',
      item.metaDescription?.trim() || item.excerpt,
      'Use it in the meta description.',
    ],
    [
      'a heading',
      text.words < headingsFrom ? undefined : text.headings.join('\n'),
      'Use it in one of the headings.',
    ],
    [
      'the address',
      item.slug?.replace(/[-_]+/g, ' '),
      'Use it in the slug, as long as the item is not published.',
    ],
  ]
  const looked = places.filter(([, place]) => place !== undefined && place !== '')
  const missing = looked.filter(
    ([where, place]) =>
      !(where === 'the address' ? inSlugs(primary) : [primary]).some((text) =>
        containsTerm(place as string, text),
      ),
  )
  const findings: Array<Finding> = missing.map(([where, , todo]) =>
    finding(
      where === 'the title' ? 'problem' : 'improve',
      `The primary keyword “${primary}” is not in ${where}.`,
      why,
      todo,
    ),
  )
  if (looked.length > 0 && missing.length === 0)
    findings.push(good(`The primary keyword “${primary}” stands where it counts.`, why))
  if (
    text.words > 0 &&
    !keywords.some(({ term }) => term === primary) &&
    !text.clauses.some((clause) => containsTerm(clause.join(' '), primary))
  )
    findings.push(
      finding(
        'problem',
        `The text does not use the primary keyword “${primary}”.`,
        why,
        'Write about it, or choose another one.',
      ),
    )
  return findings
}

/** Whether a text contains a term as whole words: 'clipping' does not contain 'clip'. */
function containsTerm(text: string, term: string): boolean {
  const words = (of: string) =>
    ` ${of
      .toLowerCase()
      .replace(/[^\p{L}\p{N}'’/&.-]+/gu, ' ')
      .replace(/[.](?=\s|$)/g, '')
      .trim()} `
  return words(text).includes(words(term))
}

function quoted(keywords: ReadonlyArray<Keyword>): string {
  return keywords.map(({ term }) => `“${term}”`).join(', ')
}
