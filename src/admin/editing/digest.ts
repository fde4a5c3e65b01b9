/**
 * A 64-bit hash (cyrb53 twice) of the signs of a text, to recognise it; not for security. `crypto.subtle` is
 * missing on pages without https.
 */
export function digestOf(codes: ReadonlyArray<number>): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (const code of codes) {
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0')
}
