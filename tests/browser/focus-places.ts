import type { Page } from 'playwright-core'

/** Places that the keyboard reaches and what is wrong with them, each in one line. */
interface PlaceFaults {
  /** The ring of focus is cut off by something that hides what does not fit, or by the window. */
  cut: Array<string>
  /** Less than 24 px wide or high (WCAG 2.5.8), and no part of a sentence. */
  small: Array<string>
}

/**
 * Opens everything that is folded, gives the focus to every place that the keyboard reaches, and
 * looks at its ring and size.
 */
export async function faultsOfPlaces(page: Page): Promise<PlaceFaults> {
  // After a key press, the browser shows focus as by keyboard.
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const faults: PlaceFaults = { cut: [], small: [] }
    for (const folded of document.querySelectorAll('details')) folded.open = true
    const ringOf = (element: Element) => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
      return outlineStyle === 'none'
        ? 0
        : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    }
    const withAncestors = (element: Element) => {
      const all: Array<Element> = []
      for (let one: Element | null = element; one; one = one.parentElement) all.push(one)
      return all
    }
    /**
     * What may hide parts of an element: the page, and those around what it is placed in that hide
     * what does not fit.
     */
    const hiding = (element: Element) => {
      let { position } = getComputedStyle(element)
      return withAncestors(element)
        .slice(1)
        .filter((ancestor) => {
          const style = getComputedStyle(ancestor)
          if (position === 'fixed') return false
          if (position === 'absolute' && style.position === 'static') return false
          position = style.position
          return style.overflow !== 'visible' || ancestor === document.documentElement
        })
    }
    const isCut = (ringed: Element) => {
      const grown = ringOf(ringed)
      const { left, top, right, bottom } = ringed.getBoundingClientRect()
      return hiding(ringed).some((ancestor) => {
        const box = ancestor.getBoundingClientRect()
        return (
          left - grown < box.left - 0.5 ||
          top - grown < box.top - 0.5 ||
          right + grown > box.right + 0.5 ||
          bottom + grown > box.bottom + 0.5
        )
      })
    }
    const isInSentence = (stop: Element) =>
      getComputedStyle(stop).display === 'inline' &&
      stop.parentElement?.textContent !== stop.textContent
    const stops = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])',
    )
    for (const stop of stops) {
      if (stop.tabIndex < 0 || stop.matches(':disabled')) continue
      if (!stop.checkVisibility({ visibilityProperty: true })) continue
      stop.focus()
      if (document.activeElement !== stop) continue
      const name = stop.outerHTML.slice(0, 160)
      const ringed = withAncestors(stop).find((element) => ringOf(element) > 0)
      if (ringed && isCut(ringed)) faults.cut.push(name)
      const target = stop.closest(stop.matches('.card-link') ? '.card' : 'label') ?? stop
      const { width, height } = target.getBoundingClientRect()
      if (Math.min(width, height) < 23.5 && !isInSentence(stop)) faults.small.push(name)
    }
    return faults
  })
}
