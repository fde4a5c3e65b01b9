import type { ContentProblem } from '#domain/content.ts'
import { createTurns } from '../../platform/turns.ts'
import { readFrontmatter } from '../frontmatter/frontmatter.ts'
import { shownAsSource } from '../markdown/limits.ts'
import { type BodyText, bodyTexts, textsOf } from '../read/body.ts'
import type { FileRecord } from '../read/file-record.ts'
import type { ContentChange } from './content-change.ts'

export interface Refusal {
  message: string
  /** Counts from 1 in the text. */
  line?: number | undefined
}

/** The longest time that a search for faults blocks the event loop, in milliseconds. */
const sliceMs = 8
/** The number of refusals that are remembered; the oldest are dropped first. */
const mostKept = 1000
/**
 * Bytes. Longer files are rendered after the start, so that their faults are known before the first
 * visit; shorter ones at their first visit.
 */
const longText = 50_000
/**
 * After a change of at most so many files, all of them are rendered; after a larger one only the
 * long files.
 */
const fewFiles = 20

/**
 * Records which texts cannot be rendered and are shown as their source (rulings, section 9), and
 * lists them as problems of their files.
 */
export function createBodyProblems(parts: {
  files: () => Iterable<FileRecord>
  read: (blob: string) => Promise<Uint8Array>
  size: (blob: string) => Promise<number>
  /** Renders a text; a refusal comes to `refused`. */
  check: (text: BodyText) => Promise<void>
}) {
  const { files, read, size, check } = parts
  const refusals = new Map<string, Refusal>()
  let checking: Promise<void> = Promise.resolve()
  let closed = false

  async function checkFiles(isDue: (record: FileRecord) => boolean | Promise<boolean>) {
    let turns = createTurns(sliceMs)
    for (const { blob, entry, ...record } of [...files()]) {
      if (turns.isDue()) await turns.take()
      if (closed) return
      if (!entry || !(await isDue({ blob, entry, ...record }))) continue
      await checkFile(blob)
      turns = createTurns(sliceMs)
    }
  }

  async function checkFile(blob: string) {
    try {
      const { body, texts } = bodyTexts(blob, await read(blob))
      await Promise.all([body, ...texts].map(check))
    } catch {
      // `file-record.ts` reports files that can't be read.
    }
  }

  async function isLong({ blob }: FileRecord): Promise<boolean> {
    try {
      return (await size(blob)) > longText
    } catch {
      // `file-record.ts` reports files that can't be read.
      return false
    }
  }

  return {
    /**
     * Records a text that can't be rendered. `key` is the blob, for an article of an issue followed
     * by `-` and its number.
     */
    refused(key: string, refusal: Refusal) {
      refusals.delete(key)
      refusals.set(key, { message: refusal.message, line: refusal.line })
      for (const oldest of refusals.keys()) {
        if (refusals.size <= mostKept) break
        refusals.delete(oldest)
      }
    },

    async problems(): Promise<Array<ContentProblem>> {
      if (refusals.size === 0) return []
      const blobs = new Set([...refusals.keys()].map((key) => key.replace(/-\d+$/, '')))
      const faulty = [...files()].filter(({ blob }) => blobs.has(blob))
      return (await Promise.all(faulty.map(problemsOf))).flat()
    },

    /** Renders the long texts of all files, one after the other. */
    start(): void {
      checking = checking.then(() => checkFiles(isLong))
    },

    /** Renders the files of a change. */
    changed({ cause, paths }: Pick<ContentChange, 'cause' | 'paths'>): void {
      if (cause !== 'files') return
      const changed = new Set(paths)
      checking = checking.then(() =>
        checkFiles(
          (record) => changed.has(record.path) && (changed.size <= fewFiles || isLong(record)),
        ),
      )
    },

    async close(): Promise<void> {
      closed = true
      await checking
    },
  }

  async function problemsOf({ path, blob }: FileRecord): Promise<Array<ContentProblem>> {
    const file = readFrontmatter(await read(blob))
    if (file.kind === 'unreadable') return []
    return textsOf(file).flatMap(({ firstLine }, index) => {
      const refusal = refusals.get(index === 0 ? blob : `${blob}-${index - 1}`)
      if (!refusal) return []
      const line = firstLine + (refusal.line ?? 1) - 1
      return [{ path, line, message: shownAsSource(refusal) }]
    })
  }
}
