import { clausesOf } from '../reading-time.ts'
import { joinParts } from '../words/join-parts.ts'
import { liveDevices, liveHardware } from './live-devices.ts'
import type { TextBlock } from './text-blocks.ts'
import { englishText, isCommonWord, type TextLanguage, termKey, termsOf } from './text-language.ts'

/**
 * Weighted counts of the terms of one to three words in a text; headings and the opening count
 * more. Keys come from `termKey`.
 */
export interface TermCounts {
  language: TextLanguage
  key(term: string): string
  count(term: string): number
  /** The count of a term by its key. */
  weight(key: string): number
  /** Whether a term has a word without a topic. */
  hasCommonWord(key: string): boolean
  /** A term as people read it. */
  shown(key: string): string
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
export function countTerms(
  blocks: ReadonlyArray<TextBlock>,
  devicesIn = namedDevices,
  language = englishText,
): TermCounts {
  const weighted = new Map<string, number>()
  /** How often each word with a key is written in which way. */
  const written = new Map<string, Map<string, number>>()
  const occurrences: Array<Map<string, number>> = Array.from(
    { length: longestTerm + 1 },
    () => new Map(),
  )
  const devices = new Map<string, number>()
  let opening = openingBlocks
  for (const [at, { kind, text }] of blocks.entries()) {
    const isTitle = at === 0 && (kind === 'heading' || (blocks.length > 2 && isTitleLine(text)))
    const weight = isTitle
      ? titleWeight
      : kind === 'heading'
        ? headingWeight
        : opening > 0
          ? openingWeight
          : 1
    if (kind === 'paragraph') opening -= 1
    for (const name of devicesIn(text, kind === 'heading'))
      devices.set(name, (devices.get(name) ?? 0) + weight)
    for (const clause of clausesOf(text)) {
      const words = termsOf(clause, language)
      const keys = words.map(({ key }) => key)
      for (const { key, written: word } of words) {
        const spellings = written.get(key) ?? new Map<string, number>()
        written.set(key, spellings.set(word, (spellings.get(word) ?? 0) + 1))
      }
      for (let at = 0; at < keys.length; at += 1)
        for (let length = 1; length <= longestTerm && at + length <= keys.length; length += 1) {
          const key = keys.slice(at, at + length).join(' ')
          weighted.set(key, (weighted.get(key) ?? 0) + weight)
          const plain = occurrences[length] as Map<string, number>
          plain.set(key, (plain.get(key) ?? 0) + 1)
        }
    }
  }
  const writtenAs = (key: string) =>
    [...(written.get(key) ?? [])].sort(([, one], [, other]) => other - one)[0]?.[0] ?? key
  return {
    language,
    key: (term) => termKey(term, language),
    count: (term) => weighted.get(termKey(term, language)) ?? 0,
    hasCommonWord: (key) =>
      key
        .split(' ')
        .some((word) => language.isFunctionWord(word) || isCommonWord(writtenAs(word), language)),
    shown: (key) => joinParts(key.split(' ').map(writtenAs)),
    weight: (key) => weighted.get(key) ?? 0,
    terms: (length) => occurrences[length] as Map<string, number>,
    devices,
  }
}

/** Whether a paragraph is a title that no mark shows: short, and no sentence. */
export function isTitleLine(text: string): boolean {
  return text.length <= 90 && !/[.,;:!…]$|[{}<>]/.test(text) && text.split(' ').length <= 14
}

const spellings = [...liveDevices, ...liveHardware].flatMap(
  ({ name, aliases = [], common = false }) =>
    [name, ...aliases].map((spelling) => ({ name, common, key: spelling.toLowerCase(), spelling })),
)
const byFirstWord = new Map<string, typeof spellings>()
// Longest first, so that 'Glue Compressor' does not also count as 'Compressor'.
for (const entry of spellings.toSorted(
  (one, other) => other.spelling.length - one.spelling.length,
)) {
  const first = entry.key.split(/[\s-]/)[0] as string
  byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), entry])
}

/**
 * The devices that a line names, once per occurrence. In a heading, where every word may have a
 * capital letter, the first word counts too.
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

function isNamedAt(
  text: string,
  at: number,
  entry: (typeof spellings)[number],
  inHeading: boolean,
): boolean {
  const end = at + entry.spelling.length
  const written = text.slice(at, end)
  if (written.toLowerCase() !== entry.key || /^[\p{L}\p{N}]/u.test(text.slice(end))) return false
  if (!entry.common) return true
  const startsSentence =
    at === 0 || /[.!?:•]["'”)]*\s+["'“(]*$/.test(text.slice(Math.max(0, at - 6), at))
  return /^\p{Lu}/u.test(written) && (inHeading || !startsSentence || entry.spelling.includes(' '))
}
