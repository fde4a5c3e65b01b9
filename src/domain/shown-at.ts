/** The address of a picture for a width in pixels: `?w=` for pictures of this site, unchanged for others. */
export function shownAt(url: string, width: number): string {
  return url.startsWith('/media/') ? `${url.replace(/[?#].*$/s, '')}?w=${width}` : url
}
