/** What a body may contain in addition to CommonMark. Used by the editor and the renderer. */

/** Colors of `<mark data-color>`; the site's stylesheet defines them. */
export const markColors = ['yellow', 'green', 'blue', 'pink', 'orange', 'purple', 'red'] as const

/** GitHub's five callouts. */
export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const
export type CalloutKind = (typeof calloutKinds)[number]

/**
 * Specification, section 5, 'Links in the editor'. Addresses without a scheme are always allowed.
 */
export const linkSchemes = [
  'http',
  'https',
  'ftp',
  'ftps',
  'mailto',
  'tel',
  'callto',
  'sms',
  'cid',
  'xmpp',
]

/**
 * The prefix of all ids in a rendered body, so that a heading can neither hide a property of
 * `document` nor have the id of another element of the page. Writers link to `#warp-modes`; the
 * renderer changes such links to `#s-warp-modes`. Further bodies on one page have other prefixes.
 */
export const anchorPrefix = 's-'
