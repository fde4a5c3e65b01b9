import { decodeNamedCharacterReference } from 'decode-named-character-reference'

/** A text with the characters that its references stand for. */
export function withCharacters(text: string): string {
  return text.replace(
    /&(#\d{1,7}|#x[\da-f]{1,6}|[\da-z]{1,31});/gi,
    (whole, name: string) => characterOf(name) ?? whole,
  )
}

/** The characters of a reference (`amp`, `#38`, `#x26`); null for an unknown name. */
export function characterOf(reference: string): string | null {
  if (!reference.startsWith('#')) return decodeNamedCharacterReference(reference) || null
  const code = /^#x/i.test(reference)
    ? Number.parseInt(reference.slice(2), 16)
    : Number(reference.slice(1))
  const text = code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  return /[\p{Cs}\p{Cc}]/u.test(text) && !/\s/.test(text) ? '\ufffd' : text
}
