/**
 * The address of a link or picture on the page `pageUrl`, absolute; one that is absolute already,
 * or invalid, stays as it is.
 */
export function absoluteAddress(address: string, pageUrl: string): string {
  if (URL.canParse(address) || !URL.canParse(address, pageUrl)) return address
  return new URL(address, pageUrl).href
}
