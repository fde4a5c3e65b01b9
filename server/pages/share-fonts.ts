import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** A part of a text in one font. */
export interface FontRun {
  family: string
  text: string
}

/** The fonts of share pictures. */
export interface ShareFonts {
  /** The text without characters that no font has; empty when too little of it is left to be read. */
  drawable(text: string): string
  /** The parts of a drawable text, each in the font that has its letters. */
  runs(text: string): Array<FontRun>
  /** The paths of the files that some texts need. */
  files(texts: ReadonlyArray<string>): Array<string>
}

interface Font {
  file: string
  family: string
  has: RegExp
}

/** The site's own font in its two weights, in every picture. */
const own = ['bricolage-grotesque-500.ttf', 'bricolage-grotesque-700.ttf']

/** The share of the letters of a text that fonts must have: with more gaps it can't be read. */
const leastLegible = 0.7

/**
 * Reads which characters the fonts of a folder have (`coverage.json`, in the order in which they are asked); a font itself is read when a picture needs it. Rejects when
 * the file is missing.
 */
export async function openShareFonts(folder: string): Promise<ShareFonts> {
  const text = await readFile(path.join(folder, 'coverage.json'), 'utf8')
  const listed = Object.entries(JSON.parse(text) as Record<string, { family: string; characters: string }>)
  const fonts = listed.map(([file, { family, characters }]): Font => ({ file, family, has: patternOf(characters) }))

  /** The font of a character. What is no letter stays in the font before it, if that has it: the space between two words of Arabic. */
  function fontOf(character: string, before: Font | null): Font | null {
    if (before && (joining.test(character) || (!/\p{L}/u.test(character) && before.has.test(character)))) return before
    return fonts.find(({ has }) => has.test(character)) ?? null
  }

  function fontRuns(text: string): Array<{ font: Font; text: string }> {
    const runs: Array<{ font: Font; text: string }> = []
    for (const character of text) {
      const last = runs.at(-1)
      const font = fontOf(character, last?.font ?? null)
      if (last && font === last.font) last.text += character
      else if (font) runs.push({ font, text: character })
    }
    return runs
  }

  return {
    drawable(text) {
      const plain = text.normalize('NFC')
      const kept = fontRuns(plain)
        .map((run) => run.text)
        .join('')
      const letters = (some: string) => some.match(/[\p{L}\p{N}]/gu)?.length ?? 0
      return letters(kept) < leastLegible * letters(plain) ? '' : kept.replace(/\s+/g, ' ').trim()
    },
    runs: (text) => fontRuns(text).map(({ font, text }) => ({ family: font.family, text })),
    files: (texts) =>
      [...new Set([...own, ...texts.flatMap((text) => fontRuns(text).map(({ font }) => font.file))])].map((file) =>
        path.join(folder, file),
      ),
  }
}

/** Characters without a shape, which join others: in Persian, Indic scripts and emoji. */
const joining = /\u200c|\u200d|\ufe0f/

/** Ranges such as `20-7e a9 1f600-1f64f` as a pattern for one character. */
function patternOf(ranges: string): RegExp {
  const classes = ranges.split(' ').map((range) =>
    range
      .split('-')
      .map((code) => `\\u{${code}}`)
      .join('-'),
  )
  return new RegExp(`^[${classes.join('')}]$`, 'u')
}
