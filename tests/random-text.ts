import fc from 'fast-check'

/**
 * Any character: of ASCII, of the basic plane, of all of Unicode, or one of several code points.
 * The units of fast-check itself take more than a second to build.
 */
const character = fc.oneof(
  fc
    .oneof(fc.nat(0x7f), fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
    .map((code) => String.fromCodePoint(code)),
  fc.constantFrom('e\u0301', '👩‍🎤', '🇩🇪', 'नि', '한', '1️⃣'),
)

/** A text of any characters. */
export const randomText = (constraints = {}) => fc.string({ unit: character, ...constraints })
