/**
 * An address as URLs are written: signs of a file name that end an address in attributes, `srcset`,
 * feeds or mails are percent-encoded; what is encoded already stays.
 */
export function encodedAddress(address: string): string {
  // Half a pair of surrogates is no character, and has no encoding.
  return encodeURI(address.replace(/[\ud800-\udfff]/gu, '\ufffd'))
    .replace(/%25(?=[0-9a-f]{2})/gi, '%')
    .replace(/[',]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/**
 * The address of a picture for a width in pixels: `?w=` for pictures of this site, unchanged for
 * others.
 */
export function shownAt(url: string, width: number): string {
  return encodedAddress(
    url.startsWith('/media/') ? `${url.replace(/[?#].*$/s, '')}?w=${width}` : url,
  )
}
