import { characterOf } from '../words/character-references.ts'

/** What a reader sees as written or decoded: an escaped sign, code, and a character reference. */
const literal =
  /\\([!-/:-@[-`{-~])|(`{1,3})([^`\n]{1,500})\2|&(#\d{1,7}|#x[\da-f]{1,6}|[\da-z]{1,31});/gi
/**
 * Private characters that stand for literals while the markup is removed: neither letters nor
 * spaces nor markup.
 */
const firstMark = 0xf0000
const lastMark = 0xffffd
const marks = /[\u{f0000}-\u{ffffd}]/gu
/** Tags between which a reader sees a space or a line break. */
const separatingTag = /<\/?(?:br|hr|p|div|li|t[dhr]|h[1-6])(?:[\s/][^<>]{0,1000})?>/gi

/** An exponent in HTML: digits and signs, which have raised forms in Unicode. */
const exponent = /<sup>([-+\d\u2212]{1,9})<\/sup>/gi
const signs = '-\u2212+0123456789'
const raised = '⁻⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹'

/**
 * The visible words of one line or paragraph of Markdown: link texts, no pictures, no markup;
 * escapes and character references as the signs that they mean. Uses bounded patterns instead of a
 * parser, so that the time is linear for any input.
 */
export function plainLine(markdown: string): string {
  const literals: Array<string> = []
  return markdown
    .replace(
      literal,
      (whole, escaped?: string, _fence?: string, code?: string, reference?: string) => {
        const text = escaped ?? code ?? characterOf(reference ?? '')
        return text === null || firstMark + literals.length > lastMark
          ? whole
          : String.fromCodePoint(firstMark + literals.push(text) - 1)
      },
    )
    .replace(/!\[[^[\]\n]{0,500}\](?:\([^()\n]{0,1000}\)|\[[^[\]\n]{0,200}\])/g, ' ')
    .replace(/\[([^[\]\n]{1,500})\](?:\([^()\n]{0,1000}\)|\[[^[\]\n]{0,200}\])/g, '$1')
    .replace(/\[\^[\w-]{1,60}\]/g, '')
    .replace(/<(https?:\/\/[^\s<>]{1,1000})>/g, '$1')
    .replace(exponent, (_whole, power: string) =>
      power.replace(/./g, (sign) => raised[signs.indexOf(sign)] as string),
    )
    .replace(separatingTag, ' ')
    .replace(/<\/?[a-z][^<>]{0,1000}>/gi, '')
    .replace(/\*{1,3}(?=\S)|(?<=\S)\*{1,3}/g, '')
    .replace(/(?<![\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}])/gu, '')
    .replace(/~~/g, '')
    .replace(marks, (mark) => literals[(mark.codePointAt(0) as number) - firstMark] ?? mark)
    .replace(/\s+/g, ' ')
    .trim()
}
