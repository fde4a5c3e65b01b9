import type { Router } from 'express'
import type { SiteReader } from '#domain/site-reader.ts'
import { analysisApi } from './analysis/analysis-api.ts'
import type { AnalysisWork } from './analysis/analysis-work.ts'
import { createAnalyser } from './analysis/create-analyser.ts'
import { createPictureLoader } from './analysis/load-picture.ts'
import { createSafeFetch } from './analysis/safe-fetch.ts'
import type { Env } from './env.ts'
import type { CallGate } from './http/mount-calls.ts'

/** The calls of analysis over the content: its tags are known to the analyzer, its pictures are read without a request to ourselves. */
export function joinAnalysis(options: {
  openai: Env['openai']
  site: SiteReader
  siteUrl: string
  /** The bytes of a file in the content folder, or null. */
  readFile: (path: string) => Uint8Array | null
  texts: AnalysisWork
  gate: CallGate
}): Router {
  const { openai, site, siteUrl, readFile, texts, gate } = options
  const analyser = createAnalyser({ openai, texts, knownTags: () => countTags(site) })
  const loadPicture = createPictureLoader({
    siteUrl,
    readMedia: (address) => readFile(address.slice(1)),
    fetchPublic: createSafeFetch(),
  })
  return analysisApi({ analyser, loadPicture }, gate)
}

function countTags(site: SiteReader): Array<{ tag: string; count: number }> {
  const counts = new Map<string, number>()
  for (const { tags } of [...site.articles(), ...site.news()])
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].map(([tag, count]) => ({ tag, count }))
}
