/**
 * Whether two Markdown texts differ only in formatting: same words, numbers, punctuation, code and addresses in the
 * same order. Markup of headings, lists, quotes, tables and emphasis is ignored. Linear in the length.
 */
export function saysTheSame(one: string, other: string): boolean {
  return bare(one) === bare(other)
}

function bare(markdown: string): string {
  return markdown
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .filter((line) => !/^[\s|:=*_-]*$/.test(line) && !/^\s*(?:```|~~~)[\w-]*\s*$/.test(line))
    .map((line) => line.replace(/^[\s>]*(?:#{1,6}\s+|(?:[-*+]|\d{1,9}[.)])\s+)?(?:\[[ xX]\]\s+)?/, ''))
    .join('')
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    .replace(/[\s*_`|]+/g, '')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
}
