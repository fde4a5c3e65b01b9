/** So much of a text behind `/media/` may be the path of a picture. */
const longestPath = 300
const endings = /\.(?:jpe?g|png|gif|webp|svg)(?![a-z0-9])/gi
/** An address of another site in front of `/media/`; its pictures are not ours. */
const origin = /https?:\/\/[^\s/"'()<>[\]]+$/i

/**
 * Paths (`media/…`, decoded) that pictures of this site may have of which a text speaks, wherever that is: frontmatter, Markdown or HTML. Where a path
 * could end in several places, all of them are answered.
 */
export function mediaMentions(text: string, siteUrl: string): ReadonlyArray<string> {
  const found = new Set<string>()
  for (let at = text.indexOf('/media/'); at >= 0; at = text.indexOf('/media/', at + 1)) {
    const before = origin.exec(text.slice(Math.max(0, at - longestPath), at))?.[0]
    if (before !== undefined && before !== siteUrl) continue
    const rest = (/^[^\r\n]*/.exec(text.slice(at + 1, at + 1 + longestPath)) ?? [''])[0]
    for (const ending of rest.matchAll(endings)) {
      const path = rest.slice(0, ending.index + ending[0].length)
      found.add(path)
      found.add(decoded(path.replaceAll('&amp;', '&')))
    }
  }
  // A text cut out of a file keeps the whole file in memory; going through JSON makes texts of their own.
  return JSON.parse(JSON.stringify([...found]))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
