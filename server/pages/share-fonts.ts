import { readFileSync } from 'node:fs'
import path from 'node:path'
import families from './fonts/families.json' with { type: 'json' }

/** A part of a text in one font. */
export interface FontRun {
  family: string
  text: string
}

interface Font {
  file: string
  family: string
  has(character: string): boolean
}

/** The site's own font in its two weights, in every picture. */
const own = ['bricolage-grotesque-500.ttf', 'bricolage-grotesque-700.ttf']

/**
 * The fonts of share pictures: those of a folder, in the order of `families.json`, in which they
 * are asked. A font is read when a text first asks it; a missing one throws then.
 */
export function openShareFonts(folder: string) {
  const fonts = Object.entries(families).map(([file, family]): Font => {
    let ranges: ReadonlyArray<Range> | undefined
    return {
      file: path.join(folder, file),
      family,
      has(character) {
        ranges ??= characterRanges(readFileSync(this.file))
        const code = character.codePointAt(0)!
        return ranges.some(([first, last]) => first <= code && code <= last)
      },
    }
  })

  /**
   * The font of a character with its marks. What is no letter stays in the font before it, if that
   * has it: the space between two words of Arabic.
   */
  function fontOf(character: string, before: Font | undefined): Font | undefined {
    const candidates = before && !/\p{L}/u.test(character) ? [before, ...fonts] : fonts
    return candidates.find((font) =>
      [...character].every((part) => joining.test(part) || font.has(part)),
    )
  }

  function fontRuns(text: string): Array<FontRun & { font: Font }> {
    const runs: ReturnType<typeof fontRuns> = []
    for (const character of charactersOf(text)) {
      const last = runs.at(-1)
      const font = fontOf(character, last?.font)
      if (last && font === last.font) last.text += character
      else if (font) runs.push({ font, family: font.family, text: character })
    }
    return runs
  }

  return {
    /**
     * The text without characters that no one sees; empty when no font has one of the others, since
     * a text with gaps says something else.
     */
    drawable(text: string): string {
      // What no font has is drawn in its plain form: bold letters of mathematics, Roman numerals.
      const plain = charactersOf(text.normalize('NFC').replace(/\s+/g, ' ').trim())
        .map((character) =>
          fontOf(character, undefined) ? character : character.normalize('NFKC'),
        )
        .join('')
      const kept = fontRuns(plain).reduce((start, { text }) => start + text, '')
      const seen = (some: string) => some.replace(/[\p{C}\p{Z}]/gu, '')
      return seen(kept) === seen(plain) ? kept : ''
    },
    /** The parts of a drawable text, each in the font that has its letters. */
    runs: fontRuns,
    /** The paths of the files that some texts need. */
    files: (texts: ReadonlyArray<string>) => [
      ...new Set([
        ...own.map((file) => path.join(folder, file)),
        ...texts.flatMap((text) => fontRuns(text).map(({ font }) => font.file)),
      ]),
    ],
  }
}

/** The characters of a text, each with its marks. */
export const charactersOf = (text: string) =>
  Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment)

/** Characters without a shape, which join others: in Persian, Indic scripts and emoji. */
const joining = /\u200c|\u200d|\ufe0f/

type Range = readonly [first: number, last: number]

/**
 * The characters that a TrueType font has, by its table `cmap`: the subtable of format 12, which
 * has all of them, or else that of format 4, for fonts that have none above U+FFFF.
 */
function characterRanges(font: Buffer): Array<Range> {
  const cmap = font.subarray(font.readUInt32BE(font.indexOf('cmap') + 8))
  const tables = Array.from({ length: cmap.readUInt16BE(2) }, (_, at) =>
    cmap.subarray(cmap.readUInt32BE(8 + 8 * at)),
  )
  const wide = tables.find((table) => table.readUInt16BE() === 12)
  if (wide) return rangesIn(wide, wide.readUInt32BE(12), 16, 20, 4, 12)
  const narrow = tables.find((table) => table.readUInt16BE() === 4)!
  const bytes = narrow.readUInt16BE(6)
  return rangesIn(narrow, bytes / 2, 16 + bytes, 14, 2, 2)
}

/**
 * The pairs of numbers of `size` bytes at two places of a table and each `step` bytes after them.
 */
function rangesIn(
  table: Buffer,
  length: number,
  first: number,
  last: number,
  size: number,
  step: number,
): Array<Range> {
  return Array.from({ length }, (_, at) => [
    table.readUIntBE(first + step * at, size),
    table.readUIntBE(last + step * at, size),
  ])
}
