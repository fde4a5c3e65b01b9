/** The largest width of the text column, in CSS pixels; stored pictures serve every screen. */
const readingWidth = 960
/** The width of covers in cards, in CSS pixels. */
const cardWidth = 480

const tags = /<(link|script|img)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/g
const attributes = /([a-z-]+)="([^"]*)"/gi
/** Link relations of files that a page needs to be shown. */
const shownLinks = /^(?:stylesheet|preload|modulepreload|icon)$/

/**
 * The addresses on this site that a page's HTML needs to be shown: styles, scripts, fonts and each
 * picture in one width.
 */
export function needsOfPage(html: string): Array<string> {
  const needs = new Set<string>()
  for (const [, tag, text = ''] of html.matchAll(tags)) {
    const all = new Map(
      [...text.matchAll(attributes)].map(([, name = '', value = '']) => [name, decode(value)]),
    )
    const need = tag === 'img' ? pictureOf(all) : tag === 'link' ? linkOf(all) : all.get('src')
    if (need && isOfSite(need)) needs.add(need)
  }
  return [...needs]
}

/** The addresses on this site that a style sheet needs: fonts and pictures. */
export function needsOfStyle(css: string): Array<string> {
  return [...css.matchAll(/url\(\s*["']?([^"')]+)["']?\s*\)/g)]
    .map(([, address = '']) => address)
    .filter(isOfSite)
}

/** The static imports of a built script. Dynamic imports are not included. */
export function needsOfScript(script: string, address: string): Array<string> {
  return [...script.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{0,2}\/[^"']+)["']/g)].map(
    ([, other = '']) => new URL(other, `http://site${address}`).pathname,
  )
}

function linkOf(all: ReadonlyMap<string, string>): string | undefined {
  return shownLinks.test(all.get('rel') ?? '') ? all.get('href') : undefined
}

/** The widest available version of a picture, up to the width that is needed. */
function pictureOf(all: ReadonlyMap<string, string>): string | undefined {
  const isCard = /\bcover\b/.test(all.get('class') ?? '') && all.get('loading') === 'lazy'
  const limit = isCard ? cardWidth : readingWidth
  const widths = (all.get('srcSet') ?? all.get('srcset') ?? '')
    .split(/,\s+/)
    .map((candidate) => /^(\S+) (\d+)w$/.exec(candidate))
    .filter((candidate) => candidate !== null)
    .map(([, address, width]) => ({ address, width: Number(width) }))
    .sort((one, other) => one.width - other.width)
  return (widths.findLast(({ width }) => width <= limit) ?? widths[0])?.address ?? all.get('src')
}

function isOfSite(address: string) {
  return /^\/(?!\/)/.test(address)
}

function decode(value: string) {
  return value.replace(/&(?:amp|#38|#x26);/g, '&')
}
