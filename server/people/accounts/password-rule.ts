import type { MeasuredPassword, PasswordStrength } from './password-strength.ts'

/**
 * Rules for a new password (NIST SP 800-63B). A sign-in needs only one character (specification).
 */
export const passwordMinLength = 10
const passwordMaxLength = 256
const fewestCharacters = 4
/** As many guesses as `zxcvbn` counts for ten characters in which it finds no pattern. */
const fewestGuesses = 1e10
/** Shorter parts of a name are in too many words. */
const shortestWord = 3

/** Whose password it is. */
export interface PasswordOwner {
  username: string
  name?: string
  email?: string
}

/** The rule that a new password breaks, as a sentence, or null. */
export type PasswordFault = (password: string, owner: PasswordOwner) => Promise<string | null>

/**
 * The rule for new passwords, for every place where one is chosen. `measure` counts the guesses for
 * a password; `siteWords` are the names and the address of the site.
 */
export function createPasswordRule(
  measure: (input: MeasuredPassword) => Promise<PasswordStrength>,
  siteWords: () => ReadonlyArray<string>,
): PasswordFault {
  return async (password, { username, name = '', email = '' }) => {
    const plainFault = plainPasswordFault(password, username)
    if (plainFault !== null) return plainFault
    const words = knownWords([username, name, email, ...siteWords()])
    const { guesses, isPersonal } = await measure({ password, words })
    if (guesses >= fewestGuesses) return null
    return isPersonal
      ? 'This password is easy to guess: it is made of your name or address, or those of the site.'
      : 'This password is easy to guess. Take several words that do not belong together.'
  }
}

/** What is seen of a password without measuring it, which takes half a second. */
export function plainPasswordFault(password: string, username: string): string | null {
  if (password.length < passwordMinLength)
    return `A password has at least ${passwordMinLength} characters.`
  if (password.length > passwordMaxLength)
    return `A password has at most ${passwordMaxLength} characters.`
  const plain = password.toLowerCase()
  if (plain.includes(username.toLowerCase())) return 'A password must not contain the user name.'
  if (new Set(plain).size < fewestCharacters)
    return 'A password needs more than three different characters.'
  return null
}

/**
 * Names and addresses as a guesser tries them: whole, their words, and the words written together.
 */
export function knownWords(texts: ReadonlyArray<string>): Array<string> {
  const words = new Set<string>()
  for (const text of texts) {
    const parts = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    for (const word of [text.toLowerCase(), ...parts, parts.join('')])
      if (word.length >= shortestWord) words.add(word)
  }
  return [...words]
}
