import { type RequestHandler, Router } from 'express'
import type { OwnSubject } from '#domain/analysis.ts'
import { contentTypes } from '#domain/content.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import type { AnalysisWork } from '#domain/text-analysis/analysis-work.ts'
import type { CallGate } from '../http/mount-calls.ts'
import type { Log } from '../platform/log.ts'
import { createSafeFetch } from '../platform/safe-fetch.ts'
import type { RateLimits } from '../platform/token-bucket.ts'
import { analysisApi } from './analysis-api.ts'
import { assistApi } from './assist-api.ts'
import { type AnalyserOptions, createAnalyser } from './create-analyser.ts'
import { createPictureLoader } from './load-picture.ts'

/**
 * Creates the feature `analysis`. The analyser gets the tags of the content, and reads its pictures
 * directly instead of by HTTP.
 */
export function createAnalysis(parts: {
  env: Pick<AnalyserOptions, 'openai'> & { assistDailyLimit: number }
  site: SiteReader
  siteUrl: string
  /** The bytes of a file in the content folder, or null. */
  readFile: (path: string) => Promise<Uint8Array | null>
  texts: AnalysisWork
  stores: { limits: RateLimits }
  log: Log
  gate: CallGate
}): { routes: RequestHandler } {
  const { env, site, siteUrl, readFile, texts, gate, stores, log } = parts
  const subject = () => subjectOf(site.settings())
  const analyser = createAnalyser({
    openai: env.openai,
    texts,
    knownTags: () => countTags(site),
    ownSubject: subject,
    language: () => site.settings().language,
  })
  const loadPicture = createPictureLoader({
    siteUrl,
    readMedia: (address) => readFile(address.slice(1)),
    fetchPublic: createSafeFetch(),
  })
  const perDay = env.assistDailyLimit
  const assist = assistApi(
    {
      model: { openai: env.openai, subject, styleNotes: () => readFile('style.md'), loadPicture },
      perPerson: stores.limits('assist', { burst: perDay, perSecond: perDay / secondsOfDay }),
      log,
    },
    gate,
  )
  return { routes: Router().use(analysisApi({ analyser, loadPicture }, gate), assist) }
}

const secondsOfDay = 24 * 60 * 60

/** What a site with categories of its own is about. */
function subjectOf(settings: SiteSettings): OwnSubject | null {
  const { subject, categories } = profileOf(settings)
  if (subject === 'default') return null
  const about = [settings.name, settings.tagline, settings.description].filter(Boolean).join('. ')
  return { about, categories: categories.choices.manage }
}

function countTags(site: SiteReader): Array<{ tag: string; count: number }> {
  const counts = new Map<string, number>()
  for (const item of contentTypes.flatMap((type) => site.items(type)))
    for (const tag of 'tags' in item ? item.tags : []) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].map(([tag, count]) => ({ tag, count }))
}
