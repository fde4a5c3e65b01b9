/** A line of a formatted text, for finding headings that no mark shows. */
export interface PlainLine {
  kind: 'code' | 'blank' | 'heading' | 'item' | 'table' | 'quote' | 'text'
  text: string
}

const longestHeading = 90
const mostWords = 14
/** A text line of this length is part of a paragraph. */
const paragraphLength = 60

const bold = /^(?:\*\*|__)([^*_]{1,90})(?:\*\*|__)(:?)$/
const numbered = /^\s{0,3}(\d{1,2})[.)]\s+(\S.*)$/
/**
 * Lines that stand alone and are no headings: greetings, endings of letters, dates, names of
 * authors, captions, links and buttons.
 */
const noHeading = [
  /^(?:hi|hello|hey|dear|good (?:morning|evening)|welcome)\b[^.?]{0,40}[,!]?$/i,
  /^(?:cheers|thanks|thank you|best|regards|yours|love|sincerely|see you|happy \w+|enjoy|ok|okay)\b[^?]{0,40}$/i,
  /^by \p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,3} ?$/iu,
  /^(?:posted|published|updated|written|last updated|words|text|photos?|image|picture|figure|fig\.?|caption|source|credits?|table|listing|advertisement|sponsored|share|subscribe|read more|related|tags?|filed under)(?::|$| (?:by|on|in|from|at|this|courtesy|\d))/i,
  /^(?:status|author|date|level|category|version|difficulty|time|duration|reading time|bpm|key|tempo|genre|daw)s?:/i,
  /^(?:\p{L}{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\.? \p{L}{3,9} \d{4}|\d{1,4}[./-]\d{1,2}[./-]\d{1,4})$/u,
  /^(?:https?:|www\.|[^\s@]+@[^\s@.]+\.\S+$)/i,
  /^[^\p{L}\p{N}]*$/u,
  /^!?\[/,
  /^</,
]

/**
 * Marks the subheadings of a text that has none marked, as a pasted text does: short lines that
 * stand alone and that a paragraph follows, bold lines, and numbered lines with paragraphs between
 * them. The first line may be the title and stays. Expects formatted lines.
 */
export function withPlainHeadings(lines: ReadonlyArray<PlainLine>): ReadonlyArray<PlainLine> {
  if (isMarked(lines)) return lines
  const places = lines.flatMap(({ kind }, at) => (kind === 'blank' ? [] : [at]))
  const first = places[0]
  const isNumbered = numberedHeadings(lines, places)
  const isWrapped = isHardWrapped(lines)
  const candidates = new Set(
    places.filter(
      (at) => at !== first && (isNumbered.has(at) || isCandidate(lines, at, isWrapped)),
    ),
  )
  const headings = new Set(
    places.filter(
      (at, index) => candidates.has(at) && leadsSomewhere(lines, places, candidates, index),
    ),
  )
  const title = first !== undefined && !isWrapped && isTitle(lines, first) ? first : null
  if (headings.size === 0 && title === null) return lines
  return lines.flatMap((line, at): Array<PlainLine> => {
    if (at === title) return [line, { kind: 'blank', text: '' }]
    return headings.has(at)
      ? [{ kind: 'heading', text: `${depthMark(line.text)} ${headingText(line.text)}` }]
      : [line]
  })
}

/** Whether a line is a whole paragraph: longer than lines are wrapped. */
function isLongLine(text: string): boolean {
  return text.length > 80 && /^["'“‘(*_]*[\p{Lu}\p{N}]/u.test(text)
}

/** Whether the first line is a title that a paragraph follows without a gap. */
function isTitle(lines: ReadonlyArray<PlainLine>, at: number): boolean {
  const [line, after] = [lines[at] as PlainLine, lines[at + 1]]
  const isParagraph = after?.kind === 'text' && isLongLine(after.text)
  return (
    line.kind === 'text' &&
    isParagraph &&
    !/ {2}$/.test(line.text) &&
    looksLikeHeading(line.text.trim(), false)
  )
}

/** Whether the writer has marked headings: two or more, or one below the first level. */
function isMarked(lines: ReadonlyArray<PlainLine>): boolean {
  const marks = lines.flatMap(({ kind, text }) =>
    kind === 'heading' ? [/^#+/.exec(text)?.[0].length ?? 0] : [],
  )
  const underlined = lines.some(
    ({ kind, text }, at) =>
      kind === 'text' && /^ {0,3}(?:=+|-{2,})\s*$/.test(text) && lines[at - 1]?.kind === 'text',
  )
  return underlined || marks.length > 1 || marks.some((depth) => depth > 1)
}

/** Whether paragraphs have several lines, as in mails and files of text. */
function isHardWrapped(lines: ReadonlyArray<PlainLine>): boolean {
  const texts = lines.flatMap(({ kind, text }, at) =>
    kind === 'text' ? [{ text, next: lines[at + 1] }] : [],
  )
  const wrapped = texts.filter(
    ({ text, next }) => next?.kind === 'text' && !endsSentence(text) && text.length > 40,
  )
  return wrapped.length * 5 > texts.length
}

/** Whether Markdown reads a line as code, or as a part of the list above. */
export function isIndented(line: string): boolean {
  return /^(?: {4}| {0,3}\t)/.test(line)
}

function isCandidate(lines: ReadonlyArray<PlainLine>, at: number, isWrapped: boolean): boolean {
  const { kind, text } = lines[at] as PlainLine
  const before = lines[at - 1]
  const isAlone = before === undefined || before.kind === 'blank' || before.kind === 'heading'
  if (kind !== 'text' || isIndented(text) || !(isAlone || endsSentence(before.text))) return false
  const after = lines[at + 1]
  // What goes on in the next line is the start of a paragraph.
  if (after?.kind === 'text' && (isWrapped || !isLongLine(after.text))) return false
  const line = text.trim()
  const inBold = bold.exec(line)
  return looksLikeHeading(
    inBold ? `${inBold[1]}${inBold[2]}` : line,
    isAlone || after?.kind === 'text' || inBold !== null,
  )
}

/** Symbols such as emoji that some writers begin their headings with. */
const leadingSymbols = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\u200d|\ufe0f){1,8} ?/u

/**
 * `stands`: below a blank line, where also a name in code or a line without capitals may be a
 * heading.
 */
function looksLikeHeading(whole: string, stands: boolean): boolean {
  const line = whole.replace(leadingSymbols, '')
  const words = line.split(/\s+/)
  if (
    line.length > longestHeading ||
    words.length > mostWords ||
    noHeading.some((sign) => sign.test(line))
  )
    return false
  const begins =
    /^["'“‘(¿¡*_`]*[\p{Lu}\p{N}]/u.test(line) ||
    (stands && words.length <= 5 && /^[`\p{Ll}@$.<(]/u.test(line))
  // A sentence, or one that goes on in the next line; 'etc.' and 'vs.' end no heading either.
  if (
    !begins ||
    /[.,;…–—&+=]["'”’)]*$/.test(line) ||
    /[.!?]["'”’)]*\s+\p{Lu}/u.test(line.replace(/^\d{1,2}\.\s/, ''))
  )
    return false
  if (/!$/.test(line) && words.length > 4) return false
  // 'Attack: 10 ms' is a setting, and 'You need:' introduces what follows.
  if (
    /:\s+[-−+]?\d/.test(line) &&
    !/^(?:step|part|tip|day|chapter|lesson|rule|mistake|no\.?)\b/i.test(line)
  )
    return false
  return (
    !/:$/.test(line) ||
    (words.length <= 6 &&
      !/^(?:you|we|i|it|this|that|these|here|there|then|now|so|and|but|for example|note|tip|example|warning)\b/i.test(
        line,
      ))
  )
}

const endsSentence = (text: string) => /[.!?:…]["'”’)*_]*\s*$/.test(text)

/** Numbered lines that are headings: short, at least two, and with a paragraph behind each. */
function numberedHeadings(
  lines: ReadonlyArray<PlainLine>,
  places: ReadonlyArray<number>,
): ReadonlySet<number> {
  const found = places.filter((at, index) => {
    const line = numbered.exec((lines[at] as PlainLine).text)
    const next = places[index + 1]
    if (!line || next === undefined || lines[at]?.kind !== 'item') return false
    const after = lines[next] as PlainLine
    // A list of its own begins at 1; the next number is the next entry of one list.
    const opensList = after.kind === 'item' && /^\s{0,3}(?:[-*+]|1[.)])\s/.test(after.text)
    const isText = after.kind === 'text' && !/^\s{2,}/.test(after.text) && after.text.length >= 40
    const leads = isText || opensList || ['code', 'table', 'quote'].includes(after.kind)
    return (
      leads &&
      next > at + 1 &&
      !/\*\*|__/.test(line[2] as string) &&
      looksLikeHeading(line[2] as string, true)
    )
  })
  return new Set(found.length > 1 ? found : [])
}

/**
 * Whether text follows: a paragraph, a list, code, a table, or one more heading with text behind
 * it.
 */
function leadsSomewhere(
  lines: ReadonlyArray<PlainLine>,
  places: ReadonlyArray<number>,
  candidates: ReadonlySet<number>,
  index: number,
): boolean {
  const [at, next] = [places[index], places[index + 1]]
  if (at === undefined || next === undefined) return false
  const { kind, text } = lines[next] as PlainLine
  const ends = headingText((lines[at] as PlainLine).text)
  if (kind !== 'text') return !ends.endsWith(':')
  if (!candidates.has(next)) {
    const isParagraph = lines[next + 1]?.kind === 'text' || text.trim().length >= paragraphLength
    // A picture, a directive, a value in code: no words of a poem or an address.
    return (
      isParagraph ||
      /[.!?:…,;]["'”’)*_]*$/.test(text.trim()) ||
      /^[^\p{L}\p{N}"'“‘(*_]/u.test(text.trim())
    )
  }
  // A heading and one below it; more short lines in a row are a list, a poem or an address.
  const afterNext = places[index + 2]
  const isRun =
    candidates.has(places[index - 1] ?? -1) ||
    (afterNext !== undefined && candidates.has(afterNext))
  return !isRun && leadsSomewhere(lines, places, candidates, index + 1)
}

function headingText(text: string): string {
  const line = text.trim()
  const inBold = bold.exec(line)
  return inBold ? `${inBold[1]}${inBold[2]}` : line
}

/** '1.2 Name' stands below '1 Name'. */
function depthMark(text: string): string {
  return /^\d{1,2}\.\d{1,2}\.?\s/.test(text.trim()) ? '###' : '##'
}
