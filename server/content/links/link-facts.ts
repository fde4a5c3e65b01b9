import { independent } from '../../platform/independent.ts'
import { createTurns } from '../../platform/turns.ts'
import type { CheckedFacts } from '../check/check-record.ts'
import { contentFacts } from '../check/inspect-file.ts'
import { plainHeadings } from '../check/quick-references.ts'
import type { CheckedRecord } from '../check/texts.ts'
import { readBodyDespiteFault } from '../frontmatter/frontmatter.ts'

/** What the links of a file, and links to it, need to know of its text. */
export interface TextLinks extends Omit<CheckedFacts, 'record'> {
  /** Headings of its first text that have a certain anchor. */
  headings: Array<string>
}

/** The longest time that reading blocks the event loop, in milliseconds. */
const sliceMs = 8
/** The number of blobs whose facts are kept; those of further files are read again each time. */
const mostKnown = 20_000
const nothing: TextLinks = { texts: [], anchors: [], lines: {}, unrendered: [], headings: [] }

/** Reads the links and headings of files, each blob once. */
export function createLinkFacts(read: (blob: string) => Promise<Uint8Array>) {
  let known = new Map<string, TextLinks>()

  async function of(record: CheckedRecord): Promise<TextLinks> {
    const found = known.get(record.blob) ?? (await factsOf(record))
    if (known.size < mostKnown) known.set(record.blob, found)
    return found
  }

  async function factsOf(record: CheckedRecord): Promise<TextLinks> {
    const source = readBodyDespiteFault(await read(record.blob))
    if (source === null) return nothing
    const facts = {
      ...contentFacts(record, source),
      unrendered: [],
      headings: plainHeadings(source.body),
    }
    return independent<TextLinks>(facts)
  }

  return {
    of,
    /**
     * Reads all of these files in short turns and forgets all others. Ends early when `stopped`
     * returns true.
     */
    async readAll(records: ReadonlyArray<CheckedRecord>, stopped: () => boolean): Promise<void> {
      const turns = createTurns(sliceMs)
      for (const record of records) {
        await of(record)
        if (turns.isDue()) await turns.take()
        if (stopped()) return
      }
      const blobs = new Set(records.map(({ blob }) => blob))
      if (known.size > blobs.size) known = new Map([...known].filter(([blob]) => blobs.has(blob)))
    },
    /** What is known without reading. */
    known: (record: CheckedRecord): TextLinks | undefined => known.get(record.blob),
  }
}
