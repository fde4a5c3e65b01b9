import type { MergedBody } from '#domain/markdown/merge-bodies.ts'
import { BodyRenderError } from './limits.ts'
import type { TextTasks } from './text-tasks.ts'
import { wholeDiff } from './unified-diff.ts'
import { WorkerPool } from './worker-pool.ts'
import type { RunTask } from './worker-protocol.ts'

/**
 * Work on texts for administrators' calls, in another thread. Each function rejects with a
 * BodyRenderError when a text takes too much time or memory, unless it has a result for that.
 */
export type TextWork = {
  [Task in Exclude<keyof TextTasks, 'render'>]: (
    ...input: Parameters<TextTasks[Task]>
  ) => Promise<Awaited<ReturnType<TextTasks[Task]>>>
}

export interface TextWorkers extends TextWork {
  /** Any other task of the worker. */
  run: RunTask
  /** The number of tasks that wait for a worker. */
  waiting(): number
  close(): Promise<void>
}

/**
 * Works in separate threads, so that no visitor's page waits for an administrator's text.
 * `timeLimitMs` is processor time.
 */
export function createTextWorkers(workerUrl: URL, timeLimitMs = 10_000): TextWorkers {
  const pool = new WorkerPool({ workerUrl, timeLimitMs })
  const run: RunTask = async (task, ...input) => (await pool.run({ task, input })).result as never
  return { ...textWork(run), run, waiting: pool.waiting, close: pool.close }
}

/** The work on texts, by the tasks that `run` runs. */
export function textWork(run: RunTask): TextWork {
  return {
    convert: (edit) => run('convert', edit),
    async merge(base, yours, theirs) {
      // These merges need no worker.
      if (yours === theirs || theirs === base) return { kind: 'merged', text: yours }
      if (yours === base) return { kind: 'merged', text: theirs }
      const whole = { kind: 'conflict', base, yours, theirs } as const
      return within<MergedBody>(run('merge', base, yours, theirs), () => ({
        kind: 'conflict',
        chunks: [whole],
      }))
    },
    diff: (before, after) => within(run('diff', before, after), () => wholeDiff(before, after)),
    compare: (before, after) => within(run('compare', before, after), () => null),
    countChanges: (before, after) => within(run('countChanges', before, after), () => null),
    analyze: (...input) => run('analyze', ...input),
    topicsIn: (...input) => run('topicsIn', ...input),
    withoutUnshown: (markdown) => run('withoutUnshown', markdown),
    references: (text) => run('references', text),
    feedHtml: (html, pageUrl) => within(run('feedHtml', html, pageUrl), () => null),
    relink: async (markdown, from, ...to) =>
      markdown.includes(from) ? run('relink', markdown, from, ...to) : markdown,
  }
}

/** The result of a task, or another one when it takes too much. */
async function within<Result>(work: Promise<Result>, otherwise: () => Result): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof BodyRenderError)) throw error
    return otherwise()
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
