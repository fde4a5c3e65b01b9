/** Labels under which mails have UTF-8 all the same: what can't be more than one byte a letter, and what says nothing. */
const narrow =
  /^(?:us-ascii|ascii|ansi_x3\.4-1968|iso[-_]?8859[-_]1|latin-?1|l1|cp819|(?:x-)?cp1252|windows-1252|unknown-8bit|x-unknown)$/i
const utf8 = /^(?:utf-?8|unicode-1-1-utf-8)$/i

/**
 * The charset of a text whose label can't be true; null where the label stands. `declared` is null for none, which means UTF-8. Only what is certain is
 * corrected: letters of one byte each are never whole UTF-8 by chance, and a text without a single letter of UTF-8 is none.
 */
export function trueCharset(declared: string | null, bytes: Uint8Array<ArrayBuffer>): 'utf-8' | 'windows-1252' | null {
  if (declared !== null && narrow.test(declared.trim())) return lettersOfUtf8(bytes) === 'all' ? 'utf-8' : null
  if (declared !== null && !utf8.test(declared.trim())) return null
  return lettersOfUtf8(bytes) === 'none' ? 'windows-1252' : null
}

/** How many of the bytes above ASCII are letters of UTF-8; null when there are no such bytes. */
function lettersOfUtf8(bytes: Uint8Array<ArrayBuffer>): 'all' | 'some' | 'none' | null {
  if (bytes.every((byte) => byte < 0x80)) return null
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'all'
  } catch {
    // One that was cut off or damaged in places is still UTF-8.
    const rest = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replaceAll('\ufffd', '')
    return [...rest].some((letter) => letter > '\x7f') ? 'some' : 'none'
  }
}
