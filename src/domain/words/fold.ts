/**
 * Letters that a language also writes as two, such as ä and ae in German. Both are folded to the
 * two.
 */
export type Digraphs = ReadonlyMap<string, string>

/** Letters that Unicode does not decompose into a base letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  '♯': '#',
  '♭': 'b',
}

/** A character that `fold` may have to change in a lower-case text. */
export const beyondAscii = /[^\n\r\t -~]/

/**
 * The marks of scripts that are also written without them. In others, such as Devanagari and Thai,
 * marks are vowels; in kana, they are other consonants, and the Cyrillic й is another letter than
 * и.
 */
const diacritics =
  /(?![\u3099\u309a])(?=[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])(?!(?<=и)\u0306)\p{M}/gu

/**
 * Lower case without diacritics; ß, æ and similar become plain letters, and the signs of music #
 * and b.
 */
export function fold(text: string, digraphs?: Digraphs): string {
  const lower = text.toLowerCase()
  if (!beyondAscii.test(lower)) return lower
  return (
    (digraphs ? withDigraphs(lower, digraphs) : lower)
      .normalize('NFKD')
      .replace(diacritics, '')
      // The vowel am of Thai and Lao, which a dictionary knows as one letter.
      .replace(/\u0e4d\u0e32/g, '\u0e33')
      .replace(/\u0ecd\u0eb2/g, '\u0eb3')
      .normalize('NFC')
      .replace(/[ßæœøłđðþı♯♭]/g, (letter) => plainLetters[letter] as string)
  )
}

function withDigraphs(text: string, digraphs: Digraphs): string {
  return text.normalize('NFC').replace(/[^ -~]/g, (letter) => digraphs.get(letter) ?? letter)
}
