// Control characters, halves of surrogate pairs, U+FFFE and U+FFFF (XML 1.0, section 2.2).
// References to them are not allowed either.
const others = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/**
 * The text without the characters that XML can't contain: with one of them, no reader accepts a
 * document.
 */
export const xmlCharacters = (text: string): string => text.replace(others, '')
