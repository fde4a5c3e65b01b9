/**
 * Removes handlers and renames `style`, so that styles can be read but do not apply; the
 * Content-Security-Policy would report each. Values of attributes stay: content copied from the
 * editor keeps HTML and words in them.
 */
export function withoutEffects(html: string): string {
  return withChangedTags(withoutStyleSheets(html), (names) =>
    names.replace(/\sstyle\s*=/gi, ' data-css=').replace(/\son[a-z]+\s*=/gi, ' data-on='),
  )
}

/** Uses indexes: a pattern would take quadratic time on unclosed openings. */
function withoutStyleSheets(html: string): string {
  const [open, close] = ['<style', '</style>']
  // Only ASCII letters are lower-cased, so that the length stays the same.
  const small = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  let kept = ''
  let from = 0
  for (;;) {
    const start = small.indexOf(open, from)
    const end = start < 0 ? -1 : small.indexOf(close, start + open.length)
    if (end < 0) return kept + html.slice(from)
    kept += html.slice(from, start)
    from = end + close.length
  }
}

/**
 * Changes the text of opening tags outside of quotes. Goes through the text once: a pattern of a
 * whole tag would take quadratic time on unclosed quotes.
 */
function withChangedTags(html: string, change: (names: string) => string): string {
  const opening = /<[a-z]/gi
  const part = /"[^"]*"|'[^']*'|[^<>"']+|["']/y
  let changed = ''
  let from = 0
  for (let start = opening.exec(html); start; start = opening.exec(html)) {
    changed += html.slice(from, start.index + 1)
    from = start.index + 1
    part.lastIndex = from
    for (let found = part.exec(html); found; found = part.exec(html)) {
      changed += /^["']/.test(found[0]) ? found[0] : change(found[0])
      from = part.lastIndex
    }
    opening.lastIndex = from
  }
  return changed + html.slice(from)
}
