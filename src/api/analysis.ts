import type { ContentAnalysis, ContentAnalysisRequest, ImageAnalysis } from '#domain/analysis.ts'
import { adminWrite } from './admin-request.ts'

/** A picture for analysis: its bytes in base64, or an address that the server may fetch. */
export type PictureSource = { image: string } | { url: string }

/** `POST /api/analyze-content`. Throws `RequestError` when it fails. */
export const analyzeContent = (payload: ContentAnalysisRequest, signal?: AbortSignal) =>
  adminWrite<ContentAnalysis>('POST', '/api/analyze-content', { payload, ...(signal && { signal }) })

/** `POST /api/analyze-image`. */
export const analyzeImage = (payload: PictureSource & { context?: string }, signal?: AbortSignal) =>
  adminWrite<ImageAnalysis>('POST', '/api/analyze-image', { payload, ...(signal && { signal }) })

/** `POST /api/suggest-image-tags`; `content` is the text in which the picture stands. */
export const suggestImageTags = (payload: PictureSource & { content?: string }, signal?: AbortSignal) =>
  adminWrite<{ tags: Array<string> }>('POST', '/api/suggest-image-tags', { payload, ...(signal && { signal }) })
