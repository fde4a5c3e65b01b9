import type { Root } from 'hast'
import { visit } from 'unist-util-visit'

export interface Dimensions {
  width: number
  height: number
}

/** Sizes of this site's pictures by their decoded path (`/media/…`); what is not in it has no known size. */
export type KnownDimensions = Readonly<Record<string, Dimensions>>

/** Widths that `?w=` answers (rulings, section 6). */
const widths = [320, 480, 640, 960, 1280, 1920]
/** A body's column is at most 41rem wide (`src/styles/prose.css`); below, it has the page's margins. */
const sizes = '(min-width: 44rem) 41rem, calc(100vw - 2rem)'

const picturePath = /^\/media\/.{1,300}?\.(?:jpe?g|png|gif|webp|svg)/i
const maxPictures = 300

/**
 * Addresses in a Markdown text that may be pictures of this site, decoded, each once. Reads the text without parsing it, so it may find too
 * many; those simply have no size.
 */
export function mediaAddresses(markdown: string): Array<string> {
  const found = new Set<string>()
  let from = 0
  for (let tries = 0; tries < 10 * maxPictures && found.size < maxPictures; tries += 1) {
    const at = markdown.indexOf('/media/', from)
    if (at < 0) break
    const path = picturePath.exec(markdown.slice(at, at + 320))?.[0]
    if (path) found.add(mediaPath(path) ?? path)
    from = at + '/media/'.length
  }
  return [...found]
}

/** Gives pictures of a clean tree their size (no layout shift), lets browsers load them late and choose among widths. */
export function finishImages(tree: Root, known: KnownDimensions): void {
  visit(tree, 'element', ({ tagName, properties }) => {
    if (tagName !== 'img') return
    properties.alt ??= ''
    properties.loading = 'lazy'
    properties.decoding = 'async'
    const path = mediaPath(String(properties.src ?? ''))
    const size = path && Object.hasOwn(known, path) ? known[path] : undefined
    if (!path || !size) return
    if (!properties.width && !properties.height) {
      properties.width = size.width
      properties.height = size.height
    } else if (!properties.height) {
      properties.height = Math.max(1, Math.round((Number(properties.width) * size.height) / size.width))
    } else if (!properties.width) {
      properties.width = Math.max(1, Math.round((Number(properties.height) * size.width) / size.height))
    }
    const candidates = path.toLowerCase().endsWith('.svg') ? [] : candidateWidths(size.width)
    if (candidates.length < 2) return
    const address = encodeURI(path).replace(/[?#,]/g, encodeURIComponent)
    properties.srcSet = candidates.map(({ ask, real }) => `${address}?w=${ask} ${real}w`).join(', ')
    properties.sizes = sizes
  })
}

/** Which widths to ask for and how wide the answer is: the server rounds up to a step and never enlarges. */
function candidateWidths(width: number): Array<{ ask: number; real: number }> {
  const last = widths.findIndex((step) => step >= width)
  const steps = last < 0 ? widths : widths.slice(0, last + 1)
  return steps.map((step) => ({ ask: step, real: Math.min(step, width) }))
}

/** The decoded path of an address on this site's media folder without its query, or null. */
function mediaPath(address: string): string | null {
  if (!address.startsWith('/media/')) return null
  try {
    return decodeURIComponent(address.replace(/[?#].*$/s, ''))
  } catch {
    return null
  }
}
