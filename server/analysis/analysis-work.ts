import type { ContentAnalysis, ContentAnalysisRequest, KnownTag } from '#domain/analysis.ts'
import type { Topics } from '#domain/text-analysis/topics-in.ts'

/** `analyzeText`, `topicsIn` and `withoutUnshown`: what may take long on a hostile text. */
export interface AnalysisWork {
  analyze(request: ContentAnalysisRequest, tags: ReadonlyArray<KnownTag>): Promise<ContentAnalysis>
  topicsIn(content: string, known: ReadonlyArray<KnownTag>): Promise<Topics>
  /** Leaves out of a Markdown text what a page would never show (rulings, section 9). */
  withoutUnshown(markdown: string): Promise<string>
}
