import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { temporaryFolder } from '../../tests/temp-repository.ts'
import type { Benchmark, Figure } from './bench.ts'
import { launchBrowser } from './browser.ts'
import { answersFile } from './cached-pages.ts'
import { get } from './first-answer.ts'
import { freePort, listening, startBare } from './processes.ts'
import { type SamplePage, samplePages, sampleSite } from './sample-site.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Installed by `npx` when the benchmark runs, because nothing else needs its 143 MB. */
const lighthouseCommand = 'lighthouse@12.8.2'

/** The parts of its report that are used. */
const reportSchema = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  audits: z.record(
    z.string(),
    z.object({
      score: z.number().nullable(),
      numericValue: z.number().optional(),
      displayValue: z.string().optional(),
      details: z.looseObject({ items: z.unknown().optional() }).optional(),
    }),
  ),
  categories: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })) }),
  ),
})
type Report = z.infer<typeof reportSchema>

/** Of the audit `network-requests`; the items of some others are no array. */
const requestsSchema = z.array(z.looseObject({ url: z.string() }))

/** The browser's Accept header, so that the comparison uses the same files: pictures come in several formats. */
const headers = { Accept: 'text/html,image/avif,image/webp,image/apng,*/*;q=0.8' }

/**
 * Lighthouse (mobile, simulated throttling) on one page of each kind with the sample content, and its largest paint
 * compared with that of the same page served as files by the bare server.
 */
export const lighthouse: Benchmark = {
  figures: samplePages.flatMap(figuresOf),
  async run({ quick, add, say }) {
    const { site: started, addresses } = await sampleSite()
    await using site = started
    await using folder = await temporaryFolder()
    const debuggingPort = await freePort()
    const browser = await launchBrowser({ debuggingPort })
    try {
      for (const kind of samplePages) {
        const address = addresses[kind]
        // Also renders the page, so that every measured run gets a cached one.
        const loaded = loadedFrom(site.url, await examine(site.url + address, debuggingPort))
        const pages = await Promise.all(
          loaded.map(async (path) => ({ address: path, answer: await get(site.url + path, { headers }) })),
        )
        const served = pages.filter(({ answer }) => answer.status === 200)
        const port = await freePort()
        await using bare = startBare(await answersFile(folder.path, kind, served), port, { manner: 'by-address' })
        await listening(port)
        for (let run = 0; run < (quick ? 1 : 5); run++) {
          const report = await examine(site.url + address, debuggingPort)
          for (const category of categories)
            add(`${kind}: ${category}`, Math.round((report.categories[category]?.score ?? 0) * 100))
          add(`${kind}: layout shift`, auditValue(report, 'cumulative-layout-shift'))
          add(`${kind}: largest paint`, auditValue(report, 'largest-contentful-paint'))
          for (const fault of faultsOf(report)) say(`${kind}: below 100 because of ${fault}`)
          const asFiles = await examine(bare.url + address, debuggingPort)
          add(`${kind}: largest paint of the files`, auditValue(asFiles, 'largest-contentful-paint'))
        }
      }
    } finally {
      await browser.close()
    }
  },
}

function figuresOf(kind: SamplePage): Array<Figure> {
  return [
    ...categories.map((category): Figure => ({ name: `${kind}: ${category}`, unit: 'points', least: 100, note: '' })),
    { name: `${kind}: layout shift`, by: 'most', unit: 'shift', most: 0, note: 'the worst run' },
    {
      name: `${kind}: largest paint`,
      to: `${kind}: largest paint of the files`,
      most: 1.1,
      note: 'to the same page and its files sent by the bare server',
    },
  ]
}

/** One run. On a busy machine a recording occasionally fails for reasons other than the page, so it is repeated. */
async function examine(url: string, port: number, attempts = 3): Promise<Report> {
  const options = [`--port=${port}`, '--output=json', '--quiet', `--only-categories=${categories.join(',')}`]
  const args = ['--yes', lighthouseCommand, url, ...options]
  const { stdout } = await promisify(execFile)('npx', args, { maxBuffer: 1 << 28 })
  const report = reportSchema.parse(JSON.parse(stdout))
  if (!report.runtimeError) return report
  if (attempts > 1) return examine(url, port, attempts - 1)
  throw new Error(`Lighthouse failed on ${url}: ${report.runtimeError.message}`)
}

function auditValue({ audits }: Report, audit: string): number {
  return audits[audit]?.numericValue ?? Number.NaN
}

/** The audits that keep a category below 100. */
function faultsOf(report: Report): Array<string> {
  const audits = categories.flatMap((category) => report.categories[category]?.auditRefs ?? [])
  return audits
    .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id} ${report.audits[id]?.displayValue ?? ''}`.trim())
}

/** The paths on the site's own origin that a page has loaded. */
function loadedFrom(origin: string, { audits }: Report): Array<string> {
  const requests = requestsSchema.parse(audits['network-requests']?.details?.items ?? [])
  const urls = new Set(requests.map(({ url }) => url).filter((url) => url.startsWith(`${origin}/`)))
  return [...urls].map((url) => url.slice(origin.length))
}
