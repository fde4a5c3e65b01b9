import type { ContentAnalysis, ContentAnalysisRequest, ImageAnalysis } from '#domain/analysis.ts'

/** What writes the proposals of the content creator. Both engines reject with `AnalysisError`, also when `signal` is aborted. */
export interface Analyser {
  readonly engine: 'builtin' | 'openai'
  analyzeContent(request: ContentAnalysisRequest, signal: AbortSignal): Promise<ContentAnalysis>
  /** `image` holds the bytes of a picture file. */
  analyzeImage(request: { image: Uint8Array; context: string }, signal: AbortSignal): Promise<ImageAnalysis>
  /** `content` is the text in which the picture stands; it may be empty. */
  suggestImageTags(request: { image: Uint8Array; content: string }, signal: AbortSignal): Promise<Array<string>>
}
