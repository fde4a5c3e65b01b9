import { percentDecoded } from '#domain/percent-decoded.ts'
import type { PageContext } from '../../../renderer/page-context.ts'

/**
 * A page of the site's own texts is at its name. No other page has such an address
 * (`page-names.ts`). The router of the admin, in the browser, has no content and leaves such
 * addresses to the server.
 */
export default function route({
  site,
  urlPathname,
}: Partial<Pick<PageContext, 'site' | 'urlPathname'>>): { routeParams: { name: string } } | false {
  const name = percentDecoded((urlPathname ?? '').slice(1)) ?? ''
  return site && site.staticPage(name) !== null ? { routeParams: { name } } : false
}
