import type { ContentAnalysis, ContentAnalysisRequest, KnownTag, OwnSubject } from '../analysis.ts'
import type { Topics } from './topics-in.ts'

/**
 * The work that may take long on a hostile text: `analyzeText`, `topicsIn` and `withoutUnshown`.
 * `language` is the tag of the site's.
 */
export interface AnalysisWork {
  analyze(
    request: ContentAnalysisRequest,
    tags: ReadonlyArray<KnownTag>,
    own: OwnSubject | null,
    language: string,
  ): Promise<ContentAnalysis>
  topicsIn(
    content: string,
    known: ReadonlyArray<KnownTag>,
    devices: boolean,
    language: string,
  ): Promise<Topics>
  /** Removes what a page would never show from a Markdown text (rulings, section 9). */
  withoutUnshown(markdown: string): Promise<string>
}
