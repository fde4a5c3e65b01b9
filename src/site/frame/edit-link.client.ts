import { editAddress } from '#domain/editor-path.ts'
import { blockAt, placeHash, type TextPlace, textPlace } from '#domain/text-place.ts'

/** The page from which the editor was opened, and the place in its text. */
interface EditedPlace {
  path: string
  place: TextPlace | null
}

/** Session storage key of the `EditedPlace`. */
const storageKey = 'session-notes:edited-place'
const blocks = 'p, li, h2, h3, h4, h5, h6, pre, td, th, dt, dd, summary, figcaption'
/** Parts of a text that are one block in the editor, without words. */
const panels = '.device, .sound, .embed'
/** Where a person reads: a part of the height of the window. */
const readingHeight = 0.45

/**
 * Adds a link to the editor of `edited`, the element with the text of the page. It leads to the
 * paragraph that was clicked, or else to the one in view; so does the key E. When the browser comes
 * back from the editor, the page is loaded anew and shows the same paragraph.
 */
export function showEditLink(edited: HTMLElement): void {
  const { edit = '', editLabel: label = '' } = edited.dataset
  const [kind, key = ''] = edit.split(/\/(.*)/s)
  const address = editAddress(kind as Parameters<typeof editAddress>[0], key)
  const link = document.createElement('a')
  link.className = 'btn fixed end-4 bottom-4 z-40 rounded-full not-hover:bg-surface shadow-toast'
  link.href = address
  link.textContent = label
  link.title = `${label} (E)`
  link.setAttribute('aria-keyshortcuts', 'E')
  link.dataset.print = 'hide'
  document.body.append(link)

  let clicked: Element | null = null
  edited.addEventListener('click', ({ target }) => {
    const block = (target as Element).closest(blocks)
    clicked = block && isEditable(block) ? block : null
  })
  const aim = () => {
    const place = placeOf(clicked && isInView(clicked) ? clicked : blockInView(edited))
    link.href = address + (place ? placeHash(place) : '')
    sessionStorage.setItem(storageKey, JSON.stringify({ path: location.pathname, place }))
  }
  // Before the click, because a press may open another tab.
  for (const type of ['pointerdown', 'click']) link.addEventListener(type, aim)
  document.addEventListener('keydown', (event) => {
    if (!isEditKey(event)) return
    event.preventDefault()
    link.click()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) comeBack(edited, true)
  })
  const [navigation] = performance.getEntriesByType('navigation')
  comeBack(edited, (navigation as PerformanceNavigationTiming).type === 'back_forward')
}

function isEditKey(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== 'e' || event.defaultPrevented || event.repeat) return false
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  const target = event.target as Element
  return (
    !target.closest('input, textarea, select, [contenteditable]') &&
    !document.querySelector('dialog[open]')
  )
}

/**
 * Shows the place from which the editor was opened. `isOld`: the browser has not asked the site.
 */
function comeBack(edited: HTMLElement, isOld: boolean) {
  const stored = sessionStorage.getItem(storageKey)
  const { path, place } = JSON.parse(stored ?? '{}') as Partial<EditedPlace>
  if (path !== location.pathname) return
  if (isOld) {
    location.reload()
    return
  }
  sessionStorage.removeItem(storageKey)
  if (!place) return
  const show = () => elementAt(edited, place)?.scrollIntoView({ block: 'center' })
  // The browser scrolls by itself until then.
  if (document.readyState === 'complete') show()
  else addEventListener('load', show)
}

function elementAt(edited: HTMLElement, place: TextPlace): Element | undefined {
  for (const text of edited.querySelectorAll('.prose')) {
    if (partOf(text) !== place.part) continue
    const all = blocksOf(text)
    return all[blockAt(all.map(ownText), place)]
  }
}

/** The number of the article of an issue that an element is in, from 1; 0 for any other. */
function partOf(element: Element): number {
  return Number(element.closest('section[id^="part-"]')?.id.slice('part-'.length) ?? 0)
}

function placeOf(block: Element | null): TextPlace | null {
  const text = block?.closest('.prose')
  return block && text
    ? textPlace(partOf(text), blocksOf(text).indexOf(block), ownText(block))
    : null
}

/** The block that is read; null at the top of the page, where its title is. */
function blockInView(edited: HTMLElement): Element | null {
  if (scrollY === 0) return null
  const read = readingHeight * innerHeight
  const distance = (block: Element) => {
    const { top, bottom } = block.getBoundingClientRect()
    return Math.max(top - read, read - bottom, 0)
  }
  return [...edited.querySelectorAll('.prose')]
    .flatMap(blocksOf)
    .filter(isInView)
    .reduce<Element | null>(
      (best, block) => (best && distance(best) <= distance(block) ? best : block),
      null,
    )
}

function isInView(block: Element): boolean {
  const { top, bottom } = block.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

function blocksOf(text: Element): Array<Element> {
  return [...text.querySelectorAll(blocks)].filter(isEditable)
}

function isEditable(block: Element): boolean {
  return ownText(block) !== '' && !block.closest(panels)
}

/** The text of a block before the first block inside of it. */
function ownText(block: Element): string {
  const inner = block.querySelector(blocks)
  if (!inner) return (block.textContent ?? '').trim()
  const range = document.createRange()
  range.setStart(block, 0)
  range.setEndBefore(inner)
  return range.toString().trim()
}
