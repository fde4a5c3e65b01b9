/** What a body may hold beyond Markdown itself: the editor offers it, the renderer lets it pass. */

/** Colors of `<mark data-color>`; the site's stylesheet defines them. */
export const markColors = ['yellow', 'green', 'blue', 'pink', 'orange', 'purple', 'red'] as const

/** GitHub's five callouts. */
export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const
export type CalloutKind = (typeof calloutKinds)[number]

/** Specification, section 5, 'Links in the editor'. Addresses without a scheme are always allowed. */
export const linkSchemes = ['http', 'https', 'ftp', 'ftps', 'mailto', 'tel', 'callto', 'sms', 'cid', 'xmpp']
