import type { ContentAnalysis, ContentAnalysisRequest, KnownTag, OwnSubject } from '../analysis.ts'
import { textLanguage } from './load-text-language.ts'
import { type Topics, topicsIn } from './topics-in.ts'

/** The analysis of texts, which may take long on a hostile one. `language` is the site's tag. */
export const textAnalysis = {
  analyze: async (
    request: ContentAnalysisRequest,
    tags: ReadonlyArray<KnownTag>,
    own: OwnSubject | null,
    language: string,
  ): Promise<ContentAnalysis> => {
    // With the grammar of English, which costs memory and time.
    const { analyzeText } = await import('./analyze-text.ts')
    return analyzeText(request, tags, own, await textLanguage(language))
  },

  topicsIn: async (
    content: string,
    known: ReadonlyArray<KnownTag>,
    devices: boolean,
    language: string,
  ): Promise<Topics> => topicsIn(content, known, devices, await textLanguage(language)),
}

/** The same, and the removal of what a page would never show from Markdown (rulings, section 9). */
export type AnalysisWork = typeof textAnalysis & {
  withoutUnshown(markdown: string): Promise<string>
}
