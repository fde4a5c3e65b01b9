import type { ContentAnalysis } from '#domain/analysis.ts'
import type { CountedBlocks } from '#domain/item-history.ts'
import type { MergedBody } from '#domain/markdown/merge-bodies.ts'
import type { changesOnly } from '#domain/markdown/reading/changes-only.ts'
import type { HtmlEdit } from '#domain/markdown/sent-markdown.ts'
import type { AnalysisWork } from '#domain/text-analysis/analysis-work.ts'
import type { Topics } from '#domain/text-analysis/topics-in.ts'
import { BodyRenderError } from './limits.ts'
import type { Reference } from './references.ts'
import { wholeDiff } from './unified-diff.ts'
import { createWorkerPool } from './worker-pool.ts'
import type { WorkerRequest } from './worker-protocol.ts'

/**
 * Work on texts for administrators' calls, in another thread. Each function rejects with a
 * BodyRenderError when a text takes too much time or memory.
 */
export interface TextWork extends AnalysisWork {
  /** `markdownOfHtml`. */
  convert(edit: HtmlEdit): Promise<string | null>
  /** `mergeBodies`. When it takes too long, the whole body is a conflict. */
  merge(base: string, yours: string, theirs: string): Promise<MergedBody>
  /** `unifiedDiff`. When it takes too long, every line counts as changed. */
  diff(before: string, after: string): Promise<string>
  /** `compareTexts`, without unchanged parts. Null when it takes too long, or is too long. */
  compare(before: string, after: string): Promise<ReturnType<typeof changesOnly> | null>
  /** `countChanges` of the same. Null when it takes too long. */
  countChanges(before: string, after: string): Promise<Array<CountedBlocks> | null>
  /** `findReferences`. */
  references(text: string): Promise<Array<Reference>>
  /** `feedHtml`. Null when it takes too long. */
  feedHtml(html: string, pageUrl: string): Promise<string | null>
  /** `withLinksTo`. */
  relink(text: { markdown: string; from: string; to: string; siteUrl: string }): Promise<string>
}

export interface TextWorkers extends TextWork {
  /** Any other task of the worker; the caller knows the types of its input and result. */
  run(request: WorkerRequest): Promise<unknown>
  /** The number of tasks that wait for a worker. */
  waiting(): number
  close(): Promise<void>
}

/**
 * Works in separate threads, so that no visitor's page waits for an administrator's text.
 * `timeLimitMs` is processor time.
 */
export function createTextWorkers(workerUrl: URL, timeLimitMs = 10_000): TextWorkers {
  const pool = createWorkerPool({ workerUrl, timeLimitMs })
  const run = async (request: WorkerRequest) => (await pool.run(request)).result
  return { ...textWork(run), run, waiting: pool.waiting, close: pool.close }
}

/** The work on texts, by requests that `run` answers with the results of `TextTasks`. */
export function textWork(run: (request: WorkerRequest) => Promise<unknown>): TextWork {
  return {
    async convert(edit) {
      return (await run({ task: 'convert', input: edit })) as string | null
    },
    async merge(base, yours, theirs) {
      // These merges need no worker.
      if (yours === theirs || theirs === base) return { kind: 'merged', text: yours }
      if (yours === base) return { kind: 'merged', text: theirs }
      try {
        return (await run({ task: 'merge', input: { base, yours, theirs } })) as MergedBody
      } catch (error) {
        if (!(error instanceof BodyRenderError)) throw error
        return { kind: 'conflict', chunks: [{ kind: 'conflict', base, yours, theirs }] }
      }
    },
    async diff(before, after) {
      try {
        return (await run({ task: 'diff', input: { before, after } })) as string
      } catch (error) {
        if (!(error instanceof BodyRenderError)) throw error
        return wholeDiff(before, after)
      }
    },
    async compare(before, after) {
      return (await orNull(run({ task: 'compare', input: { before, after } }))) as ReturnType<
        typeof changesOnly
      > | null
    },
    async countChanges(before, after) {
      return (await orNull(
        run({ task: 'countChanges', input: { before, after } }),
      )) as Array<CountedBlocks> | null
    },
    async analyze(request, tags, own, language) {
      return (await run({
        task: 'analyze',
        input: { request, tags, own, language },
      })) as ContentAnalysis
    },
    async topicsIn(content, tags, devices, language) {
      return (await run({
        task: 'topicsIn',
        input: { content, tags, devices, language },
      })) as Topics
    },
    async withoutUnshown(markdown) {
      return (await run({ task: 'withoutUnshown', input: markdown })) as string
    },
    async references(text) {
      return (await run({ task: 'references', input: text })) as Array<Reference>
    },
    async feedHtml(html, pageUrl) {
      return (await orNull(run({ task: 'feedHtml', input: { html, pageUrl } }))) as string | null
    },
    async relink(text) {
      return text.markdown.includes(text.from)
        ? ((await run({ task: 'relink', input: text })) as string)
        : text.markdown
    },
  }
}

/** The result of a task; null when it takes too long. */
async function orNull(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof BodyRenderError)) throw error
    return null
  }
}

/**
 * The same work with a cache for `convert` and `merge`: a save that is planned several times does
 * each once.
 */
export function rememberedWork(work: TextWork): TextWork {
  const known = new Map<string, Promise<unknown>>()
  const once = <Result>(
    parts: ReadonlyArray<string>,
    make: () => Promise<Result>,
  ): Promise<Result> => {
    const key = JSON.stringify(parts)
    const made = (known.get(key) as Promise<Result> | undefined) ?? make()
    known.set(key, made)
    return made
  }
  return {
    ...work,
    convert: (edit) =>
      once(['convert', edit.html, edit.base, edit.shown], () => work.convert(edit)),
    merge: (base, yours, theirs) =>
      once(['merge', base, yours, theirs], () => work.merge(base, yours, theirs)),
  }
}
