import type { LinkSettings } from './look-settings.ts'
import type { SiteProfile } from './site-profile.ts'

type Words = Pick<SiteProfile, 'text' | 'parts'>

/** The lists of texts that the site has. */
function listLinks({ text, parts }: Words): Array<LinkSettings> {
  return [
    { label: text('articles'), url: '/category/all' },
    ...(parts.news ? [{ label: text('news'), url: '/news' }] : []),
    ...(parts.newsletters ? [{ label: text('newsletter'), url: '/newsletters' }] : []),
  ]
}

/** The links of the header of a site that lists none. */
export function headerLinks(words: Words): Array<LinkSettings & { mobile: boolean }> {
  return listLinks(words).map((link) => ({ ...link, mobile: link.url !== '/newsletters' }))
}

/** The quick links of the footer of a site that lists none. */
export function quickLinks(words: Words): Array<LinkSettings> {
  const { text, parts } = words
  return [
    { label: text('home'), url: '/' },
    ...listLinks(words),
    ...(parts.downloads ? [{ label: text('downloads'), url: '/downloads' }] : []),
    { label: text('search'), url: '/search' },
    { label: text('saved'), url: '/saved' },
    { label: text('about'), url: '/about' },
    { label: 'RSS', url: '/rss.xml' },
  ]
}

/** The line at the end of the pages of a site that lists none. */
export function legalLinks({ text }: Pick<Words, 'text'>): Array<LinkSettings> {
  return [
    { label: text('privacy'), url: '/privacy-policy' },
    { label: text('terms'), url: '/terms-of-service' },
    { label: text('cookies'), url: '/cookie-policy' },
    { label: text('admin'), url: '/admin' },
  ]
}
