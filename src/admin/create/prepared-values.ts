import type { ContentAnalysis } from '#domain/analysis.ts'
import type { FrontMatterFields } from '#domain/front-matter.ts'
import { slugify } from '#domain/slug.ts'
import { type DraftValues, sameTag } from '../documents/draft-values.ts'
import type { CreatedType, CreatorInput } from '../editing/creator-state.ts'

/**
 * Field values after an analysis. `known` are the values before it; fields without a result keep
 * them, and a saved item keeps its slug.
 */
export function analyzedValues(
  type: CreatedType,
  analysis: ContentAnalysis,
  input: Pick<CreatorInput, 'pictures' | 'selected' | 'tags'>,
  known: DraftValues,
  language = 'en',
): DraftValues {
  const isArticle = type === 'articles'
  return {
    ...known,
    title: analysis.title,
    slug: isArticle ? known.slug || slugify(analysis.title, language) : known.slug,
    excerpt: analysis.excerpt,
    metaDescription: isArticle ? analysis.metaDescription : known.metaDescription,
    content: asBody(analysis.content),
    category: analysis.category,
    tags: isArticle ? joinedTags(input.tags, analysis.tags) : known.tags,
    readTime: isArticle ? analysis.readTime : known.readTime,
    featured: isArticle ? known.featured || analysis.featured : known.featured,
    abletonVersion: isArticle
      ? (analysis.abletonVersion ?? known.abletonVersion)
      : known.abletonVersion,
    ...featuredPicture(input, analysis.imageUrl, known),
  }
}

/** Field values of a text that was not analyzed. */
export function plainValues(
  type: CreatedType,
  formatted: string,
  input: Pick<CreatorInput, 'pictures' | 'selected' | 'tags'>,
  known: DraftValues,
): DraftValues {
  return {
    ...known,
    content: asBody(formatted),
    tags: type === 'articles' ? joinedTags(input.tags, known.tags) : known.tags,
    ...featuredPicture(input, null, known),
  }
}

/** The known field values with what the front matter of the text says in their place. */
export function writtenValues(
  type: CreatedType,
  { title, excerpt, metaDescription, tags }: FrontMatterFields,
  known: DraftValues,
  language = 'en',
): DraftValues {
  const values = { ...known, title: title || known.title, excerpt: excerpt || known.excerpt }
  if (type !== 'articles') return values
  return {
    ...values,
    slug: known.slug || (title && slugify(title, language)),
    metaDescription: metaDescription || known.metaDescription,
    tags: tags.length > 0 ? tags : known.tags,
  }
}

/**
 * The featured image: the selected picture, else the first one in the text, else the present one.
 */
function featuredPicture(
  { pictures, selected }: Pick<CreatorInput, 'pictures' | 'selected'>,
  analyzed: string | null,
  known: DraftValues,
): Pick<DraftValues, 'imageUrl' | 'imageAlt'> {
  const picture = pictures.find(({ url }) => url === selected)
  if (picture) return { imageUrl: picture.url, imageAlt: picture.alt }
  if (known.imageUrl || !analyzed) return { imageUrl: known.imageUrl, imageAlt: known.imageAlt }
  return { imageUrl: analyzed, imageAlt: '' }
}

/** Joins two lists of tags without duplicates; those that the person chose come first. */
function joinedTags(first: ReadonlyArray<string>, more: ReadonlyArray<string>): Array<string> {
  return [...first, ...more.filter((tag) => !first.some((other) => sameTag(tag, other)))]
}

/** Text as stored in a file, with a final line break. */
function asBody(text: string) {
  return text.trim() === '' ? '' : `${text.trimEnd()}\n`
}
