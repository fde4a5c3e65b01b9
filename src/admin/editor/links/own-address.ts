/**
 * The short path of an address of this site (`https://site/article/a` → `/article/a`); null for any
 * other text.
 */
export function ownPath(text: string, origin = location.origin): string | null {
  const typed = text.trim()
  if (/^\/(?!\/)\S*$/.test(typed)) return typed
  if (!/^https?:\/\/\S+$/i.test(typed) || !URL.canParse(typed)) return null
  const url = new URL(typed)
  return url.origin === origin ? url.pathname + url.search + url.hash : null
}

/**
 * An address without the signs of the sentence behind it, as GitHub's Markdown reads it (GFM 0.29,
 * section 6.9): a closing bracket belongs to it when it holds the opening one, a quote never.
 */
export function withoutSentenceSigns(address: string): string {
  let end = address.length
  for (; end > 0; end -= 1) {
    const last = address[end - 1]!
    if (last === ')' && bracketsOf(address.slice(0, end)) >= 0) break
    if (!`?!.,:;*_~'")`.includes(last)) break
  }
  return address.slice(0, end)
}

/** How many round brackets stay open. */
function bracketsOf(text: string) {
  return text.split('(').length - text.split(')').length
}
