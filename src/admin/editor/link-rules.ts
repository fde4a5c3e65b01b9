import { linkSchemes } from '#domain/body-format.ts'

/** The result of a typed address. */
export type LinkChoice = { kind: 'set'; href: string } | { kind: 'remove' } | { kind: 'refused'; reason: string }

/**
 * The link rules of the editor (specification, section 5): an address without a scheme gets `https://`, an empty one
 * removes the link, and only some schemes are allowed. Addresses within the site (`/…`, `#…`, `?…`, `./…`) stay; mail
 * addresses get `mailto:`.
 */
export function chooseLink(typed: string): LinkChoice {
  const text = typed.trim()
  if (!text) return { kind: 'remove' }
  if (/^(?:\/(?!\/)|#|\?|\.{1,2}\/)/.test(text)) return { kind: 'set', href: text }
  if (text.startsWith('//')) return { kind: 'set', href: `https:${text}` }
  if (/^[^\s@/:?#]+@[^\s@/:?#.]+(?:\.[^\s@/:?#.]+)+$/.test(text)) return { kind: 'set', href: `mailto:${text}` }
  // `localhost:3000` is a host with a port.
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d+(?:[/?#]|$))/i.exec(text)?.[1]?.toLowerCase()
  if (!scheme) return { kind: 'set', href: `https://${text}` }
  if (linkSchemes.includes(scheme)) return { kind: 'set', href: text }
  return { kind: 'refused', reason: `Links that start with ${scheme}: are not allowed.` }
}
