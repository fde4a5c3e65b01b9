import { createHash } from 'node:crypto'
import type { SiteReader } from '#domain/site-reader.ts'

/** A query that a page made to the site, and a hash of its answer. */
export type Read = [method: keyof SiteReader, args: Array<unknown>, answer: string]

/** Search results are never cached, and what an archive contains depends on its blob alone. */
const unrecorded: ReadonlySet<string> = new Set(['search', 'contents'])

/** A reader that records its queries, so that a cached page can be validated by repeating them. */
export function recordReads(site: SiteReader): {
  site: SiteReader
  reads: Array<Read>
  blobs: Set<string>
  /** The origins of the players in the recorded bodies. */
  frames: Set<string>
  /** Whether an answer was provisional. */
  isProvisional: () => boolean
} {
  let provisional = false
  const reads: Array<Read> = []
  const asked = new Set<string>()
  const blobs = new Set<string>()
  const frames = new Set<string>()
  const record = (target: SiteReader, method: keyof SiteReader, args: Array<unknown>): unknown => {
    const answer = ask(target, method, args)
    const question = JSON.stringify([method, args])
    if (!asked.has(question)) {
      asked.add(question)
      reads.push([method, args, hashAnswer(answer)])
    }
    if (isWhole(answer)) blobs.add(answer.blob)
    return answer
  }
  const recording = new Proxy(site, {
    get(target, method: keyof SiteReader) {
      if (unrecorded.has(method)) return target[method].bind(target)
      // A player is identified by what it is asked for, except for the facts of its sounds.
      if (method === 'preview' || method === 'player')
        return async (asked: { blob: string }) => {
          record(target, 'pictures', [{ blob: asked.blob }])
          const player = await target[method](asked as never)
          provisional ||= player?.provisional === true
          return player
        }
      // A body is identified by its blob, except for the sizes of the pictures in it.
      if (method === 'body')
        return async (item: { blob: string }) => {
          record(target, 'pictures', [{ blob: item.blob }])
          try {
            const body = await target.body(item)
            for (const origin of body.frames ?? []) frames.add(origin)
            provisional ||= body.provisional === true
            return body
          } catch (error) {
            // The next request may get it.
            provisional = true
            throw error
          }
        }
      return (...args: Array<unknown>) => record(target, method, args)
    },
  })
  return { site: recording, reads, blobs, frames, isProvisional: () => provisional }
}

/**
 * Whether the site still gives every recorded answer. `memo` shares answers between the pages of
 * one state.
 */
export function areReadsCurrent(
  site: SiteReader,
  reads: ReadonlyArray<Read>,
  memo: Map<string, string>,
): boolean {
  return reads.every(([method, args, answer]) => {
    if (args.length > 0) return hashAnswer(ask(site, method, args)) === answer
    let now = memo.get(method)
    if (now === undefined) {
      now = hashAnswer(ask(site, method, args))
      memo.set(method, now)
    }
    return now === answer
  })
}

function ask(site: SiteReader, method: keyof SiteReader, args: Array<unknown>): unknown {
  return (site[method] as (...args: Array<unknown>) => unknown)(...args)
}

function hashAnswer(answer: unknown): string {
  return createHash('sha1')
    .update(JSON.stringify(answer) ?? 'undefined')
    .digest('base64')
}

function isWhole(answer: unknown): answer is { blob: string } {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'blob' in answer &&
    typeof answer.blob === 'string'
  )
}
