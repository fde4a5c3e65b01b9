/**
 * What a save takes or frees that other saves may want too: names of files, addresses, ids. Two
 * saves without a common claim can be planned on the same commit, as if one had been made after the
 * other.
 */
export type Claims = ReadonlySet<string>

/** For saves that are made one after the other. */
export const noClaims: Claims = new Set()

/**
 * The claim to a path in the content folder. Case is ignored, because many file systems ignore it.
 */
export const fileClaim = (path: string): string => `file ${path.toLowerCase()}`

/**
 * The claim to a path without its extension: a download's description and its file have the same
 * one.
 */
export const stemClaim = (path: string): string =>
  `stem ${path.replace(/\.[^./]+$/, '').toLowerCase()}`
