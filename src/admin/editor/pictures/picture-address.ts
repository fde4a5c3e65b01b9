import { mediaPath } from '../../../api/media.ts'

/** The result of a typed picture address. */
export type TypedAddress =
  | { kind: 'empty' }
  | { kind: 'invalid' }
  /** A picture of this site, as written in texts. */
  | { kind: 'own'; url: string }
  /** `shown` is false for plain HTTP, which pages of this site must not load. */
  | { kind: 'foreign'; url: string; shown: boolean }

/**
 * Parses the address of a picture: absolute, HTTP or HTTPS (specification, section 5). An absolute
 * address on this site becomes a path.
 */
export function readAddress(typed: string, origin: string): TypedAddress {
  const text = typed.trim()
  if (text === '') return { kind: 'empty' }
  if (/^\/media\/./.test(text)) return { kind: 'own', url: withoutQuery(text) }
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return { kind: 'invalid' }
  const url = new URL(text)
  if (url.origin === origin && /^\/media\/./.test(url.pathname))
    return { kind: 'own', url: url.pathname }
  return { kind: 'foreign', url: url.href, shown: url.protocol === 'https:' }
}

/** The name of a picture's file. */
export function pictureName(url: string): string {
  return mediaPath(url).split('/').at(-1) ?? url
}

const withoutQuery = (url: string) => url.replace(/[?#].*$/s, '')
