import { onTestFinished } from 'vitest'

/**
 * For tests: puts HTML at the start of the page until the test has finished. What other tests left
 * there stays, such as the toaster of a form, which React changes later.
 */
export function samplePage(html = ''): HTMLElement {
  const place = document.createElement('div')
  place.innerHTML = html
  document.body.prepend(place)
  onTestFinished(() => place.remove())
  return place
}
