/**
 * Replaces each opening tag, its closing tag and what is between them. `open` is global; `close`
 * gives the closing tag of a match, in lower case. An opening tag without a closing one stays.
 * Takes linear time, which a pattern for all of it would not.
 */
export function replaceBetween(
  text: string,
  open: RegExp,
  close: (match: RegExpExecArray) => string,
  change: (match: RegExpExecArray, inner: string) => string,
): string {
  const lower = text.toLowerCase()
  const missing = new Set<string>()
  const pattern = new RegExp(open.source, open.flags)
  let result = ''
  let from = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const end = match.index + match[0].length
    const tag = close(match)
    const at = missing.has(tag) ? -1 : lower.indexOf(tag, end)
    if (at < 0) {
      missing.add(tag)
      continue
    }
    result += text.slice(from, match.index) + change(match, text.slice(end, at))
    from = at + tag.length
    pattern.lastIndex = from
  }
  return result + text.slice(from)
}
