import { liveDevices, liveHardware } from './live-devices.ts'
import type { TextBlock } from './text-blocks.ts'

/**
 * Weighted counts of the terms of one to three words in a text; headings and the opening count more. Keys come from
 * `termKey`.
 */
export interface TermCounts {
  count(term: string): number
  /** All terms of `length` words within one clause, with their unweighted number of occurrences. */
  terms(length: 1 | 2 | 3): Iterable<[key: string, occurrences: number]>
  /** Occurrences of devices and hardware, by name. */
  devices: ReadonlyMap<string, number>
}

const longestTerm = 3
const headingWeight = 3
/** A title says what the whole text is about. */
const titleWeight = 8
/** The opening of a text usually names its topic. */
const openingWeight = 2
const openingBlocks = 2

/** Counts the terms of a text. `devicesIn` finds the devices that a line names. */
export function countTerms(blocks: ReadonlyArray<TextBlock>, devicesIn = namedDevices): TermCounts {
  const weighted = new Map<string, number>()
  const occurrences: Array<Map<string, number>> = Array.from({ length: longestTerm + 1 }, () => new Map())
  const devices = new Map<string, number>()
  let opening = openingBlocks
  for (const [at, { kind, text }] of blocks.entries()) {
    const isTitle = at === 0 && (kind === 'heading' || (blocks.length > 2 && isTitleLine(text)))
    const weight = isTitle ? titleWeight : kind === 'heading' ? headingWeight : opening > 0 ? openingWeight : 1
    if (kind === 'paragraph') opening -= 1
    for (const name of devicesIn(text, kind === 'heading')) devices.set(name, (devices.get(name) ?? 0) + weight)
    for (const clause of text.split(/[.!?;:,()](?=\s|$)|\s[–—-]\s|["“”]/)) {
      const keys = tokens(clause)
      for (let at = 0; at < keys.length; at += 1)
        for (let length = 1; length <= longestTerm && at + length <= keys.length; length += 1) {
          const key = keys.slice(at, at + length).join(' ')
          weighted.set(key, (weighted.get(key) ?? 0) + weight)
          const plain = occurrences[length] as Map<string, number>
          plain.set(key, (plain.get(key) ?? 0) + 1)
        }
    }
  }
  return {
    count: (term) => weighted.get(termKey(term)) ?? 0,
    terms: (length) => occurrences[length] as Map<string, number>,
    devices,
  }
}

/** Whether a paragraph is a title that no mark shows: short, and no sentence. */
export function isTitleLine(text: string): boolean {
  return text.length <= 90 && !/[.,;:]$/.test(text) && text.split(' ').length <= 14
}

/** The key of a term: lower case, singular, spaces for hyphens ('Plug-ins' → 'plug in'). */
export function termKey(term: string): string {
  return tokens(term).join(' ')
}

function tokens(text: string): Array<string> {
  const words = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
  return (words.match(/[\p{L}\p{N}]+(?:['’./&][\p{L}\p{N}]+)*/gu) ?? []).map(singular)
}

function singular(word: string): string {
  const bare = word.replace(/['’]s$/, '')
  if (bare.length > 4 && bare.endsWith('ies')) return `${bare.slice(0, -3)}y`
  if (bare.length > 4 && /(?:ch|sh|x|ss)es$/.test(bare)) return bare.slice(0, -2)
  return bare.length > 3 && bare.endsWith('s') && !/(?:ss|us|is)$/.test(bare) ? bare.slice(0, -1) : bare
}

const spellings = [...liveDevices, ...liveHardware].flatMap(({ name, aliases = [], common = false }) =>
  [name, ...aliases].map((spelling) => ({ name, common, key: spelling.toLowerCase(), spelling })),
)
const byFirstWord = new Map<string, typeof spellings>()
// Longest first, so that 'Glue Compressor' does not also count as 'Compressor'.
for (const entry of spellings.toSorted((one, other) => other.spelling.length - one.spelling.length)) {
  const first = entry.key.split(/[\s-]/)[0] as string
  byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), entry])
}

/**
 * The devices that a line names, once per occurrence. In a heading, where every word may have a capital letter, the
 * first word counts too.
 */
export function namedDevices(text: string, inHeading: boolean): Array<string> {
  const names: Array<string> = []
  let done = 0
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (match.index < done) continue
    const found = (byFirstWord.get(match[0].toLowerCase()) ?? []).find((entry) =>
      isNamedAt(text, match.index, entry, inHeading),
    )
    if (!found) continue
    names.push(found.name)
    done = match.index + found.spelling.length
  }
  return names
}

function isNamedAt(text: string, at: number, entry: (typeof spellings)[number], inHeading: boolean): boolean {
  const end = at + entry.spelling.length
  const written = text.slice(at, end)
  if (written.toLowerCase() !== entry.key || /^[\p{L}\p{N}]/u.test(text.slice(end))) return false
  if (!entry.common) return true
  const startsSentence = at === 0 || /[.!?:•]["'”)]*\s+["'“(]*$/.test(text.slice(Math.max(0, at - 6), at))
  return /^\p{Lu}/u.test(written) && (inHeading || !startsSentence || entry.spelling.includes(' '))
}
