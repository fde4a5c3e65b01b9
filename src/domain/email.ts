/**
 * Non-space text, an @, more text, a dot, more text (specification, section 5). No list separators and no marks of address lists, so that one
 * address stays one; no control characters and none that can't be seen.
 */
const emailPattern = /^[^\s\p{C}@,;:<>"\\()[\]]+@[^\s\p{C}@,;:<>"\\()[\]]+\.[^\s\p{C}@,;:<>"\\()[\]]+$/u

/** Letters that look like Latin ones; beside Latin ones they are there to deceive. */
const latin = /\p{Script=Latin}/u
const alike = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Cherokee}\p{Script=Armenian}]/u

/** Whether the text may be an e-mail address. In a file of its own, so that a form in the browser needs no schema library for it. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && emailPattern.test(text) && text.normalize('NFKC') === text && !mixesLetters(text)
}

/** Whether one part of the address holds Latin letters and others that look like them. */
function mixesLetters(text: string): boolean {
  return text.split(/[@.]/).some((part) => latin.test(part) && alike.test(part))
}
