/** Labels that mails often use for UTF-8 text: single-byte charsets and unknown ones. */
const narrow =
  /^(?:us-ascii|ascii|ansi_x3\.4-1968|iso[-_]?8859[-_]1|latin-?1|l1|cp819|(?:x-)?cp1252|windows-1252|unknown-8bit|x-unknown)$/i
const utf8 = /^(?:utf-?8|unicode-1-1-utf-8)$/i

/**
 * Corrects the charset of a text when its label is certainly wrong; null when the label may be
 * right. `declared` is null without a label, which means UTF-8. Two cases are certain: text with a
 * single-byte label that is valid UTF-8 throughout, and text with a UTF-8 label that contains no
 * valid UTF-8 sequence.
 */
export function trueCharset(
  declared: string | null,
  bytes: Uint8Array<ArrayBuffer>,
): 'utf-8' | 'windows-1252' | null {
  if (declared !== null && narrow.test(declared.trim()))
    return lettersOfUtf8(bytes) === 'all' ? 'utf-8' : null
  if (declared !== null && !utf8.test(declared.trim())) return null
  return lettersOfUtf8(bytes) === 'none' ? 'windows-1252' : null
}

/** How many of the non-ASCII bytes are valid UTF-8; null when there are none. */
function lettersOfUtf8(bytes: Uint8Array<ArrayBuffer>): 'all' | 'some' | 'none' | null {
  if (bytes.every((byte) => byte < 0x80)) return null
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'all'
  } catch {
    // Text with some damaged bytes is still UTF-8.
    const rest = new TextDecoder('utf-8', { ignoreBOM: true })
      .decode(bytes)
      .replaceAll('\ufffd', '')
    return [...rest].some((letter) => letter > '\x7f') ? 'some' : 'none'
  }
}
