/** Non-space text, an @, more text, a dot, more text (specification, section 5); no list separators, so that one address stays one. */
const emailPattern = /^[^\s@,;<>"\\()]+@[^\s@,;<>"\\()]+\.[^\s@,;<>"\\()]+$/

/** Whether the text may be an e-mail address. In a file of its own, so that a form in the browser needs no schema library for it. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && emailPattern.test(text)
}
