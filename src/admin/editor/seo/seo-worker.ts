import { analyzeSeo, type SeoAnalysis } from '#domain/seo/analyze-seo.ts'
import type { SeoItem } from '#domain/seo/finding.ts'
import { textLanguage } from '#domain/text-analysis/load-text-language.ts'

export interface SeoRequest {
  id: number
  item: SeoItem
  /** The tag of the site's language. */
  language: string
}

export interface SeoAnswer {
  id: number
  analysis: SeoAnalysis
}

// Reading a long text takes longer than a keystroke, so it runs in a worker. Who waits for it is
// told of an error by the event of that name.
addEventListener('message', ({ data }: MessageEvent<SeoRequest>) => {
  answer(data).catch(reportError)
})

async function answer({ id, item, language }: SeoRequest) {
  postMessage({ id, analysis: analyzeSeo(item, await textLanguage(language)) } satisfies SeoAnswer)
}
