import { charactersOf, type FontRun } from './share-fonts.ts'

/** How a line of a card is written. */
export interface LineStyle {
  size: number
  weight: 500 | 700
  /** Between letters, in ems. */
  spacing: number
  /** Whether the line begins at the right. */
  fromRight: boolean
}

/** A line of a card: its parts, each in one font, with their distances from its left end. */
export interface CardLine extends LineStyle {
  parts: Array<FontRun & { x: number }>
  width: number
}

/** The width of a space between parts, in ems. */
const spaceWidth = 0.25

/** Scripts whose vowels stand around their consonants. */
const syllabic =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * The end of a consonant that makes one shape with the next, though a caret can stand between them:
 * in Kannada, Gurmukhi and Sinhala.
 */
const joinsNext = /[\u0ccd\u0a4d]$|\u0dca\u200d$/

/**
 * A part of a text as the engine can draw it: it puts the syllables of some scripts on top of each
 * other, unless each stands alone.
 */
function drawnAlone({ family, text }: FontRun): Array<FontRun> {
  if (!syllabic.test(text)) return [{ family, text }]
  const syllables: Array<FontRun> = []
  for (const character of charactersOf(text)) {
    const last = syllables.at(-1)
    if (
      last &&
      (/^\p{M}/u.test(character) || (joinsNext.test(last.text) && /^\p{L}/u.test(character)))
    )
      last.text += character
    else syllables.push({ family, text: character })
  }
  return syllables
}

/**
 * Puts the parts of a line beside each other: the engine that draws them loses letters when one
 * text has several fonts of scripts whose letters join. `measure` returns the width of a part.
 */
export function layLine(
  text: string,
  style: LineStyle,
  runs: (text: string) => ReadonlyArray<FontRun>,
  measure: (run: FontRun, style: LineStyle) => number,
): CardLine {
  const { fromRight } = style
  const parts: CardLine['parts'] = []
  let width = 0
  const alone = runs(text).flatMap(drawnAlone)
  for (const run of fromRight ? alone.reverse() : alone) {
    const spaces = [run.text.trimStart(), run.text.trimEnd()].map(
      (bare) => (run.text.length - bare.length) * spaceWidth * style.size,
    )
    const [before = 0, after = 0] = fromRight ? spaces.reverse() : spaces
    const part = { family: run.family, text: run.text.trim() }
    width += before
    if (part.text === '') continue
    parts.push({ ...part, x: width })
    width += measure(part, style) + after
  }
  return { ...style, parts, width }
}

/** Whether the first letter of a text belongs to a script that is written from the right. */
export function isFromRight(text: string): boolean {
  return /^\P{L}*(?=\p{L})[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text)
}

/**
 * A part of a line as SVG. One that begins from the right is embedded as such, so that the numbers
 * in it keep their places.
 */
export function LinePart({
  part,
  style,
  x,
  y,
}: {
  part: FontRun
  style: LineStyle
  x: number
  y: number
}) {
  const { size, weight, spacing } = style
  return (
    <text
      {...{
        x,
        y,
        fontSize: size,
        fontWeight: weight,
        fontFamily: part.family,
        letterSpacing: spacing * size,
      }}
    >
      {isFromRight(part.text) ? `\u202b${part.text}` : part.text}
    </text>
  )
}

/** A line as SVG, whose left or right end is at `x`. */
export function CardText({
  line,
  x,
  y,
  end = false,
}: {
  line: CardLine
  x: number
  y: number
  end?: boolean
}) {
  const left = end ? x - line.width : x
  return line.parts.map((part) => (
    <LinePart key={part.x} {...{ part, style: line, y }} x={left + part.x} />
  ))
}
