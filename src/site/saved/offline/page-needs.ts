/** The column of text is at most this wide in pixels of the page, and a kept picture is for every screen. */
const readingWidth = 960
/** The covers of cards are small. */
const cardWidth = 480

const tags = /<(link|script|img)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/g
const attributes = /([a-z-]+)="([^"]*)"/gi
/** Kinds of links that a page is shown with; others only tell where something is. */
const shownLinks = /^(?:stylesheet|preload|modulepreload|icon)$/

/** The addresses on this site of what a page's HTML names to be shown: styles, scripts, fonts and each picture in one width. */
export function needsOfPage(html: string): Array<string> {
  const needs = new Set<string>()
  for (const [, tag, text = ''] of html.matchAll(tags)) {
    const all = new Map([...text.matchAll(attributes)].map(([, name = '', value = '']) => [name, decode(value)]))
    const need = tag === 'img' ? pictureOf(all) : tag === 'link' ? linkOf(all) : all.get('src')
    if (need && isOwn(need)) needs.add(need)
  }
  return [...needs]
}

/** The addresses on this site that a style sheet names: its fonts and pictures. */
export function needsOfStyle(css: string): Array<string> {
  return [...css.matchAll(/url\(\s*["']?([^"')]+)["']?\s*\)/g)].map(([, address = '']) => address).filter(isOwn)
}

/** The scripts that a built script can't run without. Those it loads when they are wanted are not among them. */
export function needsOfScript(script: string, address: string): Array<string> {
  return [...script.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{0,2}\/[^"']+)["']/g)].map(
    ([, other = '']) => new URL(other, `http://site${address}`).pathname,
  )
}

function linkOf(all: ReadonlyMap<string, string>): string | undefined {
  return shownLinks.test(all.get('rel') ?? '') ? all.get('href') : undefined
}

/** The widest that is asked for here at most, among those that the picture comes in. */
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

function isOwn(address: string): boolean {
  return /^\/(?!\/)/.test(address)
}

function decode(value: string): string {
  return value.replace(/&(?:amp|#38|#x26);/g, '&')
}
