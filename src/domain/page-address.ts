/** The public address of a page of the site's own texts, percent-encoded. */
export function pageAddress(name: string): string {
  return encodeURI(`/${name}`)
}
