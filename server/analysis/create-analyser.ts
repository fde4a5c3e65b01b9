import {
  type ContentAnalysis,
  contentAnalysis,
  hasModel,
  type KnownTag,
  type OwnSubject,
} from '#domain/analysis.ts'
import { type FrontMatterFields, withFrontMatter } from '#domain/front-matter.ts'
import type { AnalysisWork } from '#domain/text-analysis/analysis-work.ts'
import type { Analyser } from './analyser.ts'

export interface AnalyserOptions {
  /** OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL; null when not set. */
  openai: { apiKey: string | null; baseURL: string | null; model: string | null }
  /** Returns the current tags of the site. */
  knownTags: () => ReadonlyArray<KnownTag>
  /** What the site is about; null when it is that of the specification. */
  ownSubject?: () => OwnSubject | null
  /** The tag of the site's language. */
  language?: () => string
  /** Runs the analysis of texts in another thread. */
  texts?: AnalysisWork
}

/**
 * Creates the engine of this site: the service if a key or a base URL is set, else the built-in one
 * (rulings, section 1). The engine is loaded at its first request, so that it does not delay the
 * start.
 */
export function createAnalyser(options: AnalyserOptions): Analyser {
  const { openai, knownTags, ownSubject = () => null, language = () => 'en', texts } = options
  const engine = hasModel(openai) ? 'openai' : 'builtin'
  let loaded: Promise<Analyser> | null = null

  async function load() {
    if (engine === 'openai') {
      const { createOpenAiAnalyser } = await import('./openai-analyser.ts')
      return createOpenAiAnalyser({ ...openai, knownTags, ownSubject, language, texts })
    }
    const { createBuiltinAnalyser } = await import('./builtin-analyser.ts')
    return createBuiltinAnalyser(knownTags, texts, ownSubject, language)
  }

  function started(): Promise<Analyser> {
    loaded ??= load()
    return loaded
  }

  return {
    engine,
    async analyzeContent(request, signal) {
      const text = withFrontMatter(request.content)
      const found = await (await started()).analyzeContent(
        text ? { ...request, content: text.body } : request,
        signal,
      )
      const analysis = text ? withWritten(found, text.fields) : found
      return texts
        ? { ...analysis, content: await texts.withoutUnshown(analysis.content) }
        : analysis
    },
    analyzeImage: async (request, signal) => (await started()).analyzeImage(request, signal),
    suggestImageTags: async (request, signal) =>
      (await started()).suggestImageTags(request, signal),
  }
}

/**
 * The analysis with what the front matter of the text says in place of what the engine proposes,
 * where it fits.
 */
function withWritten(
  analysis: ContentAnalysis,
  { title, excerpt, metaDescription, tags }: FrontMatterFields,
): ContentAnalysis {
  const { shape } = contentAnalysis
  const written = shape.tags.safeParse(tags.slice(0, 10)).data ?? []
  return {
    ...analysis,
    title: shape.title.safeParse(title).data || analysis.title,
    excerpt: shape.excerpt.safeParse(excerpt).data || analysis.excerpt,
    metaDescription:
      shape.metaDescription.safeParse(metaDescription).data || analysis.metaDescription,
    tags: written.length > 0 ? written : analysis.tags,
  }
}
