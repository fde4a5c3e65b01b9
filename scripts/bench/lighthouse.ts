import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { launchBrowser } from './browser.ts'
import { answersFile } from './cached-pages.ts'
import { median, span } from './figures.ts'
import { get } from './first-answer.ts'
import { freePort, listening, siteEntry, startBare } from './processes.ts'
import { atLeast, atMost, type BenchOptions, type Row, runWhenStarted } from './rows.ts'
import { type SamplePage, samplePages, sampleSite } from './sample-site.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Installed by `npx` when the benchmark runs, because nothing else needs its 143 MB. */
const lighthouse = 'lighthouse@12.8.2'

/** The parts of its report that are used. */
const result = z.object({
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

/** Of the audit `network-requests`; the items of some others are no array. */
const requests = z.array(z.looseObject({ url: z.string() }))

/** The browser's Accept header, so that the comparison uses the same files: pictures come in several formats. */
const accepted = 'text/html,image/avif,image/webp,image/apng,*/*;q=0.8'

/** The result of one run of Lighthouse. */
interface Report {
  scores: Record<(typeof categories)[number], number>
  shift: number
  /** Milliseconds. */
  largestPaint: number
  /** The audits that keep a category below 100. */
  faults: Array<string>
  /** Addresses on the site's own origin that the page loaded. */
  loaded: Array<string>
}

/**
 * Lighthouse (mobile, simulated throttling) on one page of each kind with the sample content, and its largest paint
 * compared with that of the same page served as files by the bare server.
 */
export async function runLighthouse({ quick }: BenchOptions): Promise<Array<Row>> {
  await using site = await sampleSite(siteEntry())
  const debuggingPort = await freePort()
  const browser = await launchBrowser({ debuggingPort })
  try {
    const rows: Array<Row> = []
    for (const name of samplePages) {
      const address = site.addresses[name]
      const url = `${site.server.url}${address}`
      // Also renders the page, so that every measured run gets a cached one.
      const { loaded } = await examine(url, debuggingPort)
      const responses = await Promise.all(
        loaded.map(async (path) => ({
          address: path,
          answer: await get(`${site.server.url}${path}`, { headers: { Accept: accepted } }),
        })),
      )
      const answers = await answersFile(
        site.dataDir,
        name,
        responses.filter(({ answer }) => answer.status === 200),
      )
      const port = await freePort()
      await using bare = startBare({ answers, port, manner: 'by-address' })
      await listening(port)
      const ours: Array<Report> = []
      const files: Array<Report> = []
      for (let run = 0; run < (quick ? 1 : 5); run++) {
        ours.push(await examine(url, debuggingPort))
        files.push(await examine(`${bare.url}${address}`, debuggingPort))
      }
      rows.push(...rowsOf(name, ours, files))
    }
    return rows
  } finally {
    await browser.close()
  }
}

async function examine(url: string, port: number): Promise<Report> {
  const report = await recorded(url, port)
  const value = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN
  const items = requests.parse(report.audits['network-requests']?.details?.items ?? [])
  return {
    scores: Object.fromEntries(
      categories.map((category) => [category, Math.round((report.categories[category]?.score ?? 0) * 100)]),
    ) as Report['scores'],
    shift: value('cumulative-layout-shift'),
    largestPaint: value('largest-contentful-paint'),
    faults: categories.flatMap((category) =>
      (report.categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${id} ${report.audits[id]?.displayValue ?? ''}`.trim()),
    ),
    loaded: [...new Set(items.map((item) => new URL(item.url)))]
      .filter(({ origin }) => origin === new URL(url).origin)
      .map(({ pathname, search }) => pathname + search),
  }
}

/** One run. On a busy machine a recording occasionally fails for reasons other than the page, so it is repeated. */
async function recorded(url: string, port: number, attempts = 3): Promise<z.infer<typeof result>> {
  const options = [`--port=${port}`, '--output=json', '--quiet', `--only-categories=${categories.join(',')}`]
  const { stdout } = await promisify(execFile)('npx', ['--yes', lighthouse, url, ...options], { maxBuffer: 1 << 28 })
  const report = result.parse(JSON.parse(stdout))
  if (!report.runtimeError) return report
  if (attempts > 1) return recorded(url, port, attempts - 1)
  throw new Error(`Lighthouse failed on ${url}: ${report.runtimeError.message}`)
}

function rowsOf(name: SamplePage, ours: Array<Report>, files: Array<Report>): Array<Row> {
  const faults = [...new Set(ours.flatMap((report) => report.faults))]
  const paints = (reports: Array<Report>) => median(reports.map(({ largestPaint }) => largestPaint))
  return [
    ...categories.map((category): Row => {
      const scores = ours.map((report) => report.scores[category])
      return {
        name: `lighthouse ${name}: ${category}`,
        ratio: median(scores),
        unit: 'points',
        bar: atLeast(100),
        note: '',
        details: { runs: scores.length, 'from and to': span(scores) },
      }
    }),
    {
      name: `lighthouse ${name}: layout shift`,
      ratio: Math.max(...ours.map(({ shift }) => shift)),
      unit: 'shift',
      bar: atMost(0),
      note: 'the worst run',
      details: { runs: ours.length },
    },
    {
      name: `lighthouse ${name}: largest paint`,
      ratio: paints(ours) / paints(files),
      bar: atMost(1.1),
      note: 'to the same page and its files sent by the bare server',
      details: { runs: ours.length, 'below 100 because of': faults.join('; ') || 'nothing' },
    },
  ]
}

await runWhenStarted(import.meta.url, runLighthouse)
