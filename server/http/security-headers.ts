/** A header for Node's `writeHead`. */
export type Header = readonly [name: string, value: string]

/**
 * The headers of a page with players of other sites, which its frames may load; those of
 * `securityHeaders` without any.
 */
export function allowingFrames(
  headers: ReadonlyArray<Header>,
  origins: ReadonlyArray<string>,
): ReadonlyArray<Header> {
  if (origins.length === 0) return headers
  return headers.map(([name, value]) =>
    name === 'Content-Security-Policy'
      ? [name, `${value}; frame-src ${origins.join(' ')}`]
      : [name, value],
  )
}

/**
 * Headers of every response. The policy allows no inline and no foreign script or style; pictures
 * may come from any https address, because writers may link to them. In development the inline
 * refresh script and the web socket of Vite are allowed.
 */
export function securityHeaders(options: { https: boolean; development: boolean }): Array<Header> {
  const development = options.development
  const policy = [
    "default-src 'self'",
    `script-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    `style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' https: data: blob:",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "font-src 'self'",
    "media-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  const headers: Array<Header> = [
    ['Content-Security-Policy', policy],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['X-Frame-Options', 'DENY'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
    // Supporting browsers prefetch a page when the pointer is on a link to it.
    ['Speculation-Rules', '"/speculation-rules.json"'],
  ]
  if (options.https)
    headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])
  return headers
}
