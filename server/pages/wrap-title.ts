import { charactersOf } from './share-fonts.ts'

/** A title in lines of one font size. */
export interface WrappedTitle {
  size: number
  lines: Array<string>
}

/** The font sizes: the characters that a title in it has at the most, and the most lines. */
const sizes = [
  { size: 128, characters: 22, most: 2 },
  { size: 106, characters: 44, most: 2 },
  { size: 86, characters: 70, most: 3 },
  { size: 70, characters: 100, most: 4 },
  { size: 62, characters: Number.POSITIVE_INFINITY, most: 4 },
]

/** Scripts whose characters are as wide as they are high. */
const wide =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{Extended_Pictographic}]/gu

/**
 * Breaks a title into lines: at spaces, between words where a script has none, and inside a word
 * that is wider than a line. It has the largest size in which it fits; in the smallest one the end
 * is left out. `widthOf` measures a text in a size.
 */
export function wrapTitle(
  title: string,
  width: number,
  widthOf: (text: string, size: number) => number,
): WrappedTitle {
  const length = title.length + (title.match(wide)?.length ?? 0)
  const units = unitsOf(title)
  for (const { size, characters, most } of sizes) {
    if (length > characters) continue
    const lines = linesOf(units, (text) => widthOf(text, size) <= width)
    if (lines.length <= most) return { size, lines }
    if (size === sizes.at(-1)?.size) {
      const shown = lines.slice(0, most)
      const last = charactersOf(shown.pop() ?? '')
      return { size, lines: [...shown, `${last.slice(0, -2).join('')}…`] }
    }
  }
  throw new Error('the smallest size takes every title')
}

/**
 * The parts of a text between which a line may end, with the spaces behind them. Punctuation stays
 * with the word that it belongs to.
 */
function unitsOf(title: string): Array<string> {
  const units: Array<string> = []
  for (const token of title.match(/\S+\s*/g) ?? []) {
    if (!unspaced.test(token)) units.push(token)
    else
      for (const { segment, isWordLike } of words.segment(token)) {
        const opened = opening.test(units.at(-1) ?? '')
        if (units.length > 0 && (opened || (!isWordLike && !opening.test(segment))))
          units.push(units.pop() + segment)
        else units.push(segment)
      }
  }
  return units
}

const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u
const opening = /^[\p{Ps}\p{Pi}]+$/u
const words = new Intl.Segmenter('en', { granularity: 'word' })

function linesOf(units: ReadonlyArray<string>, fits: (text: string) => boolean): Array<string> {
  const lines: Array<string> = []
  let line = ''
  const add = (unit: string) => {
    if (line === '' || fits((line + unit).trimEnd())) line += unit
    else {
      lines.push(line.trimEnd())
      line = unit
    }
  }
  for (const unit of units) {
    if (fits(unit.trimEnd())) add(unit)
    else charactersOf(unit).forEach(add)
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()]
}
