import { setTimeout as pause } from 'node:timers/promises'
import { developmentSite } from '../../tests/development-site.ts'
import { eventually } from '../../tests/running-site.ts'
import { type Benchmark, quick, time } from './harness.ts'
import { get } from './servers.ts'

/** Between two edits, in milliseconds: as long as one looks at a page. */
const lookMs = 8_000

/** Time from an edit of a file of the server until a page of `npm run dev` shows it. */
export const dev: Benchmark = {
  figures: [
    [
      'npm run dev: an edit of the server',
      'edit until shown',
      '≤ 2000 ms',
      `until a page is rendered by the new server, an edit every ${lookMs / 1000} s`,
    ],
  ],
  async run() {
    await using site = await developmentSite()
    /** Waits for a page with a value of `X-Frame-Options`. */
    const shows = (value: string) =>
      eventually(async () => {
        // Between two servers, nobody listens.
        const page = await get(`${site.url}/article/first`).catch(() => null)
        return page?.rawHeaders.includes(value)
      }, 60_000)
    let shown = 'DENY'
    await shows(shown)
    for (let round = 0; round < (quick ? 2 : 12); round++) {
      await pause(lookMs)
      const next = `edit-${round}`
      await time('edit until shown', async () => {
        await site.edit('server/http/security-headers.ts', `'${shown}'`, `'${next}'`)
        await shows(next)
      })
      shown = next
    }
  },
}
