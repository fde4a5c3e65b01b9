/**
 * The text of a CSV file as spreadsheets write it: UTF-8, UTF-16 with its mark at the beginning, or what Windows wrote before those. Every file has a text; whether
 * it is a list is for others to say.
 */
export function csvText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // No UTF-8. Node's decoder of Windows-1252 reads Latin-1 in some versions, which has the same letters.
    return Buffer.from(bytes).toString('latin1')
  }
}
