import { linkSchemes } from '#domain/body-format.ts'

/** The result of a typed address. */
export type LinkChoice =
  | { kind: 'set'; href: string }
  | { kind: 'remove' }
  /** `isNoAddress`: the text may be the name of a page. */
  | { kind: 'refused'; reason: string; isNoAddress?: true }

/**
 * The link rules of the editor (specification, section 5): an address without a scheme gets
 * `https://`, an empty one removes the link, and only some schemes are allowed. Addresses within
 * the site (`/…`, `#…`, `?…`, `./…`) stay; mail addresses get `mailto:`. What looks like no address
 * is not made one.
 */
export function chooseLink(typed: string): LinkChoice {
  const text = typed.trim()
  if (!text) return { kind: 'remove' }
  if (/^(?:\/(?!\/)|#|\?|\.{1,2}\/)/.test(text)) return { kind: 'set', href: text }
  if (text.startsWith('//')) return { kind: 'set', href: `https:${text}` }
  if (/^[^\s@/:?#]+@[^\s@/:?#.]+(?:\.[^\s@/:?#.]+)+$/.test(text))
    return { kind: 'set', href: `mailto:${text}` }
  // `localhost:3000` is a host with a port.
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d+(?:[/?#]|$))/i.exec(text)?.[1]?.toLowerCase()
  if (!scheme && !isHost(text))
    return { kind: 'refused', reason: `'${text}' is no address.`, isNoAddress: true }
  if (!scheme) return { kind: 'set', href: `https://${text}` }
  if (linkSchemes.includes(scheme)) return { kind: 'set', href: text }
  return { kind: 'refused', reason: `Links that start with ${scheme}: are not allowed.` }
}

/** Whether a typed text is an address, and not the name of a page. */
export function isAddress(typed: string): boolean {
  const choice = chooseLink(typed)
  return choice.kind === 'set' || (choice.kind === 'refused' && !choice.isNoAddress)
}

/**
 * Whether a text without a scheme begins with the name of a host: `example.org/a`,
 * `localhost:3000`, `192.168.1.2`.
 */
function isHost(text: string): boolean {
  if (/\s/.test(text)) return false
  const host = text.replace(/[/?#].*$/s, '').replace(/:\d+$/, '')
  if (host === 'localhost' || /^(?:\d{1,3}\.){3}\d{1,3}$/.test(host)) return true
  return /^[^.]+(?:\.[^.]+)*\.(?:\p{L}{2,}|xn--[a-z\d-]+)\.?$/iu.test(host)
}
