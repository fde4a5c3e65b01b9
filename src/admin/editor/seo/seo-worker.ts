import { analyzeSeo, type SeoAnalysis } from '#domain/seo/analyze-seo.ts'
import type { SeoItem } from '#domain/seo/finding.ts'
import { textLanguage } from '#domain/text-analysis/load-text-language.ts'

export interface SeoRequest {
  /** The item as JSON. */
  item: string
  /** The tag of the site's language. */
  language: string
}

export interface SeoAnswer {
  /** That of the request. */
  item: string
  analysis: SeoAnalysis
}

// Reading a long text takes longer than a keystroke, so it runs in a worker. Who waits for it is
// told of an error by the event of that name.
addEventListener('message', ({ data }: MessageEvent<SeoRequest>) => {
  answer(data).catch(reportError)
})

async function answer({ item, language }: SeoRequest) {
  const analysis = analyzeSeo(JSON.parse(item) as SeoItem, await textLanguage(language))
  postMessage({ item, analysis } satisfies SeoAnswer)
}
