/** What vite-plugin-ssr does not render but takes for requests of the bundler's development server or for its own data. No page is called so. */
const notRendered = /^\/@fs\/|\/@vite\/client$|\/__vite_ping$|\/favicon\.ico$|\.pageContext\.json$/

/** Whether the renderer would make no page of this decoded path. It drops white space before it looks. */
export function isBundlersPath(path: string): boolean {
  return notRendered.test(path.replace(/\s/g, ''))
}

/**
 * An address as the renderer takes it: without an origin and a fragment, which only a program sends, and with the query written anew. vite-plugin-ssr
 * looks for the endings of `isBundlersPath` behind the query too, and throws at a parameter with the name of a property that every object has.
 */
export function renderedAddress(url: string): string {
  const [address = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split('#', 1)
  const mark = address.indexOf('?')
  if (mark < 0) return address
  const query = new URLSearchParams(address.slice(mark + 1))
  for (const name of new Set(query.keys())) if (name in Object.prototype) query.delete(name)
  return query.size === 0 ? address.slice(0, mark) : `${address.slice(0, mark)}?${query}`
}
