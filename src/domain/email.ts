/**
 * Non-space text, an @, more text, a dot, more text (specification, section 5). Without separators
 * and brackets of address lists, so that the text is one address, and without control and invisible
 * characters.
 */
const emailPattern =
  /^[^\s\p{C}@,;:<>"\\()[\]]+@[^\s\p{C}@,;:<>"\\()[\]]+\.[^\s\p{C}@,;:<>"\\()[\]]+$/u

/**
 * Letters of other scripts look like Latin ones; together with Latin letters they are meant to
 * deceive.
 */
const latin = /\p{Script=Latin}/u
const alike = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Cherokee}\p{Script=Armenian}]/u

/**
 * Whether the text may be an e-mail address. In a file without zod, so that forms of public pages
 * do not load it.
 */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    emailPattern.test(text) &&
    text.normalize('NFKC') === text &&
    !mixesLetters(text)
  )
}

/** Whether one part of the address contains both Latin letters and letters that look like them. */
function mixesLetters(text: string): boolean {
  return text.split(/[@.]/).some((part) => latin.test(part) && alike.test(part))
}
