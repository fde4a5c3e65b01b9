/** A picture of a text without an alternative text, and where it stands. */
export interface BarePicture {
  url: string
  /** Index of its first character. */
  at: number
}

/** The pictures of a Markdown text that have no alternative text. */
export function picturesWithoutAlt(markdown: string): Array<BarePicture> {
  return [...markdown.matchAll(/!\[\]\(\s*<?([^\s()<>]{1,1000})/g)].map(
    ({ 1: url = '', index }) => ({
      url,
      at: index,
    }),
  )
}

/** The text with an alternative text for its first picture of an address that has none. */
export function withAlt(markdown: string, url: string, alt: string): string {
  const picture = picturesWithoutAlt(markdown).find((one) => one.url === url)
  if (!picture) return markdown
  const escaped = alt.replace(/[\\[\]]/g, '\\$&')
  const inside = picture.at + '!['.length
  return markdown.slice(0, inside) + escaped + markdown.slice(inside)
}
