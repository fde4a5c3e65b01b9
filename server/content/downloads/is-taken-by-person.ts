/** Programs that look at links for somebody: crawlers, previews of chats, scanners of mails. */
const robots =
  /bot\b|bot[/;_-]|crawl|spider|slurp|scan|preview|prerender|fetcher|monitor|facebookexternalhit|embedly|whatsapp|bingpreview|safelinks|proofpoint|mimecast|barracuda/i

/**
 * Whether a request for a file is that of a person who wants it. A browser says where it comes from: a person comes from our own page, a scanner that
 * opens the bare address does not. What calls itself a browser and does not say so on a page where every browser does is none. Programs with a name of
 * their own (`curl`, download managers) are in a person's hands unless they are known robots.
 */
export function isTakenByPerson(
  request: { method: string; get(name: string): string | undefined },
  /** Whether browsers would send `Sec-Fetch-…` headers here: on https and on the own machine. */
  secure: boolean,
): boolean {
  if (request.method !== 'GET') return false
  const agent = request.get('User-Agent') ?? ''
  if (robots.test(agent)) return false
  if (/prefetch|preview|prerender/i.test(`${request.get('Sec-Purpose')} ${request.get('Purpose')}`)) return false
  const site = request.get('Sec-Fetch-Site')
  if (site !== undefined) return site === 'same-origin'
  return !(secure && /^Mozilla\//.test(agent))
}
