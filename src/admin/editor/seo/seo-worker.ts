import { analyzeSeo, type SeoAnalysis } from '#domain/seo/analyze-seo.ts'
import type { SeoItem } from '#domain/seo/findings.ts'

export interface SeoRequest {
  id: number
  item: SeoItem
}

export interface SeoAnswer {
  id: number
  analysis: SeoAnalysis
}

// A long text takes longer than a keystroke may wait, so it is read beside the page.
addEventListener('message', ({ data: { id, item } }: MessageEvent<SeoRequest>) => {
  postMessage({ id, analysis: analyzeSeo(item) } satisfies SeoAnswer)
})
