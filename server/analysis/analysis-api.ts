import { type Response, Router } from 'express'
import {
  AnalysisError,
  type ContentAnalysis,
  type ContentAnalysisRequest,
  contentAnalysisRequest,
  type ImageAnalysis,
  imageAnalysisRequest,
  imageTagsRequest,
} from '#domain/analysis.ts'
import { HttpError } from '../http/http-error.ts'
import { jsonBody } from '../http/json-body.ts'
import { parseBody } from '../http/parse-body.ts'
import { createLimiter } from '../platform/limiter.ts'

/** The engine of the analysis. Both implementations reject with `AnalysisError`. */
export interface Analysis {
  analyzeContent(request: ContentAnalysisRequest, signal: AbortSignal): Promise<ContentAnalysis>
  analyzeImage(request: { image: Uint8Array; context: string }, signal: AbortSignal): Promise<ImageAnalysis>
  suggestImageTags(request: { image: Uint8Array; content: string }, signal: AbortSignal): Promise<Array<string>>
}

export interface AnalysisApiOptions {
  analyser: Analysis
  /** The bytes of a picture by its address, on this site or a public one. Rejects with `AnalysisError`. */
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
  // The client has gone; the status only appears in the log.
  cancelled: 499,
  picture: 415,
  'too-large': 413,
  address: 422,
}

/** The three calls of analysis (specification, section 7; rulings, section 6). Mount it after the session check. */
export function analysisApi({ analyser, loadPicture }: AnalysisApiOptions): Router {
  const router = Router()
  const inTurn = createLimiter({
    running: atOnce,
    waiting: mostWaiting,
    full: 'Too many analyses are running. Please try again in a moment.',
  })

  async function answer(res: Response, work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const gone = new AbortController()
    res.on('close', () => gone.abort())
    if (res.closed) gone.abort()
    const result = await inTurn(() => work(gone.signal), { signal: gone.signal }).catch((error: unknown) => {
      if (gone.signal.aborted) return undefined
      throw asHttpError(error)
    })
    if (result !== undefined) res.set('Cache-Control', 'private, no-store').json(result)
  }

  async function imageOf({ image, url }: { image?: string; url?: string }, signal: AbortSignal): Promise<Uint8Array> {
    return image === undefined ? loadPicture(url ?? '', signal) : Buffer.from(image, 'base64')
  }

  router.post('/analyze-content', jsonBody('2mb'), async (req, res) => {
    const request = parseBody(contentAnalysisRequest, req.body)
    await answer(res, (signal) => analyser.analyzeContent(request, signal))
  })
  router.post('/analyze-image', jsonBody('15mb'), async (req, res) => {
    const { context, ...picture } = parseBody(imageAnalysisRequest, req.body)
    await answer(res, async (signal) =>
      analyser.analyzeImage({ image: await imageOf(picture, signal), context }, signal),
    )
  })
  router.post('/suggest-image-tags', jsonBody('15mb'), async (req, res) => {
    const { content, ...picture } = parseBody(imageTagsRequest, req.body)
    await answer(res, async (signal) => ({
      tags: await analyser.suggestImageTags({ image: await imageOf(picture, signal), content }, signal),
    }))
  })
  return router
}

function asHttpError(error: unknown): unknown {
  if (!(error instanceof AnalysisError)) return error
  return new HttpError(statusOf[error.kind], error.message, { cause: error.cause ?? error })
}
