import { percentDecoded } from '#domain/percent-decoded.ts'
import type { PageContext } from '../../renderer/page-context.ts'

/** A page of the site's own texts is at its name. No other page has such an address (`page-names.ts`). */
export default function route({
  site,
  urlPathname,
}: Pick<PageContext, 'site' | 'urlPathname'>): { routeParams: { name: string } } | false {
  const name = percentDecoded(urlPathname.slice(1)) ?? ''
  return site.staticPage(name) === null ? false : { routeParams: { name } }
}
