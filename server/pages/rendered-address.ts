/**
 * Paths that vite-plugin-ssr takes for requests of the development server or for its own data. No page has such a
 * path.
 */
const notRendered = /^\/@fs\/|\/@vite\/client$|\/__vite_ping$|\/favicon\.ico$|\.pageContext\.json$/

/** Whether the renderer would not render this decoded path as a page. The renderer ignores white space. */
export function isBundlersPath(path: string): boolean {
  return notRendered.test(path.replace(/\s/g, ''))
}

/**
 * An address in the form that the renderer accepts: without origin and fragment, and with a normalised query.
 * vite-plugin-ssr also looks for the endings of `isBundlersPath` after the query, and throws for a parameter named
 * like a property of every object.
 */
export function renderedAddress(url: string): string {
  const [address = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split('#', 1)
  const mark = address.indexOf('?')
  if (mark < 0) return address
  const query = new URLSearchParams(address.slice(mark + 1))
  for (const name of new Set(query.keys())) if (name in Object.prototype) query.delete(name)
  return query.size === 0 ? address.slice(0, mark) : `${address.slice(0, mark)}?${query}`
}
