import { tagSearch } from '../../server/content/catalog/redirects.ts'
import { otherFeeds } from '../../server/pages/discovery.ts'
import { csvLine } from '../../server/platform/csv.ts'
import { escapeHtml } from '../../server/platform/escape-html.ts'
import type { CommittedContent } from './committed-content.ts'

/** An old address and the present one, both as content files have them: unescaped. */
export interface Redirect {
  from: string
  to: string
}

/** The redirects of the content and of the site itself. */
export function allRedirects({ redirects }: CommittedContent): Array<Redirect> {
  return [
    ...redirects.map(([from, to]) => ({ from, to })),
    ...Object.entries(otherFeeds).map(([from, to]) => ({ from, to })),
  ]
}

export function redirectsCsv(redirects: ReadonlyArray<Redirect>): string {
  return [['from', 'to', 'status'], ...redirects.map(({ from, to }) => [from, to, '301'])]
    .map(csvLine)
    .join('')
}

/**
 * The redirects as Netlify and Cloudflare Pages read them. The lines for numbered texts (`/?p=12`)
 * have four parts, which only Netlify reads; they are the last ones, because Cloudflare skips lines
 * that it does not know.
 */
export function redirectsFile(redirects: ReadonlyArray<Redirect>): string {
  const plain = redirects.filter(({ from }) => !from.includes('?'))
  const numbered = redirects.filter(({ from }) => from.includes('?'))
  return [
    ...plain.map(({ from, to }) => `${escaped(from)} ${escaped(to)} 301`),
    ...['/tag', '/tags'].map((folder) => `${folder}/:tag ${tagTarget} 301`),
    ...numbered.map(({ from, to }) => `/ ${from.slice(2)} ${escaped(to)} 301`),
    '',
  ].join('\n')
}

/** What `/tag/NAME` leads to, with the name to be filled in. */
const tagTarget = (tagSearch('/tag/NAME') ?? '').replace('NAME', ':tag')

/**
 * An address in a line whose parts are separated by blanks, and where `:name` and `*` stand for
 * other text.
 */
function escaped(address: string): string {
  return encodeURI(address).replace(
    /[*:]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** A page that leads to another address on hosts that read no list of redirects. */
export function redirectPage(to: string, siteUrl: string, language: string): string {
  const address = escapeHtml(encodeURI(to))
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<title>${address}</title>
<meta name="robots" content="noindex">
<link rel="canonical" href="${escapeHtml(siteUrl)}${address}">
<meta http-equiv="refresh" content="0; url=${address}">
</head>
<body><a href="${address}">${address}</a></body>
</html>
`
}
