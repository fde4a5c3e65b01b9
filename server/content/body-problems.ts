import { setImmediate } from 'node:timers/promises'
import type { ContentProblem } from '#domain/content.ts'
import type { RenderBody } from './body.ts'
import { renderFile } from './body.ts'
import { textsOf } from './check/texts.ts'
import type { ContentChange } from './content-change.ts'
import type { FileRecord } from './file-record.ts'
import { readFrontmatter } from './frontmatter.ts'
import { shownAsSource } from './markdown/limits.ts'

export interface Refusal {
  message: string
  /** Within the text. */
  line?: number | undefined
}

/** Milliseconds of looking after which other requests have their turn. */
const turn = 8
/** The number of refusals that are remembered; the oldest are dropped first. */
const mostKept = 1000
/** A text above this is looked at before anybody visits it. What is smaller and still can't be shown is found by its first visit. */
const longText = 50_000
/** After a change of no more files, each is looked at. */
const fewFiles = 20

/**
 * Knows which texts of the content are shown as their source because they can't be rendered (rulings, section 9), and tells them as problems of their
 * files.
 */
export function createBodyProblems(parts: {
  files: () => Iterable<FileRecord>
  read: (blob: string) => Uint8Array
  size: (blob: string) => number
  renderBody: RenderBody
}) {
  const { files, read, size, renderBody } = parts
  const refusals = new Map<string, Refusal>()
  let looking: Promise<void> = Promise.resolve()
  let closed = false

  async function look(isDue: (record: FileRecord) => boolean) {
    let since = performance.now()
    for (const { blob, entry, ...record } of [...files()]) {
      if (performance.now() - since > turn) {
        await setImmediate()
        since = performance.now()
      }
      if (closed) return
      if (!entry || !isDue({ blob, entry, ...record })) continue
      // A file that can't be read is a problem of its own.
      await renderFile(blob, read, renderBody).catch(() => undefined)
      since = performance.now()
    }
  }

  function isLong({ blob }: FileRecord): boolean {
    try {
      return size(blob) > longText
    } catch {
      // Gone or unreadable: other parts report that.
      return false
    }
  }

  return {
    /** Takes note of a text that can't be shown. `key` is the blob, with the number of the text behind it when there are several. */
    refused(key: string, refusal: Refusal) {
      refusals.delete(key)
      refusals.set(key, { message: refusal.message, line: refusal.line })
      for (const oldest of refusals.keys()) {
        if (refusals.size <= mostKept) break
        refusals.delete(oldest)
      }
    },

    problems(): Array<ContentProblem> {
      if (refusals.size === 0) return []
      const blobs = new Set([...refusals.keys()].map((key) => key.replace(/-\d+$/, '')))
      return [...files()].flatMap(({ path, blob }) => (blobs.has(blob) ? problemsOf(path, blob) : []))
    },

    /** Looks at the long texts of all files, one after the other. */
    start(): void {
      looking = looking.then(() => look(isLong))
    },

    /** Looks at what a change has brought. */
    changed({ cause, paths }: Pick<ContentChange, 'cause' | 'paths'>): void {
      if (cause !== 'files') return
      const changed = new Set(paths)
      looking = looking.then(() =>
        look((record) => changed.has(record.path) && (changed.size <= fewFiles || isLong(record))),
      )
    },

    async close(): Promise<void> {
      closed = true
      await looking
    },
  }

  function problemsOf(path: string, blob: string): Array<ContentProblem> {
    const file = readFrontmatter(read(blob))
    if (file.kind === 'unreadable') return []
    return textsOf(file).flatMap(({ firstLine }, index) => {
      const refusal = refusals.get(index === 0 ? blob : `${blob}-${index - 1}`)
      if (!refusal) return []
      const line = firstLine + (refusal.line ?? 1) - 1
      return [{ path, line, message: shownAsSource(refusal) }]
    })
  }
}
