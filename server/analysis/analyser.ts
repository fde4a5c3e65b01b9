import type { ContentAnalysis, ContentAnalysisRequest, ImageAnalysis } from '#domain/analysis.ts'

/**
 * Analyses texts and pictures for the content creator. Both implementations reject with
 * `AnalysisError`, also when `signal` is aborted.
 */
export interface Analyser {
  readonly engine: 'builtin' | 'openai'
  analyzeContent(request: ContentAnalysisRequest, signal: AbortSignal): Promise<ContentAnalysis>
  /** `image` is the content of a picture file, `name` the name of the file; it may be empty. */
  analyzeImage(
    request: { image: Uint8Array; context: string; name: string },
    signal: AbortSignal,
  ): Promise<ImageAnalysis>
  /** `content` is the text around the picture; it may be empty. */
  suggestImageTags(
    request: { image: Uint8Array; content: string },
    signal: AbortSignal,
  ): Promise<Array<string>>
}
