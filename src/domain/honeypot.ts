/**
 * The name of a hidden form field that only bots fill in. In a file without zod, so that forms of
 * public pages do not load it.
 */
export const honeypot = 'website'
