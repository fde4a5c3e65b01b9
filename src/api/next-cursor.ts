/** The cursor of the next page of a list, from the answer's `Link` header; null on the last page. */
export function nextCursor(response: Response): string | null {
  const link = /<([^<>]*)>;\s*rel="next"/.exec(response.headers.get('Link') ?? '')?.[1]
  return link === undefined ? null : new URLSearchParams(link.split('?')[1]).get('cursor')
}
