import type { Response, Router } from 'express'
import { analysisCalls } from '#contract/site.ts'
import { AnalysisError } from '#domain/analysis.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import { HttpError } from '../http/http-error.ts'
import { type CallGate, mountCalls, sent } from '../http/mount-calls.ts'
import { createLimiter } from '../platform/limiter.ts'
import type { Analyser } from './analyser.ts'

/** The engine of the analysis. */
export type Analysis = Omit<Analyser, 'engine'>

export interface AnalysisApiOptions {
  analyser: Analysis
  /**
   * The bytes of a picture by its address, on this site or a public one. Rejects with
   * `AnalysisError`.
   */
  loadPicture: (address: string, signal: AbortSignal) => Promise<Uint8Array>
}

/** Concurrent analyses; a picture takes seconds of processor time and much memory. */
const atOnce = 2
const mostWaiting = 20

const statusOf: Readonly<Record<AnalysisError['kind'], number>> = {
  timeout: 504,
  unavailable: 503,
  refused: 422,
  nonsense: 502,
  // The client has disconnected; the status only appears in the log.
  cancelled: 499,
  picture: 415,
  'too-large': 413,
  address: 422,
}

/** The three calls of analysis (specification, section 7; rulings, section 6). */
export function analysisApi({ analyser, loadPicture }: AnalysisApiOptions, gate: CallGate): Router {
  const inTurn = createLimiter({
    running: atOnce,
    waiting: mostWaiting,
    full: 'Too many analyses are running. Please try again in a moment.',
  })

  async function inTime<Result>(res: Response, work: (signal: AbortSignal) => Promise<Result>) {
    const gone = disconnected(res)
    return inTurn(() => work(gone), { signal: gone }).catch((error: unknown) => {
      // The client has disconnected.
      if (gone.aborted) return sent
      throw asHttpError(error)
    })
  }

  async function imageOf({ image, url }: { image?: string; url?: string }, signal: AbortSignal) {
    return image === undefined ? loadPicture(url ?? '', signal) : Buffer.from(image, 'base64')
  }

  return mountCalls(analysisCalls, gate, {
    'POST /api/analyze-content': ({ body, res }) =>
      inTime(res, (signal) => analyser.analyzeContent(body, signal)),
    'POST /api/analyze-image': ({ body: { context, name, ...picture }, res }) =>
      inTime(res, async (signal) =>
        analyser.analyzeImage(
          { image: await imageOf(picture, signal), context, name: name || nameOf(picture.url) },
          signal,
        ),
      ),
    'POST /api/suggest-image-tags': ({ body: { content, ...picture }, res }) =>
      inTime(res, async (signal) => ({
        tags: await analyser.suggestImageTags(
          { image: await imageOf(picture, signal), content },
          signal,
        ),
      })),
  })
}

/** The name of the file at an address. */
function nameOf(url = ''): string {
  const name =
    url
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? ''
  return percentDecoded(name) ?? name
}

/** Aborted when the client of an answer disconnects. */
export function disconnected(res: Response): AbortSignal {
  const gone = new AbortController()
  res.on('close', () => gone.abort())
  if (res.closed) gone.abort()
  return gone.signal
}

export function asHttpError(error: unknown): unknown {
  if (!(error instanceof AnalysisError)) return error
  return new HttpError(statusOf[error.kind], error.message, {
    cause: error.cause ?? error,
    retryAfter: error.askedWait ?? undefined,
  })
}
