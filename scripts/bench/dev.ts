import { setTimeout as wait } from 'node:timers/promises'
import { type DevelopmentSite, developmentSite } from '../../tests/development-site.ts'
import { eventually } from '../../tests/running-site.ts'
import { median, span } from './figures.ts'
import { get } from './first-answer.ts'
import { atMost, type BenchOptions, type Row, runWhenStarted } from './rows.ts'

/** Between two edits, in milliseconds: as long as one looks at a page. */
const lookMs = 8_000

/** Time from an edit of a file of the server until a page of `npm run dev` shows it. */
export async function runDev({ quick }: BenchOptions): Promise<Array<Row>> {
  await using site = await developmentSite()
  const times: Array<number> = []
  let shown = 'DENY'
  await shows(site, shown)
  for (let round = 0; round < (quick ? 2 : 12); round++) {
    await wait(lookMs)
    const next = `edit-${round}`
    const start = performance.now()
    await site.edit('server/http/security-headers.ts', `'${shown}'`, `'${next}'`)
    await shows(site, next)
    times.push(performance.now() - start)
    shown = next
  }
  return [
    {
      name: 'npm run dev: an edit of the server',
      ratio: median(times),
      unit: 'ms',
      bar: atMost(2000),
      note: `until a page is rendered by the new server, an edit every ${lookMs / 1000} s`,
      details: { edits: times.length, 'from and to': span(times) },
    },
  ]
}

/** Waits for a page with a value of `X-Frame-Options`. */
async function shows({ url }: DevelopmentSite, value: string): Promise<void> {
  await eventually(async () => {
    // Between two servers, nobody listens.
    const page = await get(`${url}/article/first`).catch(() => null)
    return page?.status === 200 && page.headers.includes(value)
  }, 60_000)
}

await runWhenStarted(import.meta.url, runDev)
