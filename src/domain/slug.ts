import transliterate from '@sindresorhus/transliterate'

/** Slugs that would collide with addresses of the admin or the router, or with reserved names of Windows. */
export const reservedSlugs: ReadonlySet<string> = new Set(['new', 'edit', 'con', 'prn', 'aux', 'nul', 'rss.xml'])

/** The length limit of a slug, in characters. */
export const slugMaxLength = 120

/**
 * A title as a slug (specification, section 5; rulings, section 10): lowercase, word characters, spaces and hyphens kept, whitespace to hyphens, repeated hyphens
 * collapsed, trimmed. Letters of Latin alphabets become those of English; on a site in German, umlauts become two letters. May be empty.
 */
export function slugify(title: string, language = 'en'): string {
  const locale = /^de\b/i.test(language) ? 'de' : null
  return nameSlug(title.normalize('NFKC').replace(/\p{Script=Latin}\p{M}*/gu, (letter) => plainLetter(letter, locale)))
}

/** Whether a slug was made of a title, on a site in any language. */
export function isSlugOf(title: string, slug: string): boolean {
  return slug === slugify(title) || slug === slugify(title, 'de')
}

/** Letters of living alphabets that the library does not know. */
const otherLetters: ReadonlyMap<string, string> = new Map(
  'b:ƀɓ d:ɖɗ e:ǝɛ f:ƒ g:ǥɣ i:ɨɩ k:ĸƙ n:ɲ ng:ŋ o:ɵɔ sh:ʃ t:ŧƭ u:ʊ v:ʋ y:ƴ z:ƶ zh:ʒ :ꞌ'.split(' ').flatMap((entry) => {
    const [plain = '', letters = ''] = entry.split(':')
    return [...letters].map((letter) => [letter, plain] as const)
  }),
)

/** A letter of a Latin alphabet in those of English, as far as it is known. */
function plainLetter(letter: string, locale: string | null): string {
  if (/^[a-z]$/i.test(letter)) return letter
  if (locale !== null && /^[äöü]$/i.test(letter)) return transliterate(letter, { locale })
  const bare = letter.normalize('NFKD').replace(/\p{M}/gu, '')
  return /^[a-z]+$/i.test(bare) ? bare : (otherLetters.get(bare.toLowerCase()) ?? transliterate(bare))
}

/**
 * The slug that the name of a file gives. Letters lose their diacritics, and other letters are dropped: addresses that exist depend on it, so it stays as it was
 * when they were made.
 */
export function nameSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, slugMaxLength)
    .replace(/-$/, '')
}

/** Whether a text can be the last part of an article's address. */
export function isSlug(text: string): boolean {
  return text.length <= slugMaxLength && /^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/.test(text) && !reservedSlugs.has(text)
}
