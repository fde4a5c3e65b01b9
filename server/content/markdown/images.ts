import type { Element, Properties, Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'
import { h } from '#domain/html-tree.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import { soundEndings } from '#domain/sound.ts'

export interface Dimensions {
  width: number
  height: number
}

/**
 * Sizes of this site's pictures by their decoded path (`/media/…`); the size of any other picture
 * is unknown.
 */
export type KnownDimensions = Readonly<Record<string, Dimensions>>

/** Widths that `?w=` answers (rulings, section 6). */
const widths = [320, 480, 640, 960, 1280, 1920]
/**
 * The column of a body is at most 41rem wide (`src/styles/prose.css`); on smaller screens it has
 * the page's margins.
 */
/** The same in CSS pixels. */
const columnWidth = 656
const sizes = '(min-width: 44rem) 41rem, calc(100vw - 2rem)'

const mediumPath = new RegExp(`^/media/.{1,300}?\\.(?:jpe?g|png|gif|webp|svg|${soundEndings})`, 'i')
const maxPictures = 300

/**
 * Addresses in a Markdown text that may be pictures or sounds of this site, decoded, each once.
 * Reads the text without parsing it, so it may find too many; those simply have no size or facts.
 */
export function mediaAddresses(markdown: string): Array<string> {
  const found = new Set<string>()
  let from = 0
  for (let tries = 0; tries < 10 * maxPictures && found.size < maxPictures; tries += 1) {
    const at = markdown.indexOf('/media/', from)
    if (at < 0) break
    const path = mediumPath.exec(markdown.slice(at, at + 320))?.[0]
    if (path) found.add(mediaPath(path) ?? path)
    from = at + '/media/'.length
  }
  return [...found]
}

/**
 * Finishes the pictures of a sanitised tree: `width` and `height` (against layout shift),
 * `loading="lazy"`, `srcset` and `sizes`; a link to the whole picture where the column shows it
 * smaller; and a class for paragraphs of several pictures.
 */
export function finishImages(tree: Root, known: KnownDimensions): void {
  visit(tree, 'element', (element) => {
    if (isRow(element)) element.properties.className = ['pictures']
    if (element.tagName === 'img') finishImage(element.properties, known)
  })
  visit(tree, 'element', (element, index, parent) => {
    // A picture in a link leads where its author wants.
    if (element.tagName === 'a') return SKIP
    const path = element.tagName === 'img' && mediaPath(String(element.properties.src ?? ''))
    const isSmaller = path && Object.hasOwn(known, path) && (known[path]?.width ?? 0) > columnWidth
    if (!isSmaller || !parent || index === undefined) return undefined
    const properties = { href: addressOf(path), className: ['enlarge'] }
    parent.children[index] = h('a', properties, element)
    return SKIP
  })
}

/** Whether a paragraph consists of two or more pictures. */
function isRow({ tagName, children }: Element): boolean {
  if (tagName !== 'p' || children.length < 2) return false
  const pictures = children.filter((child) => child.type === 'element')
  const others = children.filter((child) => child.type !== 'element')
  return (
    pictures.length > 1 &&
    pictures.every(({ tagName: name }) => name === 'img') &&
    others.every((child) => child.type === 'text' && child.value.trim() === '')
  )
}

function finishImage(properties: Properties, known: KnownDimensions) {
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
    properties.height = Math.max(
      1,
      Math.round((Number(properties.width) * size.height) / size.width),
    )
  } else if (!properties.width) {
    properties.width = Math.max(
      1,
      Math.round((Number(properties.height) * size.width) / size.height),
    )
  }
  const candidates = path.toLowerCase().endsWith('.svg') ? [] : candidateWidths(size.width)
  if (candidates.length < 2) return
  const address = addressOf(path)
  properties.srcSet = candidates.map(({ ask, real }) => `${address}?w=${ask} ${real}w`).join(', ')
  properties.sizes = sizes
}

function addressOf(path: string) {
  return encodeURI(path).replace(/[?#,]/g, encodeURIComponent)
}

/**
 * The widths for `?w=`, and the widths of the answers: the server rounds up to the next step and
 * never enlarges.
 */
function candidateWidths(width: number): Array<{ ask: number; real: number }> {
  const last = widths.findIndex((step) => step >= width)
  const steps = last < 0 ? widths : widths.slice(0, last + 1)
  return steps.map((step) => ({ ask: step, real: Math.min(step, width) }))
}

/** The decoded path of an address on this site's media folder without its query, or null. */
export function mediaPath(address: string): string | null {
  return address.startsWith('/media/') ? percentDecoded(address.replace(/[?#].*$/s, '')) : null
}
