import { type SiteWithProcess, siteProcess } from '../../tests/running-site.ts'
import { get } from './first-answer.ts'
import { freePort } from './processes.ts'

/** The kinds of public pages that are measured in a browser. */
export const samplePages = ['home', 'article', 'category', 'issue'] as const
export type SamplePage = (typeof samplePages)[number]

/** The built site with the sample content, running, and the address of one page of each kind. */
export async function sampleSite(): Promise<{ site: SiteWithProcess; addresses: Record<SamplePage, string> }> {
  const port = await freePort()
  // Lighthouse compares the canonical address with that of the page.
  const site = await siteProcess({ env: { PORT: String(port), SITE_URL: `http://127.0.0.1:${port}` } })
  const [newest] = JSON.parse((await get(`${site.url}/api/newsletters`)).text()) as Array<{ id: number }>
  const addresses = {
    home: '/',
    article: '/article/warp-modes',
    category: '/category/mixing',
    issue: `/newsletter/${newest!.id}`,
  }
  return { site, addresses }
}
