import type { KnownTag, OwnSubject } from '#domain/analysis.ts'
import type { Analyser } from './analyser.ts'
import type { AnalysisWork } from './analysis-work.ts'

export interface AnalyserOptions {
  /** OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL; null when not set. */
  openai: { apiKey: string | null; baseURL: string | null; model: string | null }
  /** Returns the current tags of the site. */
  knownTags: () => ReadonlyArray<KnownTag>
  /** What the site is about; null when it is that of the specification. */
  ownSubject?: () => OwnSubject | null
  /** Runs the analysis of texts in another thread. */
  texts?: AnalysisWork
}

/**
 * Creates the engine of this site: the service if a key or a base URL is set, else the built-in one (rulings, section
 * 1). The engine is loaded at its first request, so that it does not delay the start.
 */
export function createAnalyser({ openai, knownTags, ownSubject = () => null, texts }: AnalyserOptions): Analyser {
  const engine = openai.apiKey !== null || openai.baseURL !== null ? 'openai' : 'builtin'
  let loaded: Promise<Analyser> | null = null

  async function load(): Promise<Analyser> {
    if (engine === 'openai') {
      const { createOpenAiAnalyser } = await import('./openai-analyser.ts')
      return createOpenAiAnalyser({ ...openai, knownTags, ownSubject, texts })
    }
    const { createBuiltinAnalyser } = await import('./builtin-analyser.ts')
    return createBuiltinAnalyser(knownTags, texts, ownSubject)
  }

  function started(): Promise<Analyser> {
    loaded ??= load()
    return loaded
  }

  return {
    engine,
    async analyzeContent(request, signal) {
      const analysis = await (await started()).analyzeContent(request, signal)
      return texts ? { ...analysis, content: await texts.withoutUnshown(analysis.content) } : analysis
    },
    analyzeImage: async (request, signal) => (await started()).analyzeImage(request, signal),
    suggestImageTags: async (request, signal) => (await started()).suggestImageTags(request, signal),
  }
}
