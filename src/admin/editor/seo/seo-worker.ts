import { analyzeSeo, type SeoAnalysis } from '#domain/seo/analyze-seo.ts'
import type { SeoItem } from '#domain/seo/finding.ts'

export interface SeoRequest {
  id: number
  item: SeoItem
}

export interface SeoAnswer {
  id: number
  analysis: SeoAnalysis
}

// Reading a long text takes longer than a keystroke, so it runs in a worker.
addEventListener('message', ({ data: { id, item } }: MessageEvent<SeoRequest>) => {
  postMessage({ id, analysis: analyzeSeo(item) } satisfies SeoAnswer)
})
