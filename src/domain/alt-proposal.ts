import { liveDevices, liveHardware } from './text-analysis/live-devices.ts'

/** What is known of a picture without looking at it. */
export interface PictureWords {
  /** The name of its file. */
  name: string
  /** The text that it stands in, in Markdown. */
  text: string
}

const longest = 140
/** Words of cameras, programs and folders, which say nothing of what a picture shows. */
const emptyWords =
  /^(?:my|our|img|image|images|picture|pic|photo|dsc[fn]?|pxl|mvimg|gopr|scan|screen|shot|screenshot|screencast|screengrab|snapshot|capture|bildschirmfoto|foto|bild|untitled|unnamed|unknown|download|file|temp|tmp|test|new|copy|kopie|final|edited|edit|export|exported|version|original|full|large|medium|small|thumb|thumbnail|scaled|crop|cropped|resized|signal|pasted|clipboard|cover|hero|header|banner|at|am|pm|um|jpe?g|png|gif|webp|svg|v\d+|\d+x\d*|\d+px|\d+k|[0-9a-f]{7,}|\d{3,})$/i
/** Names whose words are made by a machine, such as those of an upload. */
const madeByMachine = /^[\da-f]{8}-[\da-f]{4}-|^(?=.*\d)[a-z\d]{20,}$/i
/** The end of a sentence that announces a picture. */
const leadIn =
  /^(?:(?:and )?(?:here|this|these|that)(?: is|'s| are)|here you (?:can )?see|you (?:can )?see|the picture shows|it shows)\s+/i
const vague =
  /\b(?:this|that|these|those|following|below|above|so|now|then|it|here|steps?|things?|ways?|rules?|reasons?)\b/i

const spelling: ReadonlyArray<string> = [...liveDevices, ...liveHardware]
  .flatMap(({ name, aliases = [] }) => [name, ...aliases])
  .filter((name) => name.includes(' ') || /[A-Z].*[A-Z]/.test(name))
  .concat(
    'Ableton',
    'Ableton Live',
    'Session View',
    'Arrangement View',
    'MIDI',
    'LFO',
    'EQ',
    'BPM',
    'CPU',
    'ADSR',
  )
const single = new Map(
  liveDevices
    .filter(({ name }) => !name.includes(' '))
    .map(({ name }) => [name.toLowerCase(), name]),
)

/**
 * Proposes an alternative text from the caption, the file's name, or the words that announce the
 * picture; empty when they say nothing of what it shows. Sizes, colours and what the pixels may
 * show are never guessed. Without `devices`, their names are words like others.
 */
export function proposeAlt({ name, text }: PictureWords, devices = true): string {
  const place = placeOf(name, text)
  const named = fromName(name, devices)
  return sentence(
    (place && captionAt(text, place)) || named || (place && announcedAt(text, place)) || '',
  )
}

/** Where the text has the picture; null when it does not stand in it yet. */
function placeOf(name: string, text: string): { from: number; to: number } | null {
  const base = encodeURI(name)
  for (const { 0: whole, index } of text.matchAll(/!\[[^[\]\n]*\]\([^()\n]*\)/g))
    if (name !== '' && (whole.includes(`/${name}`) || whole.includes(`/${base}`)))
      return { from: index, to: index + whole.length }
  return null
}

/** A title of the picture, or a line in italics below it. */
function captionAt(text: string, { from, to }: { from: number; to: number }): string {
  const title = /["'(]([^"'()]{4,})["')]\)$/.exec(text.slice(from, to))?.[1]
  const below = /^\n\n?[ \t]*[*_]([^*_\n]{4,})[*_][ \t]*(?:\n|$)/.exec(text.slice(to))?.[1]
  return title ?? below ?? ''
}

/**
 * The words of a file's name, when at least two of them say something, or one is the name of a
 * device.
 */
function fromName(name: string, devices: boolean): string {
  const base = name.replace(/\.[a-z\d]{2,5}$/i, '')
  if (madeByMachine.test(base)) return ''
  const words = base
    .replace(/whatsapp/gi, '')
    .replace(/([a-z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}'’]+/u)
    .filter((word) => word !== '' && !emptyWords.test(word))
  const letters = words.filter((word) => /\p{L}{2}/u.test(word))
  const [only] = letters
  if (devices && letters.length === 1 && only !== undefined && words.length === 1) {
    const device = single.get(only.toLowerCase())
    return device ? `${device} in Live` : ''
  }
  if (letters.length < 2) return ''
  const lastWord = words.findLastIndex((word) => !/^\d+$/.test(word))
  const said = words
    .slice(0, lastWord + 1)
    .join(' ')
    .toLowerCase()
  return devices ? spelled(said) : said
}

/** The end of the sentence before the picture when it announces something by a colon. */
function announcedAt(text: string, { from }: { from: number; to: number }): string {
  const before = text.slice(Math.max(0, from - 400), from).trimEnd()
  if (!before.endsWith(':')) return ''
  const line = (
    before
      .slice(0, -1)
      .split(/[.!?\n]/)
      .at(-1) ?? ''
  ).trim()
  if (line.length < 8 || line.length > 120) return ''
  const said = line.replace(leadIn, '').replace(/[*_`]/g, '')
  return said.split(/\s+/).length < 3 || vague.test(said) ? '' : said
}

function spelled(words: string): string {
  return spelling.reduce(
    (text, name) => text.replace(new RegExp(`(?<![\\p{L}\\d])${name}(?![\\p{L}\\d])`, 'giu'), name),
    words,
  )
}

function sentence(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim()
  const cut = line.length > longest ? line.slice(0, line.lastIndexOf(' ', longest)) : line
  return cut.charAt(0).toUpperCase() + cut.slice(1)
}
