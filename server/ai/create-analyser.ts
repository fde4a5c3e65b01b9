import type { KnownTag } from '#domain/analysis.ts'
import type { Analyser } from './analyser.ts'
import { createBuiltinAnalyser } from './builtin-analyser.ts'
import { createOpenAiAnalyser } from './openai-analyser.ts'
import { createTextReader } from './read-text.ts'

export interface AnalyserOptions {
  /** OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL; null where they are not set. */
  openai: { apiKey: string | null; baseURL: string | null; model: string | null }
  /** The site's tags at this moment. */
  knownTags: () => ReadonlyArray<KnownTag>
  report: (error: unknown) => void
}

/** The engine for this site: with a key or a base URL the service, with neither the built-in one (rulings, section 1). */
export function createAnalyser({ openai, knownTags, report }: AnalyserOptions): Analyser {
  if (openai.apiKey !== null || openai.baseURL !== null) return createOpenAiAnalyser({ ...openai, knownTags })
  return createBuiltinAnalyser({ knownTags, reader: createTextReader(), report })
}
