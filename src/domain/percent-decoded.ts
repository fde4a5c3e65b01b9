/** The text without percent-encoding (RFC 3986, 2.1); null when it is not valid. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
