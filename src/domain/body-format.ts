/** What a body may hold beyond Markdown itself: the editor offers it, the renderer lets it pass. */

/** Colors of `<mark data-color>`; the site's stylesheet defines them. */
export const markColors = ['yellow', 'green', 'blue', 'pink', 'orange', 'purple', 'red'] as const

/** GitHub's five callouts. */
export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const
export type CalloutKind = (typeof calloutKinds)[number]

/** Specification, section 5, 'Links in the editor'. Addresses without a scheme are always allowed. */
export const linkSchemes = ['http', 'https', 'ftp', 'ftps', 'mailto', 'tel', 'callto', 'sms', 'cid', 'xmpp']

/**
 * Anchors of a body begin with this in the page, so that no heading can take the place of a property of `document` or of an id of the page
 * around it. Writers link to `#warp-modes`; such links are led to `#s-warp-modes`. (Further bodies on one page begin with other prefixes.)
 */
export const anchorPrefix = 's-'
