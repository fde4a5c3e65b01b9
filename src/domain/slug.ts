import transliterate from '@sindresorhus/transliterate'

/**
 * Slugs that would collide with addresses of the admin or the router, or with reserved names of
 * Windows.
 */
export const reservedSlugs: ReadonlySet<string> = new Set([
  'new',
  'edit',
  'con',
  'prn',
  'aux',
  'nul',
  'rss.xml',
])

/** The length limit of a slug, in characters. */
export const slugMaxLength = 120

/**
 * The length limit of a slug, in bytes of UTF-8: names of files have at most 255, and a slug may
 * follow a date or a number there and be followed by `.md`.
 */
export const slugMaxBytes = 200

/** A letter or digit of another script than Latin, with the marks that belong to it. */
const otherSign = String.raw`(?![\p{ASCII}\p{Script=Latin}\u02b0-\u02ff])[\p{L}\p{N}]\p{M}*`
const signs = new RegExp(String.raw`[a-z0-9_\s-]|${otherSign}`, 'gu')
const slugSigns = new RegExp(`[a-z0-9_-]|${otherSign}`, 'gu')

/** Whether a text consists of the signs of slugs. */
function hasSlugSigns(text: string): boolean {
  return /^[a-z0-9_-]+$/.test(text) || (text !== '' && text.replace(slugSigns, '') === '')
}

/**
 * A title as a slug (specification, section 5; rulings, section 10): lowercase, word characters,
 * spaces and hyphens kept, whitespace to hyphens, repeated hyphens collapsed, trimmed. Letters of
 * Latin alphabets become those of English; on a site in German, umlauts become two letters. Letters
 * and digits of other scripts stay, with their marks. May be empty.
 */
export function slugify(title: string, language = 'en'): string {
  const locale = /^de\b/i.test(language) ? 'de' : null
  const plain = withoutVariants(title)
    .replace(/\p{Script=Latin}\p{M}*/gu, (letter) => plainLetter(letter, locale))
    .toLowerCase()
    .normalize('NFC')
  return cutSlug(hyphenated((plain.match(signs) ?? []).join('')))
}

/** Whether a slug was made of a title, on a site in any language. */
export function isSlugOf(title: string, slug: string): boolean {
  return slug === slugify(title) || slug === slugify(title, 'de')
}

/**
 * The text without variants of characters that mean the same: full-width letters, ligatures, the
 * shapes of emoji; `1½` is `1-1-2`. Thai, Lao and Korean have letters that this would take apart
 * into ones that nobody types.
 */
function withoutVariants(text: string): string {
  return text
    .replace(/[\p{Variation_Selector}\p{Me}]/gu, '')
    .replace(/[¼-¾⅐-⅞↉]/g, ' $& ')
    .replace(/[^\p{Script=Thai}\p{Script=Lao}\p{Script=Hangul}]+/gu, (part) =>
      part.normalize('NFKC').replaceAll('⁄', '-'),
    )
    .normalize('NFC')
}

/** Letters of living alphabets that the library does not know. */
const otherLetters: ReadonlyMap<string, string> = new Map(
  'b:ƀɓ d:ɖɗ e:ǝɛ f:ƒ g:ǥɣ i:ɨɩ k:ĸƙ n:ɲ ng:ŋ o:ɵɔ sh:ʃ t:ŧƭ u:ʊ v:ʋ y:ƴ z:ƶ zh:ʒ :ꞌ'
    .split(' ')
    .flatMap((entry) => {
      const [plain = '', letters = ''] = entry.split(':')
      return [...letters].map((letter) => [letter, plain] as const)
    }),
)

/** A letter of a Latin alphabet in those of English, as far as it is known. */
function plainLetter(letter: string, locale: string | null): string {
  if (/^[a-z]$/i.test(letter)) return letter
  if (locale !== null && /^[äöü]$/i.test(letter)) return transliterate(letter, { locale })
  const bare = letter.normalize('NFKD').replace(/\p{M}/gu, '')
  return /^[a-z]+$/i.test(bare)
    ? bare
    : (otherLetters.get(bare.toLowerCase()) ?? transliterate(bare))
}

/**
 * The slug that the name of a file gives. Letters lose their diacritics, and other letters are
 * dropped: addresses that exist depend on it, so it stays as it was when they were made.
 */
export function nameSlug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  return cutSlug(hyphenated(plain.replace(/[^\w\s-]/g, '')))
}

/**
 * The slug that the name of a file or a person gives: where `nameSlug` leaves nothing, the one of
 * its letters in any script. Null for none.
 */
export function slugOfName(name: string): string | null {
  return [nameSlug(name), slugify(name)].find(isSlug) ?? null
}

function hyphenated(words: string): string {
  return words.trim().replace(/\s+/g, '-').replace(/-{2,}/g, '-').replace(/^-|-$/g, '')
}

/** The length in UTF-8. The domain has no encoder of its own. */
const bytesOf = (slug: string) => encodeURIComponent(slug).replace(/%../g, '%').length

/**
 * The beginning of a slug that leaves room for this many ASCII characters behind it, cut between
 * characters as people see them.
 */
export function cutSlug(slug: string, room = 0): string {
  const fits = (part: string) =>
    part.length + room <= slugMaxLength && bytesOf(part) + room <= slugMaxBytes
  if (fits(slug)) return slug
  let cut = ''
  for (const { segment } of new Intl.Segmenter('en').segment(slug)) {
    if (!fits(cut + segment)) break
    cut += segment
  }
  return cut.replace(/-$/, '')
}

/**
 * The words of a key, which has underscores between them: the signs of slugs in one letter case and
 * NFC.
 */
export const keyPattern = new RegExp(
  `^(?:[a-z0-9]|${otherSign})+(?:_(?:[a-z0-9]|${otherSign})+)*$`,
  'u',
)

/**
 * The key that a label gives, such as `house_plants`; empty when it has no letter that an address
 * can contain.
 */
export function keyOfLabel(label: string, language = 'en', length = 40): string {
  const signs = [...slugify(label, language).replace(/[-_]+/g, '_')]
  return signs.slice(0, length).join('').replace(/^_|_$/g, '')
}

/** Why a text can't be the last part of an article's address; null when it can. */
export function slugFault(text: string): string | null {
  if (isSlug(text)) return null
  if (reservedSlugs.has(text))
    return `The site needs the name '${text}' itself; choose another slug`
  if (hasSlugSigns(text) && (text.length > slugMaxLength || bytesOf(text) > slugMaxBytes))
    return `A slug has at most ${slugMaxLength} characters, and at most ${slugMaxBytes} bytes of UTF-8`
  return 'A slug has lowercase letters, digits, hyphens and underscores only'
}

/** Whether a text can be the last part of an article's address. */
export function isSlug(text: string): boolean {
  return (
    text.length <= slugMaxLength &&
    hasSlugSigns(text) &&
    !/^[_-]|[_-]$/.test(text) &&
    text === text.toLowerCase().normalize('NFC') &&
    bytesOf(text) <= slugMaxBytes &&
    !reservedSlugs.has(text)
  )
}
