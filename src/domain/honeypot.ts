/** The name of a field that people don't see and programs fill in. In a file of its own, so that a form in the browser needs no schema library for it. */
export const honeypot = 'website'
